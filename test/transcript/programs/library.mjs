/** What the library does in a program: each method of a sandbox, here and through the control plane, and its functions. */

import { createServer } from 'node:http';
import * as library from 'id-emulator';
import * as pact from 'id-emulator/pact';
import { namesOf, show } from './outcome.mjs';

const { startEmulator, openRemoteSandbox, findRemoteSandbox, createEmulatorApp } = library;
const NOW = '2026-01-31T09:00:00Z';

for (const [name, entry] of Object.entries({ library, pact }))
  console.log(
    name,
    Object.entries(entry).map(([key, value]) => `${key}: ${typeof value}`),
  );

const emulator = await startEmulator({ port: 0, now: NOW });

/** @param {any} sandbox @param {string} path @param {unknown[]} given */
function call(sandbox, path, given) {
  const steps = path.split('.');
  const name = steps.pop();
  const owner = steps.reduce((object, step) => object[step], sandbox);
  return owner[name](...given);
}

/** @param {any} sandbox @param {string} token */
async function request(sandbox, token, path, headers = {}) {
  const response = await fetch(`${sandbox.apiUrl}/institutions/me/${path}`, {
    headers: { Authorization: `Bearer ${token}`, ...headers },
  });
  await response.arrayBuffer();
}

/** Every method with good and bad arguments, in an order in which each finds what it is about. */
const calls = ({ ben, alice, contract, other }, state) => [
  ['show'],
  ['clock.reading'],
  ['clock.now'],
  ['clock.advance', 'PT1H'],
  ['clock.advance', 1_500],
  ['clock.advance', 'soon'],
  ['clock.set', '2026-02-01T00:00:00Z'],
  ['clock.set', new Date('2026-02-02T00:00:00Z'), { frozen: true }],
  ['clock.set', 'yesterday'],
  ['clock.freeze', NOW],
  ['clock.freeze', new Date('x')],
  ['use', 'extra-members'],
  ['use', 'drip', { bytes: 0 }],
  ['use', 'flakey'],
  ['use', 'rate-limit-burst', { burst: 2 }, { count: 3 }],
  ['scenarios.use', 'rate-limit-steady', { requests: 5 }, { for: 'PT30S' }],
  ['scenarios.select', 'latency;from="0ms";to="1ms", server-error', { count: 2 }],
  ['scenarios.select', 'flakey'],
  ['scenarios.active'],
  ['scenarios.stop', '1'],
  ['scenarios.stop', '99'],
  ['scenarios.replace', 'short-page'],
  ['scenarios.replace', ''],
  ['scenarios.stopAll'],
  ['world.parties', { search: 'ben' }],
  ['world.parties', { limit: 0 }],
  ['world.party', ben],
  ['world.party', 'nobody'],
  ['world.seen', ben],
  ['world.seen', 'nobody'],
  ['world.addParty', { email: 'ada@example.com', firstName: 'Ada', lastName: 'Abbott' }],
  ['world.addParty', { email: 'ada' }],
  ['world.changeParty', alice, { status: 'BLOCKED' }],
  ['world.changeParty', alice, { status: 'GONE' }],
  ['world.credential', contract],
  ['world.credential', '00'],
  ['world.issue', ben, { provider: 'REDDIT' }],
  ['world.issue', ben, { provider: 'MYSPACE' }],
  ['world.request', ben, 'GITHUB'],
  ['world.approve', ben],
  ['world.request', ben, 'GOOGLE', 'REJECTED'],
  ['world.reject', ben],
  ['world.decide', ben, { status: 'APPROVED', after: 'PT1H' }],
  ['world.decide', ben, { status: 'GONE' }],
  ['world.supersede', other],
  ['world.expire', other, 'PT1H'],
  ['world.archive', contract, '5m'],
  ['world.revoke', contract],
  ['world.revoke', '00'],
  ['world.revoke', contract, 'soon'],
  ['world.events'],
  ['upcoming'],
  ['accessToken'],
  ['accessToken', { lifetime: 60 }],
  ['accessToken', { lifetime: 0 }],
  ['verificationLink', other],
  ['verificationLink', '00'],
  ['verificationLink', other, { lifetime: 0 }],
  ['send', { method: 'GET', path: '/api/v1/institutions/me/users?limit=1' }],
  ['send', { method: 'GET', path: 'users' }],
  ['requests'],
  ['requests', { operation: 'getUsers' }],
  ['requests', { operation: 'getUser' }],
  ['requests', { status: '4xx', limit: 1 }],
  ['verify', [{ operation: 'getUsers', count: 2 }]],
  ['verify', [{ operation: 'getUsers', within: 1_000 }, { operation: 'getCredentials' }], { inOrder: true }],
  ['verify', [{ operation: 'getUser' }]],
  ['verify', []],
  ['behaviour'],
  ['behaviour', { strict: true }],
  ['coverage'],
  ['fidelity'],
  ['pact', { consumer: 'shop' }],
  ['pact', { consumer: 'shop', provider: 'ids', exchange: 2 }],
  ['pact', { consumer: '' }],
  ['contract'],
  ['state'],
  ['bundle'],
  ['load', state],
  ['load', {}],
  ['world.events'],
  ['reset'],
  ['bundle'],
  // The bundle of a sandbox tells when its clock was thawed, in real time.
  ['clock.thaw'],
];

