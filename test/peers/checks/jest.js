/** docs/testing.md: the test environment for Jest, in CommonJS as `npm init` has it. */

/** @type {import('../types.js').Check} */
export const jest = {
  does: 'examples/jest',
  packages: ['jest', 'jest-environment-node'],
  async run(project) {
    await project.copyExample('jest');
    await project.run(['jest', '--runInBand', '--testTimeout=60000']);
  },
};
