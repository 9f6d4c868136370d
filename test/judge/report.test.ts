import { expect, test } from 'vitest';
import { judge } from '../../src/judge/judge.js';
import { behaviourReport } from '../../src/judge/report.js';
import type { Verdict } from '../../src/judge/rule.js';
import { journal } from './sketch.js';

const about = {
  title: 'A client does so.',
  basis: 'specification section 8',
  explanation: 'Because.',
  exchanges: [],
  offences: [],
};

const VERDICTS: readonly Verdict[] = [
  { ...about, rule: 'short', verdict: 'pass' },
  {
    ...about,
    rule: 'a-longer-name',
    verdict: 'fail',
    remedy: 'Do otherwise.',
    exchanges: [3, 4],
    offences: [{ exchanges: [3, 4], requests: ['GET /a 429', 'GET /a?limit=5 200'], what: 'Came back too soon.' }],
  },
  { ...about, rule: 'unseen', verdict: 'not-seen' },
];

test('the report has an aligned line for each rule, what is wrong below it, and the totals', () => {
  expect(behaviourReport(VERDICTS)).toBe(
    [
      'pass      short          A client does so.',
      'FAIL      a-longer-name  A client does so.',
      '          Came back too soon.',
      '            #3 GET /a 429',
      '            #4 GET /a?limit=5 200',
      '          basis: specification section 8',
      '          remedy: Do otherwise.',
      'not seen  unseen         A client does so.',
      '',
      '3 rules: 1 kept, 1 broken, 1 not seen',
      '',
    ].join('\n'),
  );
});

test('the report on a journal names the requests that prove it', () => {
  const report = behaviourReport(judge(journal({ received: 0, client: null, status: 401, query: 'limit=5' })));
  expect(report).toContain('#1 GET /api/v1/institutions/me/users?limit=5 401');
});

test('a report without rules has totals', () => {
  expect(behaviourReport([])).toBe('\n0 rules: 0 kept, 0 broken, 0 not seen\n');
});
