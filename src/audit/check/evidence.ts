/** What a check has seen of a finding, and the verdict that follows. */

import type { CheckVerdict, CheckedFinding, Evidence, ReportedFinding } from '../audit-types.js';

/** The verdicts on a finding. The first one that any evidence has decides. */
const VERDICTS = [
  'tests changed',
  'less is done',
  'still',
  'new',
  'recognised the emulator',
  'cannot be told',
  'fixed',
] as const satisfies readonly CheckVerdict[];

/** The finding with the verdict of its evidence. Without evidence about the finding itself, nothing can be told. */
export function checkedFinding({ id, what }: ReportedFinding, evidence: readonly Evidence[]): CheckedFinding {
  const shown = VERDICTS.find((verdict) => evidence.some((each) => each.verdict === verdict)) ?? 'cannot be told';
  const isUnseen = shown === 'fixed' && !evidence.some(({ part }) => part === 'finding');
  return { id, what, verdict: isUnseen ? 'cannot be told' : shown, evidence };
}
