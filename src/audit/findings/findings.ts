/** Findings: wrong reactions, grouped by what mends them. */

import type { Baseline } from '../baseline.js';
import { findingKey, type Observation, reactionsIn } from '../classify/observation.js';
import { type Expectations, rightIn } from '../expectations/expectations.js';
import type { Reaction } from '../expectations/reaction.js';
import { type PlanEntry, cellName } from '../plan/plan.js';
import type { BrokenRule } from '../run/printed-secrets.js';
import type { CanaryEnd, Outcome } from '../outcome.js';

/** A class of faults at an operation, and a reaction that is not right. */
export interface FindingCell {
  /** An ID such as `getUsers:throttled:hung`, equal in every audit. */
  readonly id: string;
  /** The entries of the plan that showed the reaction, or that such an entry decided. */
  readonly entries: readonly PlanEntry[];
}

/** A wrong reaction with one cause, in all cells that show it. */
export interface FaultFinding {
  /** The ID of its first cell. */
  readonly id: string;
  /** The entry whose command was run a second time, with an equal result. */
  readonly entry: PlanEntry;
  readonly observation: Observation;
  readonly cells: readonly FindingCell[];
  /** How the command ended with an outage without end at the call. Default: unknown. */
  readonly canary?: CanaryEnd;
}

/** A rule of the judge that the client breaks without any fault. */
export interface BaselineFinding {
  /** An ID such as `without-fault:reuse-token`. */
  readonly id: string;
  readonly verdict: BrokenRule;
  /** Keys of the sandboxes in which it is broken. */
  readonly sandboxes: readonly string[];
}

/** What accuses nobody, but deserves a look: test gaps, notes, and what was not observed. */
export interface Aside {
  readonly reaction: Reaction;
  /** Operations with classes, as in `getUsers (500, 502, reset)`. */
  readonly shownBy: readonly string[];
  /** What the client did first, as a sentence. */
  readonly what: string;
}

export interface Findings {
  readonly baseline: readonly BaselineFinding[];
  readonly faults: readonly FaultFinding[];
  readonly asides: readonly Aside[];
}

/**
 * Reactions in the order of seriousness: first lost data, then harm to the service, then a client that stops working.
 */
const MOST_SERIOUS: readonly Reaction[] = [
  'swallowed',
  'wrong result',
  'misbehaved',
  'crashed',
  'hung',
  'stayed broken',
  'gave up',
];

export function findingsOf(baseline: Baseline, outcomes: readonly Outcome[], expectations: Expectations): Findings {
  const isRight = rightIn(expectations);
  const rules = new Map<string, BaselineFinding>();
  for (const { key, broken } of baseline.sandboxes.values())
    for (const verdict of broken) {
      const { sandboxes = [], ...known } = rules.get(verdict.rule) ?? { id: `without-fault:${verdict.rule}`, verdict };
      rules.set(verdict.rule, { ...known, sandboxes: [...sandboxes, key] });
    }
  const faults = new Map<string, FaultFinding>();
  const inOrder = outcomes.toSorted((one, other) => Number(other.isConfirmed ?? 0) - Number(one.isConfirmed ?? 0));
  for (const { entry, like, observation: shown = like } of inOrder)
    for (const observation of shown === undefined ? [] : reactionsIn(shown)) {
      if (isRight(entry, observation)) continue;
      const id = `${cellName(entry)}:${observation.reaction.replaceAll(' ', '-')}`;
      const key = findingKey(entry, observation);
      const { cells = [], ...known } = faults.get(key) ?? { id, entry, observation };
      faults.set(key, { ...known, cells: withEntry(cells, id, entry) });
    }
  const rank = ({ observation }: FaultFinding): number => MOST_SERIOUS.indexOf(observation.reaction);
  const inRank = joined([...faults.values()]).toSorted((one, other) => rank(one) - rank(other));
  return { baseline: [...rules.values()], faults: inRank, asides: asidesOf(outcomes) };
}

/** Joins findings of one habit: a client that gives up after a plain failure also gives up after similar failures. */
function joined(findings: readonly FaultFinding[]): FaultFinding[] {
  const givenUp = findings.filter(({ observation }) => observation.reaction === 'gave up');
  const headOf = ({ entry: { fault, kind } }: FaultFinding): FaultFinding | undefined =>
    givenUp.find(({ cells }) =>
      cells.flatMap(({ entries }) => entries).some((each) => each.fault.id === fault.habit && each.kind === kind),
    );
  const others = new Map(givenUp.map((finding) => [finding, headOf(finding) ?? finding]));
  return findings.flatMap((finding) => {
    if ((others.get(finding) ?? finding) !== finding) return [];
    const alike = givenUp.filter((other) => other !== finding && others.get(other) === finding);
    return [{ ...finding, cells: [finding, ...alike].flatMap(({ cells }) => cells) }];
  });
}

function withEntry(cells: readonly FindingCell[], id: string, entry: PlanEntry): FindingCell[] {
  if (!cells.some((cell) => cell.id === id)) return [...cells, { id, entries: [entry] }];
  return cells.map((cell) => (cell.id === id ? { id, entries: [...cell.entries, entry] } : cell));
}

/** Texts such as `getUsers (500, 502)`, one for each operation. */
export function shownBy(entries: readonly PlanEntry[]): string[] {
  const operations = [...new Set(entries.map(({ call }) => call.operation))];
  return operations.map((operation) => {
    const own = entries.filter(({ call }) => call.operation === operation);
    return `${operation} (${[...new Set(own.map(({ fault }) => fault.title))].join(', ')})`;
  });
}

const ASIDES: readonly Reaction[] = ['test gap', 'note', 'not observed'];

function asidesOf(outcomes: readonly Outcome[]): Aside[] {
  return ASIDES.flatMap((reaction) => {
    const own = outcomes.flatMap(({ entry, observation }) =>
      observation?.reaction === reaction ? { entry, what: observation.what } : [],
    );
    // One example is enough for everything that was not observed.
    const isOne = reaction === 'not observed';
    const texts = [...new Set(own.map(({ what }) => what))].slice(0, isOne ? 1 : Infinity);
    return texts.map((what) => {
      const alike = own.filter((each) => isOne || each.what === what);
      return { reaction, shownBy: shownBy(alike.map(({ entry }) => entry)), what };
    });
  });
}
