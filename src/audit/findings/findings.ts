/** The findings of an audit: reactions that are not among the right ones, equal ones together. */

import type { Verdict } from '../../emulator/judge/rule.js';
import type { Audit } from '../audit.js';
import type { Observation } from '../classify/classify.js';
import type { Expectations } from '../expectations/expectations.js';
import { isRight } from '../classify/is-right.js';
import { type PlanEntry, placeOf } from '../plan/plan.js';

/** A reaction to a class of faults at an operation that is not right. */
export interface FaultFinding {
  /** `getUsers:throttled:hung`: the same in every audit of the same client. */
  readonly id: string;
  /** The first entry that showed it. */
  readonly entry: PlanEntry;
  readonly observation: Observation;
  /** The others that showed it, or are taken to. */
  readonly others: readonly PlanEntry[];
}

/** A rule of the judge that the client breaks without any fault. */
export interface BaselineFinding {
  /** `without-fault:reuse-token` */
  readonly id: string;
  readonly verdict: Verdict;
  /** Keys of the sandboxes in which it is broken. */
  readonly sandboxes: readonly string[];
}

export interface Findings {
  readonly baseline: readonly BaselineFinding[];
  readonly faults: readonly FaultFinding[];
}

export function findingsOf({ baseline, outcomes }: Audit, expectations: Expectations): Findings {
  const rules = new Map<string, BaselineFinding>();
  for (const { key, broken } of baseline.sandboxes.values()) {
    for (const verdict of broken) {
      const known = rules.get(verdict.rule);
      rules.set(verdict.rule, {
        id: `without-fault:${verdict.rule}`,
        verdict: known?.verdict ?? verdict,
        sandboxes: [...(known?.sandboxes ?? []), key],
      });
    }
  }
  const faults = new Map<string, FaultFinding>();
  for (const outcome of outcomes) {
    const { entry } = outcome;
    const observation = 'observation' in outcome ? outcome.observation : outcome.like;
    if (observation === undefined || isRight(entry, observation, expectations)) continue;
    const id = `${placeOf(entry)}:${observation.reaction.replaceAll(' ', '-')}`;
    const known = faults.get(id);
    if (known === undefined) faults.set(id, { id, entry, observation, others: [] });
    else faults.set(id, { ...known, others: [...known.others, entry] });
  }
  return { baseline: [...rules.values()], faults: [...faults.values()] };
}
