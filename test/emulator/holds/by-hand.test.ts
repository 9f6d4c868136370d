/** A test holds responses of calls that overlap, and releases them in the order that it wants. */

import { Agent, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { openRemoteSandbox, type SandboxControl, startEmulator } from '../../../src/index.js';
import { untilEnd } from '../../until-end.js';

const emulator = await untilEnd(startEmulator({ population: 5 }));

/** A client that has a token, and renews it after each 401: two calls at once renew it twice. */
class Client {
  readonly #sandbox: Pick<SandboxControl, 'apiUrl' | 'tokenUrl' | 'clientId' | 'clientSecret'>;
  #token: string | undefined;

  constructor(sandbox: Pick<SandboxControl, 'apiUrl' | 'tokenUrl' | 'clientId' | 'clientSecret'>) {
    this.#sandbox = sandbox;
  }

  async users(): Promise<number> {
    this.#token ??= await this.#newToken();
    const { status } = await this.get();
    if (status !== 401) return status;
    this.#token = await this.#newToken();
    return (await this.get()).status;
  }

  get(query = ''): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.#token}` };
    return fetch(`${this.#sandbox.apiUrl}/institutions/me/users${query}`, { headers });
  }

  post(path: string, body: object, signal?: AbortSignal): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json' };
    return fetch(this.#sandbox.apiUrl + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
  }

  async #newToken(): Promise<string> {
    const { tokenUrl, clientId, clientSecret } = this.#sandbox;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const response = await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
    return ((await response.json()) as { access_token: string }).access_token;
  }
}

async function clientOf(sandbox: SandboxControl): Promise<Client> {
  const client = new Client(sandbox);
  await client.users();
  return client;
}

test('two calls that are refused at once show a client that renews its token twice', async () => {
  const sandbox = emulator.sandbox();
  const client = await clientOf(sandbox);
  sandbox.use('token-revoked');
  const hold = await sandbox.hold('getUsers', { calls: 2 });
  const both = Promise.all([client.users(), client.users()]);
  const [first, second] = await hold.arrived();
  await second.release();
  await first.release();
  expect(await both).toEqual([200, 200]);
  expect(sandbox.requests({ operation: 'issueToken' })).toHaveLength(3);
});

test('a held call was carried out on arrival, and is in the journal at once', async () => {
  const sandbox = emulator.sandbox();
  const client = await clientOf(sandbox);
  const hold = await sandbox.hold('getUsers');
  const response = client.get();
  const [held] = await hold.arrived();
  expect(sandbox.requests().at(-1)).toMatchObject({ id: held.exchange, status: 200, held: true });
  expect(sandbox.requests().at(-1)).not.toHaveProperty('release');
  sandbox.clock.advance('2h');
  sandbox.use('server-error');
  await held.release();
  expect((await response).status).toBe(200);
  expect(Date.parse((await response).headers.get('Date')!)).toBeLessThan(sandbox.clock.now().getTime() - 7_000_000);
});

test('the journal says in which order held calls went on, how long they were held and why', async () => {
  const sandbox = emulator.sandbox();
  const client = await clientOf(sandbox);
  const hold = await sandbox.hold('getUsers', { calls: 3 });
  const answers = ['?limit=1', '?limit=2', '?limit=3'].map((query) => client.get(query).catch(() => undefined));
  const [, second, third] = await hold.arrived();
  await third.fail('connection-reset');
  await second.release();
  await hold.end();
  await Promise.all(answers);
  const releases = await vi.waitFor(() => {
    const ends = sandbox.requests({ after: 2 }).map(({ release }) => release);
    expect(ends).not.toContain(undefined);
    return ends.map((release) => release!);
  });
  expect(releases.map(({ order, reason }) => [order, reason])).toEqual([
    [3, 'released'],
    [2, 'released'],
    [1, 'failed'],
  ]);
  expect(sandbox.requests().at(-1)!.response.ending).toBe('reset');
  expect(releases[1]!.after).toBeGreaterThan(releases[2]!.after + 49);
  expect(releases[0]!.after).toBeGreaterThan(releases[1]!.after + 49);
});

