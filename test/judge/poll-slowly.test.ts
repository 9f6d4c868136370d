import { expect, test } from 'vitest';
import { verdictOf, type Sketch } from './sketch.js';

const RULE = 'poll-slowly';

function polls(pause: number, count: number, more: Partial<Sketch> = {}): Sketch[] {
  return Array.from({ length: count }, (_, at) => ({ received: at * pause, answer: { items: [] }, ...more }));
}

test('who asks for the same thing three times within a second each breaks the rule', () => {
  expect(verdictOf(RULE, ...polls(200, 3))).toMatchObject({
    verdict: 'fail',
    exchanges: [1, 2, 3],
    explanation: 'Asked for the same thing 3 times within 400 ms, and the answer stayed the same.',
  });
});

test('who waits a second keeps the rule', () => {
  expect(verdictOf(RULE, ...polls(1_000, 4))).toMatchObject({ verdict: 'pass', exchanges: [4] });
});

test('who lets the clock go on by a second keeps the rule', () => {
  const moved = polls(10, 3).map((sketch, at) => ({ ...sketch, clock: at * 1_000 }));
  expect(verdictOf(RULE, ...moved).verdict).toBe('pass');
});

test('asking twice is not polling', () => {
  expect(verdictOf(RULE, ...polls(200, 2)).verdict).toBe('not-seen');
});

test('asking again for what has changed is not polling', () => {
  const changing = polls(200, 4).map((sketch, at) => ({ ...sketch, answer: { total: at } }));
  expect(verdictOf(RULE, ...changing).verdict).toBe('not-seen');
});

test('asking for different things is not polling', () => {
  const pages = polls(200, 4).map((sketch, at) => ({ ...sketch, query: `offset=${at}` }));
  expect(verdictOf(RULE, ...pages).verdict).toBe('not-seen');
});

test('asking for the same thing in parallel is not polling', () => {
  expect(verdictOf(RULE, ...polls(2, 6)).verdict).toBe('not-seen');
});

test('waiting for something that is not there yet is polling too', () => {
  const missing = polls(200, 3, { operation: 'getHumanScoreByPartyId', status: 404 });
  expect(verdictOf(RULE, ...missing).verdict).toBe('fail');
});

test('retries after a failure are no matter of this rule', () => {
  expect(verdictOf(RULE, ...polls(200, 4, { status: 500 })).verdict).toBe('not-seen');
});

test('posts are no matter of this rule', () => {
  expect(verdictOf(RULE, ...polls(200, 4, { operation: 'generateVerificationLink' })).verdict).toBe('not-seen');
});
