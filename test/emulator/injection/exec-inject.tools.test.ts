/** `exec --inject`: a scenario at one call, in the emulator beside a command and in those that the command starts. */

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { spawnedEmulator } from '../../cli/id-emulator.js';
import type { Outcome } from '../../cli/spawned-process.js';
import { WITH_QUICK_FETCH } from '../../quick-fetch.js';

const LIBRARY = fileURLToPath(new URL('../../../dist/lib/index.js', import.meta.url));

/** Prints the statuses of three calls to an emulator: the one of the environment, or one of its own. */
function threeCalls(emulator: string): string {
  return `${WITH_QUICK_FETCH}
    const { apiUrl, tokenUrl, clientId, clientSecret, sandboxId } = ${emulator};
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const { access_token } = await (await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(form) })).json();
    const statuses = [];
    for (let call = 1; call <= 3; call++) {
      const response = await fetch(apiUrl + '/institutions/me/users', { headers: { Authorization: 'Bearer ' + access_token } });
      statuses.push(response.status);
    }
    console.log(statuses.join());`;
}

const BESIDE = `{ apiUrl: process.env.ID_EMULATOR_API_URL, tokenUrl: process.env.ID_EMULATOR_TOKEN_URL, clientId: process.env.ID_EMULATOR_CLIENT_ID, clientSecret: process.env.ID_EMULATOR_CLIENT_SECRET }`;

async function execInjected(injections: readonly string[], source: string): Promise<Outcome> {
  const flags = injections.flatMap((injection) => ['--inject', injection]);
  const command = [process.execPath, '--input-type=module', '--eval', source];
  await using running = spawnedEmulator(['exec', '--log', 'silent', ...flags, '--', ...command]);
  return await running.ended;
}

test('a scenario is injected at the call that is named', async () => {
  const { stdout } = await execInjected(['getUsers#2:rate-limit-burst;burst=1'], threeCalls(BESIDE));
  expect(stdout).toBe('200,429,200\n');
});

test('a scenario that does not say how often it fires is injected once', async () => {
  const { stdout } = await execInjected(['getUsers#2:token-expired'], threeCalls(BESIDE));
  expect(stdout).toBe('200,401,200\n');
});

test('two faults at one call meet the call and its repetition', async () => {
  const faults = ['getUsers#1:rate-limit-burst;burst=1', 'getUsers#1:server-error'];
  expect((await execInjected(faults, threeCalls(BESIDE))).stdout).toBe('429,500,200\n');
});

test('an emulator that the command starts in its own process takes the injection from its environment', async () => {
  const source = `import { startEmulator } from ${JSON.stringify(LIBRARY)};
    const emulator = await startEmulator();
    ${threeCalls(`{ ...emulator.sandbox({ name: 'a test' }), apiUrl: emulator.apiUrl, tokenUrl: emulator.tokenUrl, ...pick(emulator) }`)}
    await emulator.close();
    function pick() { const own = emulator.sandbox({ name: 'a test' }); return { clientId: own.clientId, clientSecret: own.clientSecret }; }`;
  const { stdout } = await execInjected(['a test (2)/getUsers#3:server-error'], source);
  expect(stdout).toBe('200,200,500\n');
});

test('the journal that the command reads names the injection', async () => {
  const source = `${threeCalls(BESIDE)}
    const { exchanges } = await (await fetch(process.env.ID_EMULATOR_URL + '/_emulator/sandboxes/default/journal')).json();
    console.log(exchanges.flatMap(({ scenarios }) => scenarios.map(({ scenario, selector }) => scenario + ' by ' + selector)).join());`;
  const { stdout } = await execInjected(['getUsers#2:server-error'], source);
  expect(stdout).toBe('200,500,200\nserver-error by injection\n');
});

test('a held call is overtaken by a later one of the operation that the injection names', async () => {
  const source = `${WITH_QUICK_FETCH}
    const { apiUrl, tokenUrl, clientId, clientSecret } = ${BESIDE};
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const { access_token } = await (await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(form) })).json();
    const journal = process.env.ID_EMULATOR_URL + '/_emulator/sandboxes/default/journal';
    const exchanges = async () => (await (await fetch(journal)).json()).exchanges;
    const ends = [];
    const get = (path) => fetch(apiUrl + path, { headers: { Authorization: 'Bearer ' + access_token } }).then(() => ends.push(path));
    const first = get('/institutions/me/users?search=a');
    while ((await exchanges()).length < 2);
    await Promise.all([first, get('/institutions/me/users')]);
    const { held, release: { order, reason } } = (await exchanges())[1];
    console.log(JSON.stringify({ ends, held, order, reason }));`;
  const url = '/api/v1/institutions/me/users?search=a';
  const injection = `getUsers[${url}]#1:hold;until=answered;of=getUsers;limit="5s"`;
  expect(JSON.parse((await execInjected([injection], source)).stdout)).toEqual({
    ends: ['/institutions/me/users', '/institutions/me/users?search=a'],
    held: true,
    order: 1,
    reason: 'condition',
  });
});

test('a call that did not happen has tested nothing', async () => {
  const { stderr, code } = await execInjected(['getUsers#9:server-error'], threeCalls(BESIDE));
  expect(stderr).toBe('id-emulator: getUsers#9:server-error was not met: getUsers was called 3 times\n');
  expect(code).toBe(2);
});

test.each([
  ['getUsers', 'expected an operation, the number of its call and a scenario'],
  ['getUser#1:server-error', 'there is no operation "getUser"; did you mean "getUsers"?'],
  ['getUsers#1:server-eror', 'There is no scenario "server-eror"'],
  ['issueToken#1:token-expired', 'scenario "token-expired" does not affect issueToken'],
])('--inject %s is refused before the command runs', async (injection, message) => {
  const { code, stdout, stderr } = await execInjected([injection], 'console.log("ran")');
  expect(stderr).toContain(message);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test('an emulator with a store is refused where scenarios are injected', async () => {
  await using running = spawnedEmulator([
    'exec',
    '--inject',
    'getUsers#1:token-expired',
    '--store',
    './data',
    '--',
    'true',
  ]);
  const { code, stderr } = await running.ended;
  expect(code).toBe(2);
  expect(stderr).toBe(
    'id-emulator: --store: expected none while failures are injected (audit, exec --inject), because each run starts afresh; found "./data"\n',
  );
});
