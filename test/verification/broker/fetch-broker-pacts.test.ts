/** Pacts are fetched from a broker as its documentation says. */

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { BrokerError, MissingProviderError } from '../../../src/verification/broker/broker-error.js';
import { fetchBrokerPacts } from '../../../src/verification/broker/fetch-broker-pacts.js';
import { loadPacts } from '../../../src/pact/reading/load-pacts.js';
import { freePort } from '../../cli/ports.js';
import { fakeBroker, pactOf, PROVIDER } from './fake-broker.js';

const LIST = /for-verification$/;

test('a pact comes with where it is, why it is verified, and where its result goes', async () => {
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

test('what is fetched can be read as a pact', async () => {
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

test('the main branches and what is in use are asked for, unless selectors say otherwise', async () => {
  await using broker = await fakeBroker();
  await fetchBrokerPacts({ url: broker.url }, PROVIDER);
  await fetchBrokerPacts({ url: broker.url, selectors: [{ branch: 'feat/links', consumer: 'bank app' }] }, PROVIDER);
  expect(broker.bodiesTo(LIST)).toEqual([
    { consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }], includePendingStatus: false },
    { consumerVersionSelectors: [{ branch: 'feat/links', consumer: 'bank app' }], includePendingStatus: false },
  ]);
});

test('pending pacts are asked for where results are published, by the branch of the provider', async () => {
  await using broker = await fakeBroker({ pacts: { 'bank app': { pact: pactOf('bank app'), pending: true } } });
  const [fetched] = await fetchBrokerPacts(
    { url: broker.url, publish: { providerVersion: '1', branch: 'main' } },
    PROVIDER,
  );
  expect(broker.bodiesTo(LIST)).toMatchObject([{ includePendingStatus: true, providerVersionBranch: 'main' }]);
  expect(fetched!.broker.pending).toBe(true);
});

test('without publishing, nothing is pending: no success would ever end it', async () => {
  await using broker = await fakeBroker({ pacts: { 'bank app': { pact: pactOf('bank app'), pending: true } } });
  const [fetched] = await fetchBrokerPacts({ url: broker.url }, PROVIDER);
  expect(fetched!.broker.pending).toBe(false);
});

test('whether pending ones are asked for, and for which branch, can be said', async () => {
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
])('every request shows %s', async (_what, credentials, authorization) => {
  await using broker = await fakeBroker({ authorization });
  await expect(fetchBrokerPacts({ url: broker.url, ...credentials }, PROVIDER)).resolves.toHaveLength(1);
  expect(broker.requests.map((request) => request.authorization)).toEqual([
    authorization,
    authorization,
    authorization,
  ]);
});

test('user name and password may stand in the address, and are told nowhere', async () => {
  await using broker = await fakeBroker({ authorization: `Basic ${Buffer.from('ada:50%').toString('base64')}` });
  const [fetched] = await fetchBrokerPacts({ url: broker.url.replace('//', '//ada:50%@') }, PROVIDER);
  expect(fetched!.source).toContain(broker.url);
});

test('a broker may be mounted under a path', async () => {
  await using broker = await fakeBroker({ path: '/tools/pacts' });
  await expect(fetchBrokerPacts({ url: `${broker.url}/` }, PROVIDER)).resolves.toHaveLength(1);
});

test('links that lead to another host are followed on the one that was named', async () => {
  await using broker = await fakeBroker({
    believedAddress: 'http://broker.internal:9292',
    authorization: 'Bearer secret',
  });
  const [fetched] = await fetchBrokerPacts({ url: broker.url, token: 'secret' }, PROVIDER);
  expect(fetched!.broker.resultsUrl).toMatch(`${broker.url}/`);
});

test('a broker has to be asked for one provider', async () => {
  await expect(fetchBrokerPacts({ url: 'http://127.0.0.1:9' }, undefined)).rejects.toThrow(MissingProviderError);
});

test('a broker that is not there is told', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  await expect(fetchBrokerPacts({ url }, PROVIDER)).rejects.toThrow(
    new BrokerError(`the broker does not answer: nothing answers at ${url}/ (ECONNREFUSED)`),
  );
});

test('a provider that the broker does not know is told', async () => {
  await using broker = await fakeBroker();
  await expect(fetchBrokerPacts({ url: broker.url }, 'Identity Service')).rejects.toThrow(
    new BrokerError(
      `the broker at ${broker.url} knows no provider "Identity Service"; --provider has to be as the consumers' pacts write it`,
    ),
  );
});

test('selectors that choose nothing are told', async () => {
  await using broker = await fakeBroker();
  await expect(
    fetchBrokerPacts({ url: broker.url, selectors: [{ latest: true, consumer: 'nobody' }] }, PROVIDER),
  ).rejects.toThrow(
    new BrokerError(
      `the broker at ${broker.url} has no pact for the provider "${PROVIDER}" that is chosen by [{"latest":true,"consumer":"nobody"}]; choose others with --consumer-version-selectors`,
    ),
  );
});

test("a selector that the broker refuses is told in the broker's words", async () => {
  await using broker = await fakeBroker();
  await expect(
    fetchBrokerPacts({ url: broker.url, selectors: [{ mainBranch: true }, { consumer: 'bank app' }] }, PROVIDER),
  ).rejects.toThrow(
    new BrokerError(
      `the broker at ${broker.url} answers 400 when it is asked for the pacts of "${PROVIDER}": consumerVersionSelectors: must specify a value for environment or tag or branch or latest (at index 1)`,
    ),
  );
});

test.each([
  ['no credentials', {}, 'it wants a --broker-token, or --broker-username and --broker-password'],
  ['another token', { token: 'wrong' }, 'does it want another --broker-token?'],
  [
    'another password',
    { username: 'ada', password: 'wrong' },
    'does it want another --broker-username or --broker-password?',
  ],
])('a broker that is shown %s says so', async (_what, credentials, remedy) => {
  await using broker = await fakeBroker({ authorization: 'Bearer secret' });
  await expect(fetchBrokerPacts({ url: broker.url, ...credentials }, PROVIDER)).rejects.toThrow(
    new BrokerError(
      `the broker at ${broker.url} answers 401 when it is asked for its first page: Authentication is required, and has failed; ${remedy}`,
    ),
  );
});

/** What is told of a server that answers so. */
async function toldOf(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
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
    'a page',
    (_req, res) => res.end('<html></html>'),
    'the broker at <url> is no Pact broker: what it answers has no links',
  ],
  ['other JSON', (_req, res) => res.end('[]'), 'the broker at <url> is no Pact broker: what it answers has no links'],
  ['404', (_req, res) => res.writeHead(404).end(), 'the broker at <url> is no Pact broker: it answers 404'],
  [
    'other links',
    (_req, res) => res.end('{"_links":{"self":{"href":"/"}}}'),
    'the broker at <url> has no link "pb:provider-pacts-for-verification"; is it a Pact broker, and of version 2.86 or newer?',
  ],
  [
    'a page behind its links',
    (_req, res) => res.end('{"_links":{"pb:provider-pacts-for-verification":{"href":"/x"}}}'),
    `the broker at <url> is no Pact broker: asked for the pacts of "${PROVIDER}", it answers without a list of them`,
  ],
  [
    'a redirection',
    (_req, res) => res.writeHead(301, { Location: 'https://broker.example/' }).end(),
    'the broker at <url> answers 301 when it is asked for its first page; name the address that it leads to: https://broker.example/',
  ],
  [
    '503 and a problem',
    (_req, res) => res.writeHead(503).end('{"title":"Server error","detail":"The database\\nis away."}'),
    'the broker at <url> answers 503 when it is asked for its first page: The database is away.',
  ],
  [
    'half an answer',
    (_req, res) => res.writeHead(200, { 'Content-Length': 100 }).write('{"_links"', () => res.destroy()),
    'the broker does not answer: terminated',
  ],
])('a server that answers %s is told of in one line', async (_what, answer, message) => {
  expect(await toldOf(answer)).toBe(message);
});

test.each([
  ['broker.example', 'the address of the broker cannot be read; it has to be like https://broker.example'],
  [
    'ftp://ada:secret@broker.example',
    'the address of the broker has to start with http:// or https://, but is ftp://broker.example/',
  ],
])('%s is no address of a broker', async (url, message) => {
  await expect(fetchBrokerPacts({ url }, PROVIDER)).rejects.toThrow(new BrokerError(message));
});
