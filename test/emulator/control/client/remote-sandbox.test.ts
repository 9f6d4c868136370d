/** A remote sandbox behaves like one in-process. */

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, expectTypeOf, test } from 'vitest';
import { startEmulator, type Emulator, type SandboxControl } from '../../../../src/index.js';
import { sandboxOptionsFor, setUpStates } from '../../../../src/pact/states/set-up-states.js';
import { providerStates } from '../../../../src/pact/states/shipped-states.js';
import type { SandboxOpening } from '../../../../src/pact/states/provider-state.js';
import type { StateSandbox } from '../../../../src/pact/states/state-sandbox.js';
import { findRemoteSandbox, openRemoteSandbox, type RemoteSandbox } from '../../../../src/remote/remote-sandbox.js';
import { filledSentence } from '../../../pact/states/filled-sentence.js';
import { untilEnd } from '../../../until-end.js';

const NOW = '2026-01-31T09:00:00.000Z';
const OTHERS = { time: '2026-02-01T00:00:00Z', duration: 'PT2H', after: 'PT5M' };

const emulator = await untilEnd(startEmulator({ population: 3, now: NOW }));
const locked = await untilEnd(startEmulator({ population: 0, controlToken: 'let-me-in' }));

test.each(providerStates.map((state) => [state.name, state] as const))(
  '%s is set up over HTTP as it is in-process',
  async (_, state) => {
    const given = [{ name: filledSentence(state.sentences[0]!, state, OTHERS), params: {} }];
    const options = sandboxOptionsFor(given, providerStates);
    const [near, far] = [emulator.sandbox(options), await openRemoteSandbox(emulator, options)];
    const [here, there] = [
      await setUpStates(given, providerStates, near),
      await setUpStates(given, providerStates, far),
    ];
    const twin = emulator.sandboxes().find(({ id }) => id === far.id)!;
    expect(twin.world.events()).toEqual(near.world.events());
    expect([twin.clock.reading(), twin.scenarios.active()]).toEqual([near.clock.reading(), near.scenarios.active()]);
    expect(there.found).toEqual(here.found);
    expect(Object.keys(there.values)).toEqual(Object.keys(here.values));
    near.remove();
    await far.remove();
    expect(emulator.sandboxes()).toHaveLength(1);
  },
);

test('provider states can use both kinds of sandboxes, and open them', () => {
  expectTypeOf<SandboxControl>().toExtend<StateSandbox>();
  expectTypeOf<RemoteSandbox>().toExtend<StateSandbox>();
  expectTypeOf<SandboxOpening>().toExtend<NonNullable<Parameters<Emulator['sandbox']>[0]>>();
});

test('a list of parties may be longer than a page over HTTP', async () => {
  const sandbox = await openRemoteSandbox(emulator, { population: 250, fixture: 'empty' });
  const { items, total } = await sandbox.world.parties({ limit: 1_000 });
  expect([total, new Set(items.map(({ partyId }) => partyId)).size]).toEqual([250, 250]);
  expect((await sandbox.world.parties({ limit: 120, offset: 10 })).items.map(({ partyId }) => partyId)).toEqual(
    items.slice(10, 130).map(({ partyId }) => partyId),
  );
  expect((await sandbox.world.parties({ search: 'nobody' })).items).toEqual([]);
});

test('the clock moves by milliseconds and to dates as it does in-process', async () => {
  const sandbox = await openRemoteSandbox(emulator);
  expect(await sandbox.clock.advance(-1_500)).toEqual({ time: '2026-01-31T08:59:58.500Z', frozen: true });
  expect(await sandbox.clock.set(new Date(NOW), { frozen: false })).toMatchObject({ frozen: false });
  expect(await sandbox.clock.freeze(NOW)).toEqual({ time: NOW, frozen: true });
  await expect(sandbox.clock.set(new Date(Number.NaN))).rejects.toMatchObject({ name: 'Problem', status: 422 });
});

test('a remote sandbox has every method of a sandbox but those of its journal', async () => {
  const [near, far] = [emulator.sandbox(), await openRemoteSandbox(emulator)];
  const namesIn = (value: object): string[] =>
    [...Object.keys(value), ...Object.getOwnPropertyNames(Object.getPrototypeOf(value))].filter(
      (name) => !Object.getOwnPropertyNames(Object.prototype).includes(name),
    );
  const wanted = namesIn(near).filter((name) => name !== 'journal');
  expect(namesIn(far)).toEqual(expect.arrayContaining(wanted));
  for (const part of ['clock', 'scenarios', 'world'] as const)
    expect(namesIn(far[part])).toEqual(expect.arrayContaining(namesIn(near[part])));
});

test('the exchanges of a remote sandbox are queried, verified, judged and exported as in-process', async () => {
  const far = await openRemoteSandbox(emulator, { name: 'a test' });
  const near = emulator.sandboxes().find(({ id }) => id === far.id)!;
  await far.use('rate-limit-burst', { burst: 1 });
  const headers = { Authorization: `Bearer ${(await far.accessToken()).accessToken}` };
  for (let call = 0; call < 2; call++) await fetch(`${far.apiUrl}/institutions/me/users?limit=1`, { headers });

  expect(await far.requests()).toEqual(near.requests());
  expect((await far.requests({ operation: 'getUsers', status: 429, limit: 1 })).map(({ id }) => id)).toEqual([1]);
  expect(await far.verify([{ status: 429 }, { status: '2xx', within: 60_000 }])).toMatchObject({ passed: true });
  expect(await far.behaviour({ strict: true })).toEqual(near.behaviour({ strict: true }));
  expect(await far.fidelity()).toEqual(near.fidelity());
  expect(await far.pact({ consumer: 'a test' })).toEqual(near.pact({ consumer: 'a test' }));
  expect(await far.bundle()).toEqual(near.bundle());
  expect([far.name, far.url, await far.show()]).toEqual(['a test', near.url, near.show()]);
  await far.reset();
  expect(await far.requests()).toEqual([]);
});

