/** docs/coming-from.md: with the handlers of that page, MSW lets the requests of this service pass. */

/** @param {string} spec @returns {import('../types.js').Check} */
const checkOf = (spec) => ({
  does: 'the handlers of docs/coming-from.md',
  packages: [spec],
  async run(project) {
    await project.copyProject('msw');
    const handlers = await project.ofPage('docs/coming-from.md', /^## MSW$[^]*?^```js\n([^]*?);?\n```$/m);
    await project.write(
      'handlers.mjs',
      `import * as msw from 'msw';\n\nconst { bypass, http, HttpResponse, passthrough } = msw;\n\nexport const handlers = [\n${handlers},\n];\n`,
    );
    await project.run(['node', '--test', 'msw.test.mjs']);
  },
});

export const msw = checkOf('msw');
export const msw2 = checkOf('msw@2');
