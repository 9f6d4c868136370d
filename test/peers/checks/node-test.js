/** docs/testing.md: a sandbox for each test of node:test. */

/** @type {import('../types.js').Check} */
export const nodeTest = {
  does: 'examples/node-test',
  packages: [],
  async run(project) {
    await project.copyExample('node-test');
    await project.run(['node', '--test']);
  },
};
