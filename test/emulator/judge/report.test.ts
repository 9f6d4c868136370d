import { allAtOnce } from '../../../src/common/steps.js';
import { expect, test } from 'vitest';
import { judge } from '../../../src/emulator/judge/judge.js';
import { behaviourReport, behaviourSuite } from '../../../src/emulator/judge/report.js';
import type { Verdict } from '../../../src/emulator/judge/rule.js';
import verdicts from './report.json' with { type: 'json' };
import { journal } from './sketch.js';

const VERDICTS = verdicts as readonly Verdict[];

test('the report has an aligned line for each rule, broken ones first, its offences below it, and the totals', () => {
  expect(behaviourReport(VERDICTS)).toBe(
    [
      'FAIL       gapless-paging  A client waits.',
      '           Came back too soon.',
      '             #3 GET /a 429',
      '             #4 GET /a?limit=5 200',
      '           basis: specification section 8',
      '           remedy: Wait longer.',
      'suspected  poll-slowly     A client waits.',
      '           Came back too soon.',
      '             #5 GET /a 429',
      '           not proven: The machine may be busy.',
      '           basis: specification section 8',
      '           remedy: Wait longer.',
      'pass       reuse-token     A client waits.',
      'not seen   wait-as-told    A client waits.',
      '',
      '4 rules: 1 followed, 1 broken, 1 suspected, 1 not seen',
      '',
    ].join('\n'),
  );
});

test('the report contains the requests that prove an offence', () => {
  const report = behaviourReport(
    allAtOnce(judge(journal({ received: 0, client: null, status: 401, query: 'limit=5' }))),
  );
  expect(report).toContain('#1 GET /api/v1/institutions/me/users?limit=5 401');
});

test('a report without rules has totals', () => {
  expect(behaviourReport([])).toBe('\n0 rules: 0 followed, 0 broken, 0 suspected, 0 not seen\n');
});

const suite = behaviourSuite('sandbox default', allAtOnce(judge(journal({ received: 0, client: null, status: 401 }))));

test('the suite names its subject and has a case for each rule', () => {
  expect(suite.name).toBe('behaviour of sandbox default');
  expect(suite.cases).toHaveLength(allAtOnce(judge([])).length);
});

test('a broken rule fails with its offences', () => {
  const failed = suite.cases.find(({ classname }) => classname === 'behaviour.token-with-every-call');
  expect(failed?.outcome).toMatchObject({
    kind: 'failed',
    message: 'Sent no Authorization header.',
    text: expect.stringContaining('#1 GET /api/v1/institutions/me/users 401') as string,
  });
});

test('a rule that was followed passes, and a rule that was not seen is skipped', () => {
  const kinds = Object.fromEntries(suite.cases.map(({ classname, outcome }) => [classname, outcome.kind]));
  expect(kinds).toMatchObject({ 'behaviour.known-endpoints': 'passed', 'behaviour.bounded-batch': 'skipped' });
});

test('a suspected rule is skipped with its reason, and fails if the judgement is strict', () => {
  const outcomes = [{}, { strict: true }].map(
    (strictness) => behaviourSuite('sandbox default', VERDICTS, strictness).cases[2]?.outcome,
  );
  expect(outcomes).toMatchObject([
    { kind: 'skipped', message: 'Suspected: Because. Not proven: The machine may be busy.' },
    { kind: 'failed', message: 'Because.', text: expect.stringContaining('#5 GET /a 429') as string },
  ]);
});
