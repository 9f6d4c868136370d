/** docs/testing.md: root hooks for Mocha. */

/** @type {import('../types.js').Check} */
export const mocha = {
  does: 'examples/mocha',
  packages: ['mocha'],
  async run(project) {
    await project.copyExample('mocha');
    await project.run(['mocha', '--timeout=60000']);
  },
};