test('scenarios of a remote sandbox are listed, replaced and stopped, and its clock runs again', async () => {
  const far = await openRemoteSandbox(emulator);
  const [{ id } = { id: '' }] = await far.scenarios.replace('latency, rate-limit-burst');
  expect((await far.scenarios.active()).map(({ scenario }) => scenario)).toEqual(['latency', 'rate-limit-burst']);
  await far.scenarios.stop(id);
  expect((await far.scenarios.active()).map(({ scenario }) => scenario)).toEqual(['rate-limit-burst']);
  await far.scenarios.stopAll();
  expect(await far.scenarios.active()).toEqual([]);
  expect(await far.clock.now()).toEqual(new Date(NOW));
  expect(await far.clock.thaw()).toMatchObject({ frozen: false });
});

test('a data request is approved or rejected in a remote world', async () => {
  const far = await openRemoteSandbox(emulator, { fixture: 'empty' });
  const { partyId } = await far.world.addParty({ firstName: 'Ada', lastName: 'Archer' });
  await far.world.request(partyId, 'GITHUB');
  expect((await far.world.reject(partyId)).decided).toMatchObject([{ provider: 'GITHUB', status: 'REJECTED' }]);
  expect((await far.world.events()).events.length).toBeGreaterThan(1);
});

test.each([
  ['lapses if that is said', true, 'EXPIRED'],
  ['stays pending otherwise', undefined, 'PENDING'],
])('a data request that a test makes in a remote world %s', async (_, lapses, status) => {
  const far = await openRemoteSandbox(emulator, { fixture: 'empty' });
  const { partyId } = await far.world.addParty({ firstName: 'Ada', lastName: 'Archer' });
  await far.world.request(partyId, 'GITHUB', 'PENDING', lapses);
  await far.clock.advance('P31D');
  expect((await far.world.party(partyId)).requests).toMatchObject([{ provider: 'GITHUB', status }]);
});

test('an existing sandbox is found, and its state is restored', async () => {
  const sandbox = await findRemoteSandbox(emulator, 'default');
  expect(sandbox).toMatchObject({
    id: 'default',
    clientId: 'demo-institution',
    clientSecret: 'demo-secret',
    apiUrl: emulator.apiUrl,
    tokenUrl: emulator.tokenUrl,
  });
  const before = await sandbox.state();
  await sandbox.use('latency', { from: '1ms', to: '2ms' }, { count: 1 });
  await sandbox.load(before);
  expect(emulator.defaultSandbox.scenarios.active()).toEqual([]);
});

test('a control token gives access to an emulator that requires one', async () => {
  const sandbox = await openRemoteSandbox({ url: locked.url, controlToken: 'let-me-in' });
  await expect(sandbox.accessToken()).resolves.toMatchObject({ expiresIn: 3_600 });
});

test.each([
  [undefined, 'requires its control token; give it with --control-token'],
  ['wrong', 'requires another control token; give it with --control-token'],
])('the control token %j is refused with a reason', async (controlToken, message) => {
  await expect(openRemoteSandbox({ url: locked.url, controlToken })).rejects.toThrow(
    `the emulator at ${locked.url} ${message}`,
  );
});

test('a refusal of the control plane is thrown with its own message', async () => {
  await expect(openRemoteSandbox(emulator, { fixture: 'nowhere.yaml' })).rejects.toThrow(
    'Body /fixture: expected default, sound, empty, users-1 to users-1000 or an object, found "nowhere.yaml".',
  );
  await expect(findRemoteSandbox(emulator, 'nowhere')).rejects.toThrow('There is no sandbox "nowhere".');
  const sandbox = await openRemoteSandbox(emulator);
  await expect(sandbox.world.party('party::none')).rejects.toMatchObject({ status: 404, title: 'Not found' });
  await expect(sandbox.scenarios.use('no-such-thing')).rejects.toThrow('There is no scenario "no-such-thing"');
});

async function withServer<Result>(listener: RequestListener, act: (url: string) => Promise<Result>): Promise<Result> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    return await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test.each<[string, RequestListener, string]>([
  [
    'answers with a page',
    (_, res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Hello</p>'),
    'status 200 and text/html',
  ],
  [
    'knows no such path',
    (_, res) => res.writeHead(404, { 'Content-Type': 'application/json' }).end('{}'),
    'status 404 and application/json',
  ],
  [
    'sends clients elsewhere',
    (_, res) => res.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
    'status 302 and no content type',
  ],
])('a server that %s is not an emulator', async (_, listener, found) => {
  await withServer(listener, async (url) => {
    await expect(openRemoteSandbox({ url, controlToken: 'secret' })).rejects.toThrow(
      `the server at ${url} is not an emulator of this version: expected the response to createSandbox from its control plane, found ${found}; give the address of an emulator`,
    );
  });
});

test('an address without a server is an error', async () => {
  const url = await withServer(
    () => undefined,
    (known) => Promise.resolve(known),
  );
  await expect(openRemoteSandbox({ url })).rejects.toThrow(
    /^nothing answers at http:\/\/127\.0\.0\.1:\d+\/_emulator\/sandboxes \(ECONNREFUSED\); start an emulator there, or give the address of another one$/,
  );
});

test.each(['', 'localhost:4010', 'ftp://localhost', 'http://'])('%j is no address', async (url) => {
  await expect(openRemoteSandbox({ url })).rejects.toThrow(
    `expected the address of an emulator such as http://127.0.0.1:4010, found ${JSON.stringify(url)}`,
  );
});
