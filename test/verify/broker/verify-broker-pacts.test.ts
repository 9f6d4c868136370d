/** Pacts of a broker go through the whole verification, and the verdict is published to the broker. */

import { verifyPacts } from 'id-emulator/pact';
import { expect, test } from 'vitest';
import { usersInteraction } from '../../pact/pact-documents.js';
import { createServer } from 'node:http';
import { verifyPactsBy } from '../../../src/verify/verify-pacts.js';
import { BrokerClient } from '../../../src/verify/broker/broker-client.js';
import { reportVerification } from '../../../src/cli/verify/report-verification.js';
import { UsageError } from '../../../src/cli/terminal/failure.js';
import type { Terminal } from '../../../src/cli/terminal/terminal.js';
import { statusVerifier } from '../corpus/status-verifier.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { listening } from '../../listening.js';
import { fakeBroker, pactOf, pactPath, PROVIDER } from './fake-broker.js';

test('a pact that contradicts the contract is published as a failure, although the Pact verifier passes it', async () => {
  await using broker = await fakeBroker({
    pacts: {
      good: { pact: pactOf('good', [usersInteraction(200)]) },
      stateless: {
        pact: pactOf('stateless', [usersInteraction(200, { providerStates: [{ name: 'nobody knows this state' }] })]),
        pending: true,
      },
    },
  });
  const report = await verifyPacts({
    provider: PROVIDER,
    broker: { url: broker.url, publish: { providerVersion: '7' } },
  });
  expect(report).toMatchObject({ verdict: 'passed', counts: { passed: 1, failed: 0, pending: 1 } });
  expect(report.notices).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/published as passed for version 7/),
      expect.stringMatching(/published as failed for version 7/),
    ]),
  );
  expect(broker.bodiesTo(/verification-results$/)).toMatchObject([
    { success: true, testResults: [{ interactionId: 'id-0', success: true }] },
    {
      success: false,
      testResults: [
        {
          interactionId: 'id-0',
          success: false,
          exceptions: [{ message: expect.stringContaining('nobody knows this state') as string }],
        },
      ],
    },
  ]);
}, 60_000);

test('the pact of a webhook is verified alone, and its result is published; a pact from elsewhere is named', async () => {
  await using broker = await fakeBroker({
    pacts: { a: { pact: pactOf('a', [usersInteraction(200)]) }, b: { pact: pactOf('b') } },
  });
  await using folder = await temporaryFolder({ 'c.json': JSON.stringify(pactOf('c', [usersInteraction(200)])) });
  const url = broker.url + pactPath('a');
  const { verdict, pacts, notices } = await verifyPactsBy(statusVerifier(), {
    pacts: [url, `${folder.path}/c.json`],
    broker: { url: broker.url, publish: { providerVersion: '7' } },
  });
  expect({ verdict, consumers: pacts.map(({ consumer }) => consumer) }).toEqual({
    verdict: 'passed',
    consumers: ['a', 'c'],
  });
  expect(broker.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
  expect(broker.bodiesTo(/verification-results$/)).toMatchObject([{ success: true, providerApplicationVersion: '7' }]);
  expect(notices).toEqual([
    `${url}: published as passed for version 7 of "${PROVIDER}"`,
    `${folder.path}/c.json: no result was published, because it does not come from the broker`,
  ]);
});

test('a secret in the URL of a pact is neither in the report nor in its progress, and the result is published', async () => {
  await using broker = await fakeBroker({ pacts: { a: { pact: pactOf('a', [usersInteraction(200)]) } } });
  const url = broker.url + pactPath('a');
  const sources: string[] = [];
  const { pacts, notices } = await verifyPactsBy(statusVerifier(), {
    pacts: [`${url}?token=s3same`],
    broker: { url: broker.url, publish: { providerVersion: '7' } },
    onProgress: ({ source }) => sources.push(source),
  });
  const shown = `${url}?token=~other-secret~`;
  expect([...sources, ...pacts.map(({ source }) => source)]).toEqual([shown, shown]);
  expect(notices).toEqual([`${shown}: published as passed for version 7 of "${PROVIDER}"`]);
  expect(broker.bodiesTo(/verification-results$/)).toMatchObject([{ success: true }]);
});

test('an empty list of the broker does not fail the pact of a webhook', async () => {
  await using broker = await fakeBroker({ pacts: { a: { pact: pactOf('a', [usersInteraction(200)]) } } });
  const { verdict, notices } = await verifyPactsBy(statusVerifier(), {
    pacts: [broker.url + pactPath('a')],
    provider: PROVIDER,
    broker: { url: broker.url, selectors: [{ consumer: 'nobody', mainBranch: true }] },
  });
  expect({ verdict, notices }).toEqual({
    verdict: 'passed',
    notices: [expect.stringContaining('has no pact for the provider') as string],
  });
});

test('a request whose connection breaks is repeated once, on a new connection', async () => {
  let connections = 0;
  const server = createServer((req, res) => {
    if (connections === 1) req.socket.destroy();
    else res.end('{"_links":{}}');
  });
  server.on('connection', () => connections++);
  await using broker = await listening(server);
  const client = new BrokerClient({ url: broker.url });
  expect(await client.send({ purpose: 'a result', href: '/results', method: 'POST', body: {} })).toBe('{"_links":{}}');
  expect(connections).toBe(2);
});

test('if the results cannot be published, the report says so, and the pacts hold', async () => {
  await using broker = await fakeBroker({
    pacts: { a: { pact: pactOf('a', [usersInteraction(200)]) } },
    onResult: () => ({ status: 500, body: { error: 'The disk is full.' } }),
  });
  const report = await verifyPactsBy(statusVerifier(), {
    pacts: [broker.url + pactPath('a')],
    broker: { url: broker.url, publish: { providerVersion: '7' } },
  });
  expect(report).toMatchObject({ verdict: 'incomplete', counts: { passed: 1, failed: 0 }, problems: [] });
  const terminal = { print: () => undefined } as unknown as Terminal;
  expect(() => {
    reportVerification(report, { timeout: 1 }, terminal);
  }).toThrow(/^the results were not published: 1 of 1 results could not be published: .*The disk is full/);
  expect(() => {
    reportVerification(report, { timeout: 1 }, terminal);
  }).toThrow(UsageError);
});
