/** docs/audit.md: `audit` says in which test a client gives up, also behind a script, with old versions of test runners. */

const READS_USERS = `async () => {
  const { ID_EMULATOR_API_URL: api, ID_EMULATOR_TOKEN_URL: url, ID_EMULATOR_CLIENT_ID, ID_EMULATOR_CLIENT_SECRET } = process.env;
  const form = { grant_type: 'client_credentials', client_id: ID_EMULATOR_CLIENT_ID };
  const body = new URLSearchParams({ ...form, client_secret: ID_EMULATOR_CLIENT_SECRET });
  const { access_token } = await (await fetch(url, { method: 'POST', body })).json();
  const headers = { Authorization: 'Bearer ' + access_token };
  const { ok } = await fetch(api + '/institutions/me/users', { headers });
  if (!ok) throw new Error('no users');
}`;

/**
 * @param {string} runner as npm installs it
 * @param {string} file @param {string} source of a test "reads users" @param {string} script
 * @returns {import('../types.js').Check}
 */
function reports(runner, file, source, script) {
  return {
    does: `audit names a test of ${runner} behind a script`,
    packages: [runner],
    async run(project) {
      await project.write('package.json', '{ "private": true }');
      await project.write(file, source);
      await project.write('test.sh', script);
      const audited = ['npx', '--no-install', 'id-emulator', 'audit', '--only', 'getUsers:server-error'];
      await project.run([...audited, '--', 'sh', 'test.sh'], { code: 1, prints: /^ +test: reads users$/m });
    },
  };
}

export const reportedTests = [
  reports(
    'jest@27',
    'users.test.js',
    // Its environment has no fetch.
    `const { execFileSync } = require('child_process');
const program = ${JSON.stringify(`(${READS_USERS})()`)};
test('reads users', () => { execFileSync(process.execPath, ['--eval', program]); });`,
    'exec jest users.test.js',
  ),
  reports('mocha@9', 'users.spec.js', `it('reads users', ${READS_USERS});`, 'exec mocha users.spec.js'),
  reports(
    'vitest@1',
    'users.test.mjs',
    `import { test } from 'vitest';\ntest('reads users', ${READS_USERS});`,
    'exec vitest run --root . users.test.mjs',
  ),
  reports(
    'ava@4',
    'users.ava.mjs',
    `import test from 'ava';\ntest('reads users', async (t) => { await (${READS_USERS})(); t.pass(); });`,
    'exec ava users.ava.mjs',
  ),
];
