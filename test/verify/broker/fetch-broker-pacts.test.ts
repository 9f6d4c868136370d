/** Pacts are fetched from a broker as its documentation says. */

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { BrokerError, NoPactsError } from '../../../src/verify/broker/broker-client.js';
import { fetchBrokerPacts } from '../../../src/verify/broker/fetch-broker-pacts.js';
import { loadPacts } from '../../../src/pact/reading/load-pacts.js';
import { freePort } from '../../cli/ports.js';
import { fakeBroker, pactOf, PROVIDER } from './fake-broker.js';

const LIST = /for-verification$/;

test('a pact has its address, the notices of the broker and the link for its result', async () => {
  await using broker = await fakeBroker();
  const [fetched, ...others] = await fetchBrokerPacts({ url: broker.url }, PROVIDER);
  const place = `${broker.url}/pacts/provider/identity%20service/consumer/bank%20app/pact-version/0e3369199f40`;
  expect(others).toEqual([]);
  expect(fetched).toMatchObject({
    source: place,
    broker: {
      pending: false,
      notices: ['The pact of bank app is being verified because it is the latest of the main branch'],
      resultsUrl: `${place}/metadata/c1tdW2xdPXRydWU/verification-results`,
    },
  });
});

test('a fetched pact can be loaded', async () => {
  await using broker = await fakeBroker({ pacts: { a: { pact: pactOf('a') }, b: { pact: pactOf('b') } } });
  const { pacts, problems } = await loadPacts({
    given: [],
    fetched: await fetchBrokerPacts({ url: broker.url }, PROVIDER),
    provider: PROVIDER,
  });
  expect(problems).toEqual([]);
  expect(pacts.map(({ consumer, broker: from }) => [consumer, from?.pending])).toEqual([
    ['a', false],
    ['b', false],
  ]);
});

test('the default selectors are the main branches and the deployed or released versions', async () => {
  await using broker = await fakeBroker();
  await fetchBrokerPacts({ url: broker.url }, PROVIDER);
  await fetchBrokerPacts({ url: broker.url, selectors: [{ branch: 'feat/links', consumer: 'bank app' }] }, PROVIDER);
  expect(broker.bodiesTo(LIST)).toEqual([
    { consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }], includePendingStatus: false },
    { consumerVersionSelectors: [{ branch: 'feat/links', consumer: 'bank app' }], includePendingStatus: false },
  ]);
});

test('pending pacts are included for the branch of the provider if results are published', async () => {
  await using broker = await fakeBroker({ pacts: { 'bank app': { pact: pactOf('bank app'), pending: true } } });
  const [fetched] = await fetchBrokerPacts(
    { url: broker.url, publish: { providerVersion: '1', branch: 'main' } },
    PROVIDER,
  );
  expect(broker.bodiesTo(LIST)).toMatchObject([{ includePendingStatus: true, providerVersionBranch: 'main' }]);
  expect(fetched!.broker.pending).toBe(true);
});

test('pending pacts are not included if nothing is published', async () => {
  await using broker = await fakeBroker({ pacts: { 'bank app': { pact: pactOf('bank app'), pending: true } } });
  const [fetched] = await fetchBrokerPacts({ url: broker.url }, PROVIDER);
  expect(fetched!.broker.pending).toBe(false);
});

test('pacts that are work in progress are asked for, and are pending', async () => {
  await using broker = await fakeBroker({ pacts: { 'bank app': { pact: pactOf('bank app'), wip: true } } });
  const [fetched] = await fetchBrokerPacts(
    { url: broker.url, includeWipPactsSince: '2026-01-01', tags: ['main', 'next'] },
    PROVIDER,
  );
  expect(broker.bodiesTo(LIST)).toMatchObject([
    { includePendingStatus: true, includeWipPactsSince: '2026-01-01', providerVersionTags: ['main', 'next'] },
  ]);
  expect(fetched!.broker.pending).toBe(true);
});

test('options set whether pending pacts are included and for which branch', async () => {
  await using broker = await fakeBroker();
  await fetchBrokerPacts({ url: broker.url, includePending: true, branch: 'next' }, PROVIDER);
  await fetchBrokerPacts(
    { url: broker.url, includePending: false, branch: 'next', publish: { providerVersion: '1', branch: 'main' } },
    PROVIDER,
  );
  expect(broker.bodiesTo(LIST)).toMatchObject([
    { includePendingStatus: true, providerVersionBranch: 'next' },
    { includePendingStatus: false, providerVersionBranch: 'next' },
  ]);
});

test.each([
  ['a token', { token: 'secret' }, 'Bearer secret'],
  [
    'a user name and password',
    { username: 'ada', password: 'pass:word' },
    `Basic ${Buffer.from('ada:pass:word').toString('base64')}`,
  ],
  ['a token rather than a user name', { token: 'secret', username: 'ada', password: 'x' }, 'Bearer secret'],
])('every request has %s', async (_what, credentials, authorization) => {
  await using broker = await fakeBroker({ authorization });
  await expect(fetchBrokerPacts({ url: broker.url, ...credentials }, PROVIDER)).resolves.toHaveLength(1);
  expect(broker.requests.map((request) => request.authorization)).toEqual([
    authorization,
    authorization,
    authorization,
  ]);
});

test('user name and password in the URL are sent and never reported', async () => {
  await using broker = await fakeBroker({ authorization: `Basic ${Buffer.from('ada:50%').toString('base64')}` });
  const [fetched] = await fetchBrokerPacts({ url: broker.url.replace('//', '//ada:50%@') }, PROVIDER);
  expect(fetched!.source).toContain(broker.url);
});