test('a call beyond those of the hold passes', async () => {
  const sandbox = emulator.sandbox();
  const client = await clientOf(sandbox);
  const hold = await sandbox.hold('getUsers');
  const held = client.get();
  await hold.arrived();
  expect((await client.get()).status).toBe(200);
  await hold.end();
  expect((await held).status).toBe(200);
});

test('a call is let go when its limit is reached, also with fake timers and a frozen clock', async () => {
  const sandbox = emulator.sandbox();
  const client = await clientOf(sandbox);
  sandbox.clock.freeze();
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date'] });
  try {
    const hold = await sandbox.hold('getUsers', { limit: 30 });
    expect((await client.get()).status).toBe(200);
    const [held] = await hold.arrived();
    await expect(held.release()).rejects.toThrow(
      /^Call 1 of the hold "h1" has gone on: held for \d+ ms: its limit was/,
    );
  } finally {
    vi.useRealTimers();
  }
});

test('a hold that ends after a time lets its calls go', async () => {
  const sandbox = emulator.sandbox();
  const client = await clientOf(sandbox);
  await sandbox.hold('getUsers', { endsAfter: 1_000 });
  expect((await client.get()).status).toBe(200);
  expect(sandbox.requests().at(-1)).toMatchObject({ release: { reason: 'limit' } });
});

test('the refusal of arrived() lists what has arrived, and says that the client has one connection', async () => {
  const sandbox = emulator.sandbox();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = (): void => {
    const { accessToken } = sandbox.accessToken();
    const headers = { Authorization: `Bearer ${accessToken}` };
    httpRequest(`${sandbox.apiUrl}/institutions/me/users`, { agent, headers }, (res) => res.resume())
      .on('error', () => undefined)
      .end();
  };
  const hold = await sandbox.hold('getUsers', { calls: 2 });
  get();
  get();
  await expect(hold.arrived()).rejects.toThrow(
    'Expected 2 calls of getUsers within 3 s; arrived: 1. Held: #1 GET /api/v1/institutions/me/users 200  held. The client has used one connection, whose first response is held: no more can arrive there.',
  );
  await hold.end();
  agent.destroy();
});

test('a response on a pipelined connection cannot overtake the one before it', async () => {
  const sandbox = emulator.sandbox();
  const { accessToken } = sandbox.accessToken();
  const { hostname, port } = new URL(sandbox.url);
  const socket: Socket = connect(Number(port), hostname);
  const line = `GET /api/v1/institutions/me/users HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${accessToken}\r\n\r\n`;
  const hold = await sandbox.hold('getUsers', { calls: 2 });
  socket.write(line + line);
  const [first, second] = await hold.arrived();
  await expect(second.release()).rejects.toThrow('cannot overtake that of exchange 1 before it on connection');
  await first.release();
  await second.release();
  socket.destroy();
});

test('a client that leaves ends the hold of its response', async () => {
  const sandbox = emulator.sandbox();
  const client = await clientOf(sandbox);
  const hold = await sandbox.hold('createCredentialsRequest');
  const leaving = new AbortController();
  const answer = client.post('/institutions/me/credentials/request', {}, leaving.signal);
  answer.catch(() => undefined);
  const [held] = await hold.arrived();
  leaving.abort();
  await vi.waitFor(() => {
    expect(sandbox.requests().at(-1)).toMatchObject({ release: { reason: 'client-gone' } });
  });
  await expect(held.release()).rejects.toThrow('the client left');
});

