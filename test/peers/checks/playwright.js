/** docs/testing.md: the fixtures for Playwright. No browser is installed, so the test is the one that needs none. */

/** @type {import('../types.js').Check} */
export const playwright = {
  does: 'examples/playwright, without a browser',
  packages: ['@playwright/test'],
  async run(project) {
    await project.copyExample('playwright');
    await project.run(['playwright', 'test', 'verification', '--workers=1', '--reporter=line']);
  },
};
