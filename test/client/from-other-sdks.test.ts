/** What those who come from other libraries look for: requests of any kind, logs, retries of one call, pages, proxies. */

import { Agent, createServer, type IncomingMessage } from 'node:http';
import { inspect } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import {
  idSdk,
  InvalidArgumentError,
  type ConnectConfig,
  type FailureEvent,
  type RequestEvent,
} from 'id-emulator/client';
import { CLIENT_SECRET, startBroken } from './broken-service.js';
import { listening, type Listening } from '../listening.js';
import { failureOf } from './client-under-test.js';

const USERS = '/institutions/me/users';
const FAILING = { status: 502, body: { error: 'bad_gateway' } };

test('request() calls an endpoint that has no method yet, with token, query, body, and its own options', async () => {
  await using service = await startBroken(() => ({ body: { id: 7 } }));
  const { connection } = service;
  const data = await connection.request<{ id: number }>(
    'put',
    '/future/a%2Fb',
    { query: { tag: ['x y', 'z'], limit: 2, none: undefined }, body: { name: 'é' } },
    { headers: { 'X-Tenant': 'b' } },
  );
  expect(data.id).toBe(7);
  const { method, url, headers, body } = service.requests.at(-1)!;
  expect({ method, url: url.pathname + url.search, body: JSON.parse(body) as unknown }).toEqual({
    method: 'PUT',
    url: '/api/v1/future/a%2Fb?tag=x+y&tag=z&limit=2',
    body: { name: 'é' },
  });
  expect(headers).toMatchObject({
    authorization: 'Bearer token-1',
    'content-type': 'application/json',
    'x-tenant': 'b',
  });
});

test('a logger gets every event with a message, and no secrets', async () => {
  const lines: [string, RequestEvent][] = [];
  await using service = await startBroken(
    ({ nth, headers }) => (nth === 1 ? { status: 503, body: { message: headers.authorization } } : FAILING),
    {
      retries: 1,
      headers: { 'X-Api-Key': 'key-of-the-caller' },
      logger: { debug: (message, event) => lines.push([message, event]) },
    },
  );
  await failureOf(service.connection.getUsers({ search: 'needle' }));
  expect(lines.map(([message]) => message)).toEqual([
    'issueToken onRequest',
    'issueToken onResponse',
    'getUsers onRequest',
    'getUsers onResponse',
    'getUsers onRetry',
    'getUsers onRequest',
    'getUsers onResponse',
    'getUsers onFailure',
  ]);
  const shown = inspect(lines, { depth: 9 });
  for (const secret of ['needle', 'token-1', 'key-of-the-caller', CLIENT_SECRET]) expect(shown).not.toContain(secret);
});

test('a logger that throws or rejects fails no call', async () => {
  const debug = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('the disk is full')));
  debug.mockImplementationOnce(() => {
    throw new Error('the disk is full');
  });
  await using service = await startBroken(() => ({}), { logger: { debug } });
  expect((await service.connection.getUsers()).items).toEqual([]);
  expect(debug).toHaveBeenCalledTimes(4);
});

test('onFailure is called once for each call that fails for good, and not for one that is aborted', async () => {
  const failures: FailureEvent[] = [];
  await using service = await startBroken(({ nth }) => (nth < 4 ? FAILING : nth === 4 ? {} : undefined), {
    retries: 1,
    onFailure: (event) => failures.push(event),
  });
  const error = await failureOf(service.connection.getUsers());
  expect(failures).toMatchObject([{ operation: 'getUsers', attempt: 2, status: 502, error }]);
  // This one succeeds with its second attempt.
  await service.connection.getUsers();
  const controller = new AbortController();
  const aborted = service.connection.getUsers({}, { signal: controller.signal });
  setTimeout(() => {
    controller.abort();
  }, 20);
  await failureOf(aborted);
  await failureOf(service.connection.resolve(' '));
  expect(failures).toHaveLength(1);
  const late = await failureOf(service.connection.getUsers({}, { timeout: 30 }));
  expect(failures.at(-1)).toMatchObject({ status: 0, error: late });
});

test('onFailure is called for a token request that fails, too', async () => {
  const operations: string[] = [];
  await using service = await startBroken(() => ({}), {
    issue: () => ({ status: 401, body: { error: 'invalid_client' } }),
    onFailure: ({ operation }) => operations.push(operation),
  });
  await failureOf(service.connection.getUsers());
  expect(operations).toEqual(['issueToken', 'getUsers']);
});

