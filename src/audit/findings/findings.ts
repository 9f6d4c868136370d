/** Findings: wrong reactions, grouped by what mends them. */

import { specDocument } from '../../contract/documents/prepared.js';
import { groupBy } from '../../emulator/judge/series.js';
import type { Baseline } from '../baseline.js';
import { findingKey, type Observation, reactionsIn } from '../classify/observation.js';
import { type Expectations, rightIn } from '../expectations/expectations.js';
import type { Reaction } from '../expectations/reaction.js';
import { type PlanEntry, cellName } from '../plan/plan.js';
import type { BrokenRule } from '../run/printed-secrets.js';
import type { Outcome } from '../outcome.js';
import type { Aside, AuditOrder, CanaryEnd } from '../audit-types.js';

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

export interface Findings {
  readonly baseline: readonly BaselineFinding[];
  readonly faults: readonly FaultFinding[];
  readonly asides: readonly Aside[];
}

const { mostSerious } = specDocument('audit-order') as AuditOrder;

export function findingsOf(baseline: Baseline, outcomes: readonly Outcome[], expectations: Expectations): Findings {
  const isRight = rightIn(expectations);
  const broken = [...baseline.sandboxes.values()].flatMap(({ key, broken: verdicts }) =>
    verdicts.map((verdict) => ({ key, verdict })),
  );
  const rules = groupBy(broken, ({ verdict }) => verdict.rule).map((group): BaselineFinding => {
    const { verdict } = group[0]!;
    return { id: `without-fault:${verdict.rule}`, verdict, sandboxes: group.map(({ key }) => key) };
  });
  const inOrder = outcomes.toSorted((one, other) => Number(other.isConfirmed ?? 0) - Number(one.isConfirmed ?? 0));
  const wrong = inOrder.flatMap(({ entry, like, observation = like }) => {
    const reactions = observation === undefined ? [] : reactionsIn(observation).filter((each) => !isRight(entry, each));
    return reactions.map((each) => ({ entry, observation: each, id: cellId(cellName(entry), each.reaction) }));
  });
  const faults = groupBy(wrong, ({ entry, observation }) => findingKey(entry, observation)).map((group) => {
    const cells = groupBy(group, ({ id }) => id).map((own) => ({
      id: own[0]!.id,
      entries: own.map(({ entry }) => entry),
    }));
    return { ...group[0]!, cells };
  });
  const rank = ({ observation }: FaultFinding): number => mostSerious.indexOf(observation.reaction);
  const inRank = joined(faults).toSorted((one, other) => rank(one) - rank(other));

  return { baseline: rules, faults: inRank, asides: asidesOf(outcomes) };
}

/** The ID of a cell with its reaction, as findings have it: `getUsers:throttled:gave-up`. */
export function cellId(cell: string, reaction: string): string {
  return `${cell}:${reaction.replaceAll(' ', '-')}`;
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

/** Texts such as `getUsers (500, 502)`, one for each operation. */
export function shownBy(entries: readonly PlanEntry[]): string[] {
  return groupBy(entries, ({ call }) => call.operation).map((own) => {
    return `${own[0]!.call.operation} (${[...new Set(own.map(({ fault }) => fault.title))].join(', ')})`;
  });
}

const ASIDES: readonly Reaction[] = ['test gap', 'note', 'not observed'];

function asidesOf(outcomes: readonly Outcome[]): Aside[] {
  return ASIDES.flatMap((reaction) => {
    const own = outcomes.filter(({ observation }) => observation?.reaction === reaction);
    // One example is enough for everything that was not observed, and of the errors that follow a colon.
    const keyOf = (what: string): string => (reaction === 'not observed' ? reaction : what.split(': ')[0]!);
    const alike = groupBy(own, ({ observation }) => keyOf(observation!.what));

    return alike.map((group) => {
      return { reaction, shownBy: shownBy(group.map(({ entry }) => entry)), what: group[0]!.observation!.what };
    });
  });
}
