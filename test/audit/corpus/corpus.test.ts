/**
 * Jobs that react to a fault in one way, with the right result beside each, in `cases/`. Their runs are recorded in
 * `runs/`: `RECORD='swallowed' npx vitest run test/audit/corpus` makes those anew whose name matches.
 */

import { expect, test } from 'vitest';
import { audit } from '../../../src/audit/audit.js';
import type { AuditReport } from '../../../src/audit/audit-types.js';
import { textReport } from '../../../src/audit/report/text-report.js';
import { Runs } from '../../../src/audit/run/runs.js';
import { formatInjection } from '../../../src/emulator/injection/injection.js';
import { type Case, CASES, made } from './cases.js';

/** The operations and faults of asides, by reaction. */
function asidesOf({ asides }: AuditReport): NonNullable<Case['asides']> {
  const reactions = [...new Set(asides.map(({ reaction }) => reaction))];
  return Object.fromEntries(
    reactions.map((reaction) => [
      reaction,
      asides.flatMap((aside) => (aside.reaction === reaction ? aside.shownBy : [])).toSorted(),
    ]),
  );
}

test.each(CASES)('%s', { timeout: 300_000 }, async (name, one) => {
  const { findings, asides, reactions, runs, injected, says = [], saysNot = [] } = one;
  const order: string[] = [];
  const report = await made(name, one, async (options, observe) => {
    const noting: typeof observe = async (audited, orders) => {
      order.push(orders.injections.map(formatInjection).join(' '));
      return await observe(audited, orders);
    };
    return (await audit(options, new Runs(options, noting))).report;
  });
  expect(report.findings.map(({ id }) => id)).toEqual(findings);
  if (asides !== undefined) expect(asidesOf(report)).toEqual(asides);
  if (reactions !== undefined)
    expect([...new Set(report.plan.flatMap(({ reaction }) => reaction ?? []))].toSorted()).toEqual(reactions);
  if (injected !== undefined) expect(order).toEqual(injected);
  if (runs !== undefined) expect(report.counts.runs).toBe(runs);
  for (const { what, details } of report.findings)
    expect([what, ...details].join(' ').split(' ').length).toBeLessThanOrEqual(60);
  const text = textReport(report, 1_000);
  for (const part of says) expect(text).toContain(part);
  for (const part of saysNot) expect(text).not.toContain(part);
});