/** Of `journal`, which only a sandbox in this process has. */
const LOCAL = [
  ['journal.exchanges'],
  ['journal.exchanges', { path: '/api/v1/*/me/users' }],
  ['journal.exchange', 1],
  ['journal.exchange', 99],
  ['journal.har', 'http://emulator:4010'],
  ['journal.clear'],
  ['journal.exchanges'],
];

/** @param {string} title @param {any} sandbox @param {unknown[][]} [more] */
async function all(title, sandbox, more = []) {
  console.log(`\n## ${title}`);
  console.log(namesOf(sandbox).join(' '));
  for (const part of ['clock', 'scenarios', 'world', 'journal'])
    if (sandbox[part]) console.log(part, namesOf(sandbox[part]).join(' '));
  const { items } = await sandbox.world.parties({ limit: 20 });
  const party = (alias) => items.find((each) => each.alias === alias);
  const [ben, alice, eva] = ['ben', 'alice', 'eva'].map(party);
  const names = {
    ben: ben.partyId,
    alice: alice.partyId,
    contract: ben.credentials[0].contractId,
    other: eva.credentials[0].contractId,
  };
  const state = await sandbox.state();
  const { accessToken } = await sandbox.accessToken();
  for (const path of ['users?limit=1', 'users?limit=2&x=1', `credentials/${names.ben}`, 'nothing'])
    await request(sandbox, accessToken, path);
  await request(sandbox, accessToken, 'users?limit=3', { 'Emulator-Scenario': 'server-error' });
  for (const [path, ...given] of [...more.slice(0, -2), ...calls(names, state), ...more.slice(-2)])
    await show(`${path}(${JSON.stringify(given).slice(1, -1).slice(0, 300)})`, () => call(sandbox, path, given));
  if (library.describeFailure !== undefined && more.length > 0)
    await show('describeFailure()', () => library.describeFailure(sandbox));
  await show('remove()', () => sandbox.remove());
  for (const path of ['show', 'clock.reading', 'world.parties', 'requests', 'remove'])
    await show(`${path}() of a sandbox that is removed`, () => call(sandbox, path, []));
}

await all('a sandbox', emulator.sandbox({ name: 'here', now: NOW }), LOCAL);
await all(
  'a sandbox through the control plane',
  await openRemoteSandbox({ url: emulator.url }, { name: 'there', now: NOW }),
);

console.log('\n## emulators');
await show('defaultSandbox.show()', () => emulator.defaultSandbox.show());
await show('sandboxes()', () => emulator.sandboxes().map((sandbox) => sandbox.show()));
for (const options of [
  { clientId: 'demo-institution' },
  { seed: -1 },
  { fixture: 'nonsense' },
  { scenario: 'flakey' },
  { nonsense: 1 },
]) {
  const text = JSON.stringify(options);
  await show(`sandbox(${text})`, () => emulator.sandbox(options).id);
  await show(`openRemoteSandbox(${text})`, async () => (await openRemoteSandbox({ url: emulator.url }, options)).id);
  await show(`startEmulator(${text})`, async () => (await startEmulator({ ...options, port: 0 })).close());
}
await show('startEmulator() with what is wrong', () =>
  startEmulator({ port: 'many', tokenTtl: 0, variants: { x: 'y' } }),
);
await show('findRemoteSandbox()', async () => (await findRemoteSandbox({ url: emulator.url }, 'default')).show());
await show('findRemoteSandbox(), nobody', () => findRemoteSandbox({ url: emulator.url }, 'nobody'));
await show('findRemoteSandbox(), no emulator', () => findRemoteSandbox({ url: 'http://127.0.0.1:2' }, 'default'));
await show('variants()', () => library.variants());
await show('a mounted emulator', async () => {
  const server = createServer(createEmulatorApp({ now: NOW })).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const base = `http://127.0.0.1:${server.address().port}`;
  const answers = [];
  for (const path of ['/_emulator/sandboxes', '/api/v1/institutions/me/users', '/nothing']) {
    const response = await fetch(base + path);
    answers.push([path, response.status, await response.text()]);
  }
  server.close();
  return answers;
});

console.log('\n## tools');
const pacts = ['consumer-plain/mistakes/wrong-path.json', 'consumer-plain/mistakes/wrong-type.json'];
const report = await show('verifyPacts()', () => pact.verifyPacts({ pacts }));
if (report !== undefined)
  for (const write of ['textReport', 'junitReport']) await show(`${write}()`, () => pact[write](report));
await show('verifyPacts(), nothing', () => pact.verifyPacts({ pacts: ['nowhere'] }));
await emulator.close();
await show('show() of an emulator that is closed', () => emulator.defaultSandbox.show());
