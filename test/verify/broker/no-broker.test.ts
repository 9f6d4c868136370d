/** Servers that are no brokers are reported. */

import { createServer, type RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { BrokerError } from '../../../src/verify/broker/broker-client.js';
import { fetchBrokerPacts } from '../../../src/verify/broker/fetch-broker-pacts.js';
import { listening } from '../../listening.js';
import { PROVIDER } from './fake-broker.js';

/** The error message for a server that responds in this way. */
async function errorFor(respond: RequestListener): Promise<string> {
  await using server = await listening(createServer(respond));
  const { url } = server;
  const error = await fetchBrokerPacts({ url }, PROVIDER).then(
    () => undefined,
    (reason: unknown) => reason,
  );
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
