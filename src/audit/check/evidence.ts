/** What a check has seen of a finding, and the verdict that follows. */

import type { ReportedFinding } from '../report/report.js';

/** The verdicts on a finding. The first one that any evidence has decides. */
export const VERDICTS = [
  'tests changed',
  'less is done',
  'still',
  'new',
  'recognised the emulator',
  'cannot be told',
  'fixed',
] as const;

export type Verdict = (typeof VERDICTS)[number];

/** What one part of the check shows. */
export interface Evidence {
  readonly part: 'tests' | 'finding' | 'canary' | 'neighbour' | 'disguise';
  /** The verdict if this were all: `fixed` if nothing speaks against it. */
  readonly verdict: Verdict;
  /** The operation and the class of faults, as in `getUsers:throttled`. */
  readonly cell?: string;
  /** What was seen, as a sentence. */
  readonly what: string;
  /** The number of the run, from 1. Default: both runs without a fault. */
  readonly run?: number | undefined;
  /** The command that makes the run again. */
  readonly repeat?: string;
}

export interface CheckedFinding extends Pick<ReportedFinding, 'id' | 'what'> {
  readonly verdict: Verdict;
  readonly evidence: readonly Evidence[];
}

export const CHECK_FORMAT = 'id-emulator-check';

export interface CheckReport {
  readonly format: typeof CHECK_FORMAT;
  readonly version: 1;
  readonly command: readonly string[];
  readonly findings: readonly CheckedFinding[];
  readonly runs: number;
  /** Milliseconds. */
  readonly time: number;
}

/** The finding with the verdict of its evidence. Without evidence about the finding itself, nothing can be told. */
export function checkedFinding({ id, what }: ReportedFinding, evidence: readonly Evidence[]): CheckedFinding {
  const shown = VERDICTS.find((verdict) => evidence.some((each) => each.verdict === verdict)) ?? 'cannot be told';
  const isUnseen = shown === 'fixed' && !evidence.some(({ part }) => part === 'finding');
  return { id, what, verdict: isUnseen ? 'cannot be told' : shown, evidence };
}
