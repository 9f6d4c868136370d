import { expect, test } from 'vitest';
import { behaviourSuite } from '../../src/judge/report.js';
import { judge } from '../../src/judge/judge.js';
import { journal } from './sketch.js';

const suite = behaviourSuite('sandbox default', judge(journal({ received: 0, client: null, status: 401 })));

test('the suite names whom it is about, and has a case for each rule', () => {
  expect(suite.name).toBe('behaviour of sandbox default');
  expect(suite.cases).toHaveLength(judge([]).length);
});

test('a broken rule fails with its offences', () => {
  const failed = suite.cases.find(({ classname }) => classname === 'behaviour.token-with-every-call');
  expect(failed?.outcome).toMatchObject({
    kind: 'failed',
    message: 'Sent no Authorization header.',
    text: expect.stringContaining('#1 GET /api/v1/institutions/me/users 401') as string,
  });
});

test('a rule that was kept passes, and one that was not seen is skipped', () => {
  const kinds = Object.fromEntries(suite.cases.map(({ classname, outcome }) => [classname, outcome.kind]));
  expect(kinds).toMatchObject({ 'behaviour.known-endpoints': 'passed', 'behaviour.bounded-batch': 'skipped' });
});
