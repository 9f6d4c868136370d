/** What all rules have in common. */

import { allAtOnce } from '../../../src/common/steps.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OPERATION_IDS } from '../../../src/contract/operation.js';
import { exchangesBreaking, judge, passes } from '../../../src/emulator/judge/judge.js';
import { RULES } from '../../../src/emulator/judge/rules.js';
import { journal, type Sketch } from './sketch.js';

test('an empty journal shows no rule and breaks none', () => {
  const verdicts = allAtOnce(judge([]));
  expect(verdicts.every(({ verdict, exchanges }) => verdict === 'not-seen' && exchanges.length === 0)).toBe(true);
  expect(passes(verdicts)).toBe(true);
});

test('one broken rule fails the judgement', () => {
  expect(passes(allAtOnce(judge(journal({ received: 0, client: null, status: 401 }))))).toBe(false);
});

test.each(RULES.map((rule) => [rule.id, rule] as const))(
  '%s has an ID, and complete sentences for its title and remedy',
  (id, { title, basis, remedy, precondition }) => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(title).toMatch(/^A client .*\.$/);
    expect(remedy).toMatch(/^[A-Z].*\.$/);
    expect(basis).toMatch(/specification section/);
    expect(precondition).not.toMatch(/\.$/);
  },
);

test('every rule has its own ID', () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
});

test('a well-behaved client breaks no rule', () => {
  const page = (received: number, offset: number): Sketch => ({
    received,
    token: 'a',
    query: `offset=${offset}`,
    responseBody: { items: Array.from({ length: 10 }), pagination: { offset, limit: 10, total: 30 } },
  });
  const verdicts = allAtOnce(
    judge(
      journal(
        {
          received: 0,
          operation: 'issueToken',
          headers: [['content-type', 'application/x-www-form-urlencoded']],
          body: 'grant_type=client_credentials',
          issued: { id: 'a', life: 3_600_000 },
        },
        page(10, 0),
        { ...page(20, 10), status: 429, responseHeaders: [['Retry-After', '1']] },
        page(1_030, 10),
        page(1_040, 20),
        {
          received: 1_050,
          token: 'a',
          operation: 'createCredentialsRequest',
          status: 204,
          body: { partyId: 'ben', providers: ['GITHUB'] },
        },
        { received: 1_060, client: null, operation: 'checkVerificationStatus' },
      ),
    ),
  );
  expect(verdicts.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
});

test('a message that breaks HTTP breaks no rule, because it is no call', () => {
  const call = journal({ received: 0, operation: null, path: '/api/v1/nowhere' })[0]!;
  const refused = [{ ...call, brokenHttp: 'refused' as const }];
  expect([...exchangesBreaking('known-endpoints', [call], false)]).toEqual([1]);
  expect([...exchangesBreaking('known-endpoints', refused, false)]).toEqual([]);
  expect(passes(allAtOnce(judge(refused)))).toBe(true);
});

test('the judge uses the order of arrival, not the numbers of the exchanges', () => {
  const [refused, again] = journal(
    { received: 0, status: 429, responseHeaders: [['Retry-After', '2']] },
    { received: 500 },
  );
  const verdicts = allAtOnce(judge([again!, refused!]));
  expect(verdicts.find(({ rule }) => rule === 'wait-as-told')).toMatchObject({ verdict: 'fail', exchanges: [1, 2] });
});

test('a verdict shows at most ten offences and the number of further ones', () => {
  const calls = Array.from({ length: 25 }, (_, at): Sketch => ({ received: at * 1_000, client: null, status: 401 }));
  const verdict = allAtOnce(judge(journal(...calls))).find(({ rule }) => rule === 'token-with-every-call');
  expect(verdict?.offences).toHaveLength(10);
  expect(verdict?.explanation).toBe('Sent no Authorization header. And 24 more.');
});

test('every rule has a verdict with exchanges that prove it, for any journal', () => {
  const sketch = fc.record(
    {
      received: fc.integer({ min: 0, max: 5_000 }),
      clock: fc.integer({ min: 0, max: 5_000 }),
      duration: fc.option(fc.nat(100)),
      operation: fc.option(fc.constantFrom(...OPERATION_IDS)),
      query: fc.constantFrom('', 'offset=10', 'offset=x&limit=y', '%', 'partyIds=a,b'),
      status: fc.constantFrom(200, 204, 400, 401, 403, 404, 429, 500, 503),
      client: fc.option(fc.constantFrom('demo', 'other')),
      token: fc.constantFrom('a', 'b'),
      issued: fc.record({ id: fc.constantFrom('a', 'b'), life: fc.nat(10_000) }),
      body: fc.oneof(fc.json(), fc.string()),
      responseBody: fc.oneof(fc.json(), fc.string()),
      responseHeaders: fc.constantFrom([], [['Retry-After', '1'] as const], [['Retry-After', 'soon'] as const]),
      ending: fc.constantFrom('reset' as const, 'never' as const),
    },
    { requiredKeys: ['received'] },
  );
  fc.assert(
    fc.property(fc.array(sketch, { maxLength: 30 }), (sketches) => {
      const exchanges = journal(...(sketches as Sketch[]));
      const ids = new Set(exchanges.map(({ id }) => id));
      for (const { verdict, exchanges: proof, offences } of allAtOnce(judge(exchanges))) {
        expect(proof.every((id) => ids.has(id))).toBe(true);
        expect(proof.length > 0).toBe(verdict !== 'not-seen');
        expect(offences.length > 0).toBe(verdict === 'fail' || verdict === 'suspected');
      }
    }),
    { seed: 20_261_123 },
  );
});

test('a journal is judged in a step for each rule', () => {
  const exchanges = journal(
    ...Array.from({ length: 200 }, (_, at) => ({ received: at * 10, method: 'GET', query: `offset=${at % 7}` })),
  );
  let steps = 0;
  const judging = judge(exchanges);
  let step = judging.next();
  for (; step.done !== true; step = judging.next()) steps++;
  expect(step.value).toEqual(allAtOnce(judge(exchanges)));
  expect(steps).toBeGreaterThanOrEqual(RULES.length);
});