test('a held request is carried out when it is released, even if its client has left', async () => {
  const sandbox = emulator.sandbox();
  const client = await clientOf(sandbox);
  const hold = await sandbox.hold('generateVerificationLink', { at: 'request' });
  const leaving = new AbortController();
  const answer = client.post('/verification/generate-link', { contractId: '00' }, leaving.signal);
  answer.catch(() => undefined);
  const [held] = await hold.arrived();
  expect(held.exchange).toBeUndefined();
  expect(sandbox.requests({ operation: 'generateVerificationLink' })).toEqual([]);
  leaving.abort();
  expect((await client.get()).status).toBe(200);
  await held.release();
  expect(sandbox.requests().at(-1)).toMatchObject({
    operation: 'generateVerificationLink',
    held: true,
    release: { order: 1, reason: 'released' },
  });
});

test('the caller of a held request is authenticated again when it is released', async () => {
  const sandbox = emulator.sandbox();
  const client = await clientOf(sandbox);
  const hold = await sandbox.hold('generateVerificationLink', { at: 'request' });
  const answer = client.post('/verification/generate-link', { contractId: '00' });
  const [held] = await hold.arrived();
  sandbox.clock.advance('2h');
  await held.release();
  expect((await answer).status).toBe(401);
});

test('held calls go on when their sandbox is removed or reset', async () => {
  const sandbox = emulator.sandbox();
  const client = await clientOf(sandbox);
  await (await sandbox.hold('getUsers')).end();
  const hold = await sandbox.hold('getUsers', { calls: 2 });
  const first = client.get();
  await hold.arrived(1);
  sandbox.reset();
  expect((await first).status).toBe(200);
  await expect(hold.arrived()).rejects.toThrow('There is no open hold "h2"');
});

test('held calls go on when the emulator ends', async () => {
  const own = await startEmulator({ population: 5 });
  const client = await clientOf(own.defaultSandbox);
  const hold = await own.defaultSandbox.hold('getUsers');
  const response = client.get();
  await hold.arrived();
  await own.close();
  expect((await response).status).toBe(200);
  expect(own.defaultSandbox.requests().at(-1)).toMatchObject({ release: { reason: 'shutdown' } });
});

test("the emulator's own requests and preflights are not held", async () => {
  const sandbox = emulator.sandbox();
  const hold = await sandbox.hold('getUsers');
  const target = '/api/v1/institutions/me/users';
  const { clientId } = sandbox;
  const sent = await sandbox.send({ method: 'GET', target, clientId });
  expect(sent).not.toHaveProperty('held');
  await fetch(sandbox.url + target, { method: 'OPTIONS' });
  await hold.end();
  expect(sandbox.requests().some(({ held }) => held)).toBe(false);
});

test.each([
  ['getUzers', {}, 'did you mean "getUsers"?'],
  ['getUsers', { at: 'request' }, 'Only a POST can be held before it is carried out'],
  ['getUsers', { calls: 0 }, 'Expected an integer from 1 to 1000, found 0.'],
  ['getUsers', { limit: 1e9 }, 'Expected an integer from 1 to 600000'],
] as const)('hold(%s, %j) is refused', async (operation, options, message) => {
  await expect(emulator.defaultSandbox.hold(operation as 'getUsers', options)).rejects.toThrow(message);
});

test('a sandbox in another process holds and releases calls in the same way', async () => {
  const sandbox = await openRemoteSandbox({ url: emulator.url });
  const client = new Client(sandbox);
  await client.users();
  const hold = await sandbox.hold('getUsers', { calls: 2 });
  const order: string[] = [];
  const both = ['?limit=1', '?limit=2'].map(async (query) => {
    await client.get(query);
    order.push(query);
  });
  const [first, second] = await hold.arrived();
  await second.release();
  await first.release();
  await Promise.all(both);
  const came = (await sandbox.requests({ after: 2 })).map(({ query }) => `?${query}`);
  expect(order).toEqual(came.toReversed());
  await expect(hold.arrived(3)).rejects.toThrow('Expected an integer from 1 to 2, found 3.');
});
