/** docs/coming-from.md: nock lets the requests of this service pass, and refuses those to other hosts. */

/** @type {import('../types.js').Check} */
export const nock = {
  does: 'the line of docs/coming-from.md',
  packages: ['nock'],
  async run(project) {
    await project.copyProject('nock');
    await project.worksAlone('nock', 'alone.mjs');
    const line = await project.ofPage('docs/coming-from.md', /`(nock\.enableNetConnect\([^`]*)`/);
    await project.write('allow.mjs', `import nock from 'nock';\n\nnock.disableNetConnect();\n${line};\n`);
    await project.run(['node', '--test', 'nock.test.mjs']);
  },
};