test('withResponse() returns the response of fetch, and its text', async () => {
  const text = '{ "items": [], "pagination": {"total": 0}, "later": 1 }';
  const sent: Response[] = [];
  await using service = await startBroken(() => ({ body: text, headers: { 'X-Region': 'eu' } }), {
    fetch: async (url, init) => {
      sent.push(await fetch(url, init));
      return sent.at(-1)!;
    },
  });
  const { response, text: received, data } = await service.connection.withResponse().getUsers();
  expect(response).toBe(sent[1]);
  expect(response.headers.get('x-region')).toBe('eu');
  expect(response.bodyUsed).toBe(true);
  expect(received).toBe(text);
  expect(data).toEqual(JSON.parse(text));
  const other = await service.connection.withResponse().request('GET', '/future');
  expect(other.response).toBe(sent[2]);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const GOOD = { clientId: 'a', clientSecret: 'b', baseUrl: 'http://127.0.0.1:9', tokenUrl: 'http://127.0.0.1:9/token' };

test('in a browser connect is refused with the reason, unless allowBrowser is true', async () => {
  vi.stubGlobal('window', { document: {} });
  for (const allowBrowser of [undefined, false, 1 as unknown as boolean]) {
    const failure = await failureOf(idSdk.connect({ ...GOOD, allowBrowser }));
    expect(failure).toBeInstanceOf(InvalidArgumentError);
    expect(failure.message).toBe('a browser shows the client secret to its user; allowBrowser allows it');
  }
  expect(await idSdk.connect({ ...GOOD, allowBrowser: true })).toHaveProperty('getUsers');
});

/** Whether this Node.js can use the variables: from 22.21 and 24.5 on. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const CAN_PROXY = major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);

/** A proxy that answers each request with an empty page, refuses tunnels, and keeps the first lines that it gets. */
async function startProxy(): Promise<Listening & { readonly received: string[] }> {
  const received: string[] = [];
  const note = ({ method, url }: IncomingMessage): unknown => received.push(`${method} ${url}`);
  const server = createServer((request, response) => {
    note(request);
    response.setHeader('Content-Type', 'application/json');
    response.end('{"access_token":"a","expires_in":60,"items":[]}');
  });
  server.on('connect', (request, socket) => {
    note(request);
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
  });
  return { ...(await listening(server)), received };
}

/** Only these of the variables are set. */
function withVariables(variables: Readonly<Record<string, string>>): void {
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'])
    for (const spelling of [name, name.toLowerCase()]) vi.stubEnv(spelling, variables[spelling]);
}

/** A host that no name server knows (RFC 6761 section 6.4): only a proxy responds for it. */
const FAR = 'service.invalid';

test.each(['HTTP_PROXY', 'http_proxy'])('%s is used where Node.js can, and otherwise ignored', async (name) => {
  await using proxy = await startProxy();
  withVariables({ [name]: `http://${proxy.host}` });
  const connection = await idSdk.connect({ ...GOOD, baseUrl: `http://${FAR}`, retries: 0 });
  const outcome = await connection.checkVerificationStatus('t').catch((error: unknown) => error);
  expect(proxy.received).toEqual(CAN_PROXY ? [`GET http://${FAR}/api/v1/verification/check/t`] : []);
  expect(outcome instanceof Error).toBe(!CAN_PROXY);
});

test.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])('no request to %s goes through a proxy', async (host) => {
  await using proxy = await startProxy();
  await using service = await startBroken();
  withVariables({ HTTP_PROXY: `http://${proxy.host}`, HTTPS_PROXY: `http://${proxy.host}` });
  const [baseUrl, tokenUrl] = [service.config.baseUrl, service.config.tokenUrl].map((url) =>
    url!.replace('127.0.0.1', host),
  );
  await (await idSdk.connect({ ...service.config, baseUrl, tokenUrl })).getUsers();
  expect([proxy.received, service.received]).toEqual([[], ['token', USERS]]);
});

test('HTTPS_PROXY gets a tunnel where Node.js can, and the error names it without its password', async () => {
  await using proxy = await startProxy();
  withVariables({ HTTPS_PROXY: `http://user:password-of-proxy@${proxy.host}` });
  const connection = await idSdk.connect({ ...GOOD, baseUrl: `https://${FAR}`, retries: 0 });
  const failure = await failureOf(connection.checkVerificationStatus('t'));
  expect(failure.name).toBe('ConnectionError');
  expect(proxy.received).toEqual(CAN_PROXY ? [`CONNECT ${FAR}:443`] : []);
  const reason = `ERR_PROXY_TUNNEL, through the proxy http://${proxy.host} (HTTPS_PROXY)`;
  if (CAN_PROXY) expect(failure.message).toBe(`checkVerificationStatus got no response: ${reason}`);
  else expect(failure.message).not.toContain('proxy');
  expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain('password-of-proxy');
});

test('the error for a proxy that does not respond names it', async () => {
  const { host } = await startProxy().then(async (proxy) => {
    await proxy[Symbol.asyncDispose]();
    return proxy;
  });
  withVariables({ http_proxy: `http://user:password-of-proxy@${host}` });
  const connection = await idSdk.connect({ ...GOOD, baseUrl: `http://${FAR}`, retries: 0 });
  const { message } = await failureOf(connection.checkVerificationStatus('t'));
  if (CAN_PROXY)
    expect(message).toContain(`got no response: ECONNREFUSED, through the proxy http://${host} (http_proxy)`);
  else expect(message).not.toContain('proxy');
});

test.each<[string, string, Partial<ConnectConfig>]>([
  ['NO_PROXY names the host', FAR, {}],
  ['there is a fetch', '', { fetch: (url, init) => fetch(url, init) }],
  ['there is an agent', '', { agent: new Agent() }],
])('the variables for proxies are not used if %s', async (_, NO_PROXY, config) => {
  await using proxy = await startProxy();
  withVariables({ HTTP_PROXY: `http://${proxy.host}`, NO_PROXY });
  const connection = await idSdk.connect({ ...GOOD, baseUrl: `http://${FAR}`, retries: 0, ...config });
  expect((await failureOf(connection.checkVerificationStatus('t'))).message).not.toContain('proxy');
  expect(proxy.received).toEqual([]);
});

test('the address of a proxy that is none is refused without its password, where Node.js can use it', async () => {
  withVariables({ HTTPS_PROXY: 'http://user:password-of-proxy@127.0.0.1:99999' });
  const outcome = await idSdk.connect(GOOD).catch((error: unknown) => error);
  if (CAN_PROXY) expect(outcome).toBeInstanceOf(InvalidArgumentError);
  else expect(outcome).toHaveProperty('getUsers');
  expect(inspect(outcome, { depth: 9, showHidden: true })).not.toContain('password-of-proxy');
});
