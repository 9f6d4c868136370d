/** Every way into the package loads in Jest, without flags of Node.js: by `require`, and by an `import` that babel-jest rewrites. */

/** @type {import('../types.js').Check} */
export const jestCommonJs = {
  does: 'every entry in Jest, by require and by import with babel-jest',
  packages: ['jest', 'babel-jest'],
  with: ['@babel/preset-env', '@playwright/test'],
  async run(project) {
    await project.copyProject('jest-common-js');
    await project.write('entries.json', JSON.stringify(await entriesForCommonJs(project)));
    await project.run(['jest', '--runInBand', '--testTimeout=60000']);
  },
};

/** Vitest cannot be required. */
const LEFT_OUT = /\/vitest\b/;

/** @param {import('../project.js').Project} project */
export async function entriesForCommonJs(project) {
  return (await project.entries()).filter((entry) => !LEFT_OUT.test(entry));
}
