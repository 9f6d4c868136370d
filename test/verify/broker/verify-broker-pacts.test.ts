/** Pacts of a broker go through the whole verification, and the verdict is published to the broker. */

import { verifyPacts } from 'id-emulator/pact';
import { expect, test } from 'vitest';
import { usersInteraction } from '../../pact/pact-documents.js';
import { fakeBroker, pactOf, PROVIDER } from './fake-broker.js';

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
