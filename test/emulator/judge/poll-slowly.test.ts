import { expect, test } from 'vitest';
import { verdictOf, type Sketch } from './sketch.js';

const RULE = 'poll-slowly';

function polls(pause: number, count: number, more: Partial<Sketch> = {}): Sketch[] {
  return Array.from({ length: count }, (_, at) => ({ received: at * pause, responseBody: { items: [] }, ...more }));
}

test('three equal requests within a second each break the rule', () => {
  expect(verdictOf(RULE, ...polls(200, 3))).toMatchObject({
    verdict: 'fail',
    exchanges: [1, 2, 3],
    explanation: 'Sent the same request 3 times within 400 ms, and the response stayed the same.',
  });
});

test('a client that waits a second follows the rule', () => {
  expect(verdictOf(RULE, ...polls(1_000, 4))).toMatchObject({ verdict: 'pass', exchanges: [4] });
});

test('a client that moves the clock by a second follows the rule', () => {
  const moved = polls(10, 3).map((sketch, at) => ({ ...sketch, clock: at * 1_000 }));
  expect(verdictOf(RULE, ...moved).verdict).toBe('pass');
});

test('a client that waits a second follows the rule, however late its requests are handled', () => {
  const late = polls(1_000, 4).map((sketch, at) => ({ ...sketch, received: sketch.received + (at === 1 ? 700 : 0) }));
  expect(verdictOf(RULE, ...late).verdict).toBe('pass');
});

test('requests are suspicious if only their average is certain to be slow enough', () => {
  expect(verdictOf(RULE, ...polls(600, 3)).verdict).toBe('suspected');
  expect(verdictOf(RULE, ...polls(600, 5)).verdict).toBe('fail');
});

test('two requests are not polling', () => {
  expect(verdictOf(RULE, ...polls(200, 2)).verdict).toBe('not-seen');
});

test('requests with different responses are not polling', () => {
  const changing = polls(200, 4).map((sketch, at) => ({ ...sketch, responseBody: { total: at } }));
  expect(verdictOf(RULE, ...changing).verdict).toBe('not-seen');
});

test('different requests are not polling', () => {
  const pages = polls(200, 4).map((sketch, at) => ({ ...sketch, query: `offset=${at}` }));
  expect(verdictOf(RULE, ...pages).verdict).toBe('not-seen');
});

test('equal requests in parallel are not polling', () => {
  expect(verdictOf(RULE, ...polls(2, 6)).verdict).toBe('not-seen');
});

test('equal requests with 404 are polling', () => {
  const missing = polls(200, 3, { operation: 'getHumanScoreByPartyId', status: 404 });
  expect(verdictOf(RULE, ...missing).verdict).toBe('fail');
});

test('retries after a failure do not count', () => {
  expect(verdictOf(RULE, ...polls(200, 4, { status: 500 })).verdict).toBe('not-seen');
});

test('POST requests do not count', () => {
  expect(verdictOf(RULE, ...polls(200, 4, { operation: 'generateVerificationLink' })).verdict).toBe('not-seen');
});
