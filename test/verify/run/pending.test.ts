/** Pending interactions may fail, but a verification in which nothing else is verified does not pass. */

import { expect, test } from 'vitest';
import { pactV4, usersInteraction } from '../../pact/pact-documents.js';
import { verified } from './verified.js';

const FAILS = usersInteraction(418, { pending: true });

test('a pact whose interactions are all pending and fail verifies nothing', async () => {
  const files = { 'a.json': pactV4([FAILS]) };
  const [report, allowed, beside] = [
    await verified(files),
    await verified(files, { allowEmpty: true }),
    await verified({ 'a.json': pactV4([FAILS, usersInteraction(200)]) }),
  ];
  expect(report).toMatchObject({
    verdict: 'failed',
    counts: { passed: 0, failed: 0, pending: 1 },
    problems: [
      { source: 'nothing was verified', message: expect.stringContaining('is pending and did not pass') as string },
    ],
  });
  expect([allowed.verdict, beside.verdict]).toEqual(['passed', 'passed']);
});
