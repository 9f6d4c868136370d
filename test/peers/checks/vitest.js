/** docs/testing.md: the fixtures for Vitest, with an emulator for each worker and with a shared one; and their types. */

/** @type {import('../types.js').Check} */
export const vitest = {
  does: 'examples/vitest',
  packages: ['vitest'],
  with: ['typescript', '@types/node'],
  async run(project) {
    await project.copyExample('vitest');
    await project.run([
      'vitest',
      'run',
      '--maxWorkers=1',
      '--testTimeout=60000',
      'institution-client',
      'shared-emulator',
    ]);
    await project.run(['tsc']);
  },
};
