import { expect, test } from 'vitest';
import { verdictOf, type Sketch } from './sketch.js';

const RULE = 'bounded-batch';

function batch(items: number, status = 200): Sketch {
  return {
    received: 0,
    operation: 'generateVerificationLinksBatch',
    status,
    body: { requests: Array.from({ length: items }, () => ({ contractId: '00' })) },
  };
}

test('a batch of 101 items breaks the rule', () => {
  expect(verdictOf(RULE, batch(101, 400))).toMatchObject({
    verdict: 'fail',
    exchanges: [1],
    explanation: 'Sent a batch of 101 items.',
  });
});

test('a batch of 100 items follows the rule', () => {
  expect(verdictOf(RULE, batch(100))).toMatchObject({ verdict: 'pass', exchanges: [1] });
});
