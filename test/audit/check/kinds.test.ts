/** Findings of all kinds, each with a later edition of its job, and the verdict on it. */

import { expect, test } from 'vitest';
import type { CheckedFinding } from '../../../src/audit/audit-types.js';
import type { Case } from '../corpus/cases.js';
import { checked, reportOf } from './checked.js';
import {
  asking,
  ASKS_AGAIN,
  BATCH,
  dated,
  entering,
  keeping,
  LIMITED,
  limiting,
  named,
  NAMES,
  PAGES,
  paging,
  prints,
  QUIET,
  reading,
  renewing,
  repeating,
  requesting,
  seldom,
  SILENT,
  WAITS_FOR_DATE,
} from './jobs.js';

/** Findings that need more than a fault and a test: a wrong job, a later one, and the verdict on it. */
const KINDS: readonly [name: string, verdict: CheckedFinding['verdict'], before: Case, now: Case][] = [
  [
    'an outcome of --compare',
    'fixed',
    named.get('a job whose outcome lacks lines has swallowed the fault')!,
    named.get('a job that comes to the same outcome has no finding')!,
  ],
  [
    'an outcome after --kill',
    'fixed',
    named.get('a job that writes its checkpoint first loses a link when it is killed')!,
    named.get('a job that writes its checkpoint last has no finding when it is killed')!,
  ],
  [
    'calls that overlap',
    'fixed',
    named.get('pages that are joined by their arrival are a finding with its control')!,
    named.get('pages that are joined by their requests are no finding')!,
  ],
  [
    'calls that no longer overlap',
    'cannot be told',
    named.get('pages that are joined by their arrival are a finding with its control')!,
    {
      ...named.get('pages that are joined by their requests are no finding')!,
      job: 'const pages = []; for (const offset of offsets) pages.push(await page(offset)); await check(pages);',
    },
  ],
  [
    'a second fault',
    'fixed',
    named.get('a client that renews its token once for ever gives up after the second expiry')!,
    named.get('a client that renews its token at each expiry has no finding')!,
  ],
  ['a token that is renewed once', 'fixed', renewing('if (false) while'), renewing('if')],
  ['a token that is renewed without end', 'new', renewing('if (false) while'), renewing('while')],
  ['a job that asks for less', 'less is done', asking('REDDIT GITHUB', ''), asking('REDDIT', ASKS_AGAIN)],
  ['a job that asks for all', 'fixed', asking('REDDIT GITHUB', ''), asking('GITHUB REDDIT', ASKS_AGAIN)],
  ['a test that does nothing', 'less is done', repeating(0), { ...repeating(0), job: '' }],
  ['a test that its runner repeats', 'tests changed', repeating(0), repeating(1)],
  [
    'a job that no longer fails',
    'still',
    keeping('expired-token', 'process.exitCode = 1'),
    keeping('expired-token', '{}'),
  ],
  [
    'a job that names the failure, and no longer fails',
    'still',
    keeping('throttled', `${NAMES}, (process.exitCode = 1)`),
    keeping('throttled', NAMES),
  ],
  ['pages that are read until one is empty', 'fixed', paging(PAGES), paging(PAGES.replace('=== 10', '> 0'))],
  [
    'pages that are asked for without end',
    'new',
    paging(PAGES),
    paging(
      PAGES.replace('=== 10', '> 0').replace(
        'await page(offset);',
        'await (async () => { for (;;) try { return await page(offset); } catch { await pause(3_000); } })();',
      ),
    ),
  ],
  [
    'a revoked token that is renewed without end',
    'new',
    { ...renewing('if (false) while'), only: 'getUsers:revoked-token' },
    seldom(renewing('while')),
  ],
  [
    'a time limit without end',
    'new',
    reading('getUsers:silent', `${SILENT} await ask();`),
    reading('', LIMITED.replace('ENDS', 'false')),
  ],
  [
    'a time limit',
    'fixed',
    reading('getUsers:silent', `${SILENT} await ask();`),
    reading('', LIMITED.replace('ENDS', 'true')),
  ],
  ['a date that is waited for without end', 'new', dated('await pause(1);'), dated(WAITS_FOR_DATE)],
  [
    'a date that is waited for',
    'fixed',
    dated('await pause(1);'),
    dated(`if (tries > 3) throw new Error('refused'); ${WAITS_FOR_DATE}`),
  ],
  ['a limit and no repetition', 'fixed', limiting(60_000, 0), limiting(1_000, 0)],
  ['a limit and a repetition of everything', 'new', limiting(60_000, 0), limiting(1_000, 1)],
  ['logins that are repeated', 'fixed', entering(0), entering(2)],
  ['a request that is sent once', 'fixed', requesting(2), requesting(0)],
  ['a printed secret', 'fixed', prints, { ...prints, job: prints.job.replace(QUIET, "console.error('refused')") }],
  ['a secret that a test may keep', 'cannot be told', prints, { ...prints, job: prints.job.replace(QUIET, '{}') }],
  ['a secret that is printed always', 'new', prints, { ...prints, job: prints.job.replace('if (!(', 'if ((') }],
  [
    'a rule without a fault',
    'fixed',
    { ...prints, job: prints.job.replace('if (!(', 'if ((') },
    { ...prints, job: prints.job.replace(QUIET, '{}') },
  ],
  ['items that no test misses', 'cannot be told', BATCH, { ...BATCH, job: BATCH.job.replace('result.', 'result?.') }],
];

test.each(KINDS)('%s: %s', { timeout: 300_000 }, async (name, verdict, before, now) => {
  const [first] = KINDS.find((each) => JSON.stringify(each[2]) === JSON.stringify(before))!;
  const report = await reportOf(`the report of ${first}`, before);
  const found = await checked(name, { ...now, only: before.only }, report);
  expect(found.verdict, JSON.stringify(found, undefined, 2)).toBe(verdict);
});
