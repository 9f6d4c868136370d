/** A consumer's tests in Vitest write pacts with Pact, which `verify` passes: examples/consumer-vitest. */

/** @type {import('../types.js').Check} */
export const consumerVitest = {
  does: 'the pacts that examples/consumer-vitest writes',
  packages: ['@pact-foundation/pact'],
  with: ['vitest'],
  async run(project) {
    await project.copyExample('consumer-vitest');
    await project.run(['vitest', 'run', '--maxWorkers=1', '--testTimeout=60000']);
    await project.run(['id-emulator', 'verify', 'pacts'], { prints: /\b[1-9]\d* passed, 0 failed\b/ });
  },
};
