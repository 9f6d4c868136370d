import { expect, test } from 'vitest';
import { verdictOf, type Sketch } from './sketch.js';

const RULE = 'accept-forbidden';

function issue(id: string, received: number): Sketch {
  return { received, operation: 'issueToken', issued: { id, life: 3_600_000 } };
}

function forbidden(token: string, received: number): Sketch {
  return { received, token, status: 403 };
}

test('a client that renews its token again and again because of 403 breaks the rule', () => {
  const verdict = verdictOf(
    RULE,
    issue('a', 0),
    forbidden('a', 10),
    issue('b', 20),
    forbidden('b', 30),
    issue('c', 40),
  );
  expect(verdict).toMatchObject({ verdict: 'fail', exchanges: [4, 5] });
});

test('a client that renews its token once and then gives up follows the rule', () => {
  expect(verdictOf(RULE, issue('a', 0), forbidden('a', 10), issue('b', 20), forbidden('b', 30))).toMatchObject({
    verdict: 'pass',
    exchanges: [4],
  });
});

test('one renewal after 403 is no evidence, because 403 may mean an expired token', () => {
  expect(verdictOf(RULE, issue('a', 0), forbidden('a', 10), issue('b', 20), { received: 30, token: 'b' }).verdict).toBe(
    'not-seen',
  );
});

test('403 for a token that was renewed for another reason is no evidence', () => {
  expect(
    verdictOf(
      RULE,
      issue('a', 0),
      { received: 10, token: 'a', status: 401 },
      issue('b', 20),
      forbidden('b', 30),
      issue('c', 40),
    ).verdict,
  ).toBe('not-seen');
});

test('a renewal after other calls has another reason', () => {
  expect(
    verdictOf(
      RULE,
      issue('a', 0),
      forbidden('a', 10),
      issue('b', 20),
      forbidden('b', 30),
      { received: 40, token: 'b' },
      issue('c', 50),
    ).verdict,
  ).toBe('pass');
});

test('a renewal is because of any 403 directly before it that the client had seen', () => {
  const onOwnConnection: Sketch = { ...forbidden('a', 15), on: [2, 14, 1] };
  const on = (sketch: Sketch, request: number): Sketch => ({ ...sketch, on: [1, 0, request] });
  const verdict = verdictOf(
    RULE,
    on(issue('a', 0), 1),
    on(forbidden('a', 8), 2),
    onOwnConnection,
    on(issue('b', 22), 3),
    on(forbidden('b', 30), 4),
    on(issue('c', 40), 5),
  );
  expect(verdict).toMatchObject({ verdict: 'fail', exchanges: [5, 6] });
});

test('a new access token after the forbidden one has expired breaks no rule', () => {
  const verdict = verdictOf(
    RULE,
    issue('a', 0),
    forbidden('a', 10),
    issue('b', 20),
    forbidden('b', 30),
    issue('c', 3_600_000),
  );
  expect(verdict.verdict).toBe('pass');
});