test('the URL of a broker may have a path', async () => {
  await using broker = await fakeBroker({ path: '/tools/pacts' });
  await expect(fetchBrokerPacts({ url: `${broker.url}/` }, PROVIDER)).resolves.toHaveLength(1);
});

test('links to another host are followed on the host in the options', async () => {
  await using broker = await fakeBroker({
    believedAddress: 'http://broker.internal:9292',
    authorization: 'Bearer secret',
  });
  const [fetched] = await fetchBrokerPacts({ url: broker.url, token: 'secret' }, PROVIDER);
  expect(fetched!.broker.resultsUrl).toMatch(`${broker.url}/`);
});

test('a broker requires the name of a provider', async () => {
  await expect(fetchBrokerPacts({ url: 'http://127.0.0.1:9' }, undefined)).rejects.toThrow(
    'a broker needs the name of a provider',
  );
});

test('an unreachable broker is reported', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  await expect(fetchBrokerPacts({ url }, PROVIDER)).rejects.toThrow(
    new BrokerError(`the broker does not respond: nothing answers at ${url}/ (ECONNREFUSED)`),
  );
});

test('an unknown provider is reported', async () => {
  await using broker = await fakeBroker();
  await expect(fetchBrokerPacts({ url: broker.url }, 'Identity Service')).rejects.toThrow(
    new BrokerError(
      `the broker at ${broker.url} has no provider "Identity Service"; use the name in the consumers' pacts as --provider`,
    ),
  );
});

test('selectors without a result are reported', async () => {
  await using broker = await fakeBroker();
  await expect(
    fetchBrokerPacts({ url: broker.url, selectors: [{ latest: true, consumer: 'nobody' }] }, PROVIDER),
  ).rejects.toThrow(
    new NoPactsError(
      `the broker at ${broker.url} has no pact for the provider "${PROVIDER}" that matches [{"latest":true,"consumer":"nobody"}]; use other --consumer-version-selectors`,
    ),
  );
});

test("a refused selector is reported with the broker's reason", async () => {
  await using broker = await fakeBroker();
  await expect(
    fetchBrokerPacts({ url: broker.url, selectors: [{ mainBranch: true }, { consumer: 'bank app' }] }, PROVIDER),
  ).rejects.toThrow(
    new BrokerError(
      `the broker at ${broker.url} responds with 400 to the request for the pacts of "${PROVIDER}": {"consumerVersionSelectors":["must specify a value for environment or tag or branch or latest (at index 1)"]}`,
    ),
  );
});

test.each([
  ['no credentials', {}, 'add a --broker-token, or --broker-username and --broker-password'],
  ['another token', { token: 'wrong' }, 'check the --broker-token'],
  ['another password', { username: 'ada', password: 'wrong' }, 'check --broker-username and --broker-password'],
])('a broker that refuses %s is reported with the remedy', async (_what, credentials, remedy) => {
  await using broker = await fakeBroker({ authorization: 'Bearer secret' });
  await expect(fetchBrokerPacts({ url: broker.url, ...credentials }, PROVIDER)).rejects.toThrow(
    new BrokerError(
      `the broker at ${broker.url} responds with 401 to the request for its index: Authentication is required, and has failed; ${remedy}`,
    ),
  );
});

/** The error message for a server that responds in this way. */
async function errorFor(respond: RequestListener): Promise<string> {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const error = await fetchBrokerPacts({ url }, PROVIDER).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(error).toBeInstanceOf(BrokerError);
  return (error as BrokerError).message.replaceAll(url, '<url>');
}

test.each<[string, RequestListener, string]>([
  [
    'an HTML page',
    (_req, res) => res.end('<html></html>'),
    'the broker at <url> is no Pact broker: its response has no links',
  ],
  ['other JSON', (_req, res) => res.end('[]'), 'the broker at <url> is no Pact broker: its response has no links'],
  ['404', (_req, res) => res.writeHead(404).end(), 'the broker at <url> is no Pact broker: it responds with 404'],
  [
    'other links',
    (_req, res) => res.end('{"_links":{"self":{"href":"/"}}}'),
    'the broker at <url> has no link "pb:provider-pacts-for-verification"; use a Pact broker of version 2.86 or newer',
  ],
  [
    'a list without pacts',
    (_req, res) => res.end('{"_links":{"pb:provider-pacts-for-verification":{"href":"/x"}}}'),
    `the broker at <url> is no Pact broker: its response to the request for the pacts of "${PROVIDER}" contains no list`,
  ],
  [
    'a redirection',
    (_req, res) => res.writeHead(301, { Location: 'https://broker.example/' }).end(),
    'the broker at <url> responds with 301 to the request for its index; use the address that it redirects to: https://broker.example/',
  ],
  [
    '503 and a problem',
    (_req, res) => res.writeHead(503).end('{"title":"Server error","detail":"The database\\nis away."}'),
    'the broker at <url> responds with 503 to the request for its index: The database is away.',
  ],
  [
    'half a response',
    (_req, res) => res.writeHead(200, { 'Content-Length': 100 }).write('{"_links"', () => res.destroy()),
    'the broker does not respond: terminated',
  ],
])('a server that responds with %s is reported in one line', async (_what, respond, message) => {
  expect(await errorFor(respond)).toBe(message);
});

test.each([
  ['broker.example', 'the URL of the broker is invalid; it must have the form https://broker.example'],
  [
    'ftp://ada:secret@broker.example',
    'the URL of the broker must start with http:// or https://, but is ftp://broker.example/',
  ],
])('%s is no URL of a broker', async (url, message) => {
  await expect(fetchBrokerPacts({ url }, PROVIDER)).rejects.toThrow(new BrokerError(message));
});
