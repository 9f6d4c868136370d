/** README and docs/ci.md: `exec --judge` passes a client that keeps the rules, and fails one that comes back too early. */

/** @type {import('../types.js').Check} */
export const exec = {
  does: 'exec --judge',
  packages: [],
  async run(project) {
    await project.copyProject('exec');
    const judged = ['npx', '--no-install', 'id-emulator', 'exec', '--scenario', 'rate-limit-burst;burst=2', '--judge'];
    await project.run([...judged, '--', 'node', 'client.mjs', 'waits']);
    await project.run([...judged, '--', 'node', 'client.mjs'], { code: 1, prints: /wait-as-told/ });
  },
};
