import { expect, test } from 'vitest';
import { offencesOfExperiment } from '../../../src/emulator/judge/judge.js';
import { journal, verdictOf, type Sketch } from './sketch.js';

const RULE = 'drop-refused-token';
const refused: Sketch = { received: 0, token: 'a', status: 401 };

test('a client that repeats the request with the refused token breaks the rule', () => {
  const verdict = verdictOf(RULE, refused, { ...refused, received: 6 });
  expect(verdict).toMatchObject({
    verdict: 'fail',
    exchanges: [1, 2],
    explanation: 'Used the access token once more after a 401 response to it.',
  });
});

test('a client that makes other calls with the refused token breaks the rule', () => {
  const others = [100, 200].map((received): Sketch => ({
    received,
    token: 'a',
    status: 401,
    operation: 'getCredentials',
  }));
  expect(verdictOf(RULE, refused, ...others)).toMatchObject({ verdict: 'fail', exchanges: [1, 2, 3] });
});

test('a client that requests a new token and uses it follows the rule', () => {
  expect(
    verdictOf(
      RULE,
      refused,
      { received: 10, operation: 'issueToken', issued: { id: 'b', life: 1_000 } },
      { received: 20, token: 'b' },
    ),
  ).toMatchObject({
    verdict: 'pass',
    exchanges: [1],
  });
});

test('a refused token without a later request is no evidence', () => {
  expect(verdictOf(RULE, refused).verdict).toBe('not-seen');
});

test('the rule is not seen without refusals', () => {
  expect(verdictOf(RULE, { received: 0, token: 'a' }, { received: 10, token: 'a' }).verdict).toBe('not-seen');
});

test('requests that were already sent do not count', () => {
  const parallel = [1, 2, 30].map((received, nth): Sketch => ({
    ...refused,
    received,
    query: `offset=${received}`,
    on: [nth, 0, 1],
  }));
  expect(verdictOf(RULE, refused, ...parallel).verdict).toBe('not-seen');
});

test('403 does not mean that the token is invalid', () => {
  expect(verdictOf(RULE, { ...refused, status: 403 }, { received: 1_000, token: 'a' }).verdict).toBe('not-seen');
});

test('a refusal that did not arrive does not count', () => {
  expect(
    verdictOf(RULE, { ...refused, ending: 'close' }, { ...refused, ending: 'close', received: 1_000 }).verdict,
  ).toBe('not-seen');
});

test('in an experiment, a call beside others that was prepared before the 401 response breaks no rule', () => {
  const other = { operation: 'getHumanScores', duration: 30, token: 'A' } as const;
  const exchanges = journal(
    { received: 0, status: 401, token: 'A', on: [1, 0, 1] },
    { ...other, received: 1, on: [2, 0, 1] },
    { ...other, received: 9, query: 'offset=10', on: [1, 0, 2] },
  );
  expect(offencesOfExperiment(exchanges).map(({ rule }) => rule.id)).not.toContain(RULE);
});

test('in an experiment, a request that is repeated with the refused token breaks the rule', () => {
  const exchanges = journal({ received: 0, status: 401, token: 'A' }, { received: 20, status: 401, token: 'A' });
  expect(offencesOfExperiment(exchanges).map(({ rule }) => rule.id)).toContain(RULE);
});

/** A request that is refused so many times, each time with a new access token. */
function renewals(count: number): Sketch[] {
  return Array.from({ length: count }, (_, at): Sketch[] => [
    { received: at * 40, operation: 'issueToken', issued: { id: `t${at}`, life: 3_600_000 } },
    { received: at * 40 + 20, token: `t${at}`, status: 401 },
  ]).flat();
}

test('a client that renews its access token without end is suspected, because tests may send equal requests', () => {
  expect(verdictOf(RULE, ...renewals(8))).toMatchObject({
    verdict: 'suspected',
    explanation: 'Sent the request with 8 access tokens, all of which were refused.',
  });
  expect(verdictOf(RULE, ...renewals(4)).verdict).toBe('pass');
});

/** A request with a token that the emulator has not issued: whose text is that of request 1. */
const unknown: Sketch = { received: 0, status: 401, client: null, unknownToken: 1 };

test('an equal request with a token of nobody that follows its 401 on the connection breaks the rule', () => {
  expect(verdictOf(RULE, unknown, { ...unknown, received: 6 })).toMatchObject({
    verdict: 'fail',
    exchanges: [1, 2],
    explanation: 'Used an access token that the emulator has not issued once more after a 401 response to it.',
  });
});

test('six tests that send the same text in the place of a token over one connection are suspected', () => {
  const tests = Array.from({ length: 6 }, (_, at): Sketch => ({
    ...unknown,
    received: at * 20,
    query: `offset=${at}`,
  }));
  expect(verdictOf(RULE, ...tests)).toMatchObject({
    verdict: 'suspected',
    doubt: expect.stringContaining('Several tests may send the same text') as string,
  });
});

test('two requests with different tokens of nobody break no rule', () => {
  const verdict = verdictOf(RULE, unknown, { ...unknown, received: 6, unknownToken: 2 });
  expect(verdict.verdict).toBe('pass');
});

test('an equal request on another connection, soon after the 401 to a token of nobody, proves nothing', () => {
  const [one, other] = [1, 2].map((nth): Sketch => ({ ...unknown, received: nth * 600, on: [nth, nth * 600 - 1, 1] }));
  expect(verdictOf(RULE, one!, other!).verdict).toBe('suspected');
});

test('uses that follow a later refusal break the rule, though the first came on a connection of its own', () => {
  const uses = [0, 20, 40, 60].map((received, at): Sketch => ({
    ...refused,
    received,
    on: at === 0 ? [1, 0, 1] : [2, 10, at],
  }));
  expect(verdictOf(RULE, ...uses)).toMatchObject({
    verdict: 'fail',
    explanation: 'Used the access token 2 more times after a 401 response to it.',
    exchanges: [2, 3, 4],
  });
});

test('an equal request with a token of nobody breaks the rule, though another part of the program sends one between', () => {
  const [first, between, again] = [0, 20, 40].map((received, at): Sketch => ({
    ...unknown,
    received,
    on: [1 + (at % 2), 0, 1 + Math.floor(at / 2)],
  }));
  expect(verdictOf(RULE, first!, between!, again!)).toMatchObject({ verdict: 'fail', exchanges: [1, 3] });
});

test('two requests with a token of nobody whose bodies were not read prove nothing', () => {
  const post: Sketch = { ...unknown, operation: 'createCredentialsRequest', headers: [['content-length', '9']] };
  expect(verdictOf(RULE, post, { ...post, received: 6 }).verdict).toBe('suspected');
});
