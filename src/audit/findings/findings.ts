/** Findings: wrong reactions, grouped by what mends them. A cell is a class of faults at an operation. */

import { specDocument } from '../../contract/documents/prepared.js';
import { groupBy } from '../../emulator/judge/series.js';
import type { Baseline } from '../baseline.js';
import { findingKey, type Observation, reactionsIn } from '../classify/observation.js';
import { type Expectations, rightIn } from '../expectations/expectations.js';
import { type PlanEntry, cellName } from '../plan/plan.js';
import type { BrokenRule } from '../run/printed-secrets.js';
import { decidingObservation, type Outcome } from '../outcome.js';
import type { Aside, AuditOrder, CanaryEnd, Reaction } from '../audit-types.js';

/** A cell with a reaction that is not right. */
export interface FindingCell {
  /** An ID such as `getUsers:throttled:hung`, equal in every audit, see {@link cellId}. */
  readonly id: string;
  /** The entries of the plan that showed the reaction, or that such an entry decided. */
  readonly entries: readonly PlanEntry[];
}

/** A wrong reaction with one cause, in all cells that show it. */
export interface FaultFinding {
  /** The ID of the first cell. */
  readonly id: string;
  /** The entry whose command was run a second time, with an equal result. */
  readonly entry: PlanEntry;
  readonly observation: Observation;
  readonly cells: readonly FindingCell[];
  /** The canary: how the command ended with an outage without end at the call. Default: unknown. */
  readonly canary?: CanaryEnd;
}

/** A rule of the judge that the client breaks without any fault. */
export interface BaselineFinding {
  /** An ID such as `without-fault:reuse-token`. */
  readonly id: string;
  readonly verdict: BrokenRule;
  /** Keys of the sandboxes in which the rule is broken. */
  readonly sandboxes: readonly string[];
}

export interface Findings {
  readonly baseline: readonly BaselineFinding[];
  readonly faults: readonly FaultFinding[];
  readonly asides: readonly Aside[];
}

const { mostSerious } = specDocument('audit-order') as AuditOrder;

/** The findings of an audit. Outcomes with equal keys, see {@link findingKey}, belong to one finding. */
export function findingsOf(baseline: Baseline, outcomes: readonly Outcome[], expectations: Expectations): Findings {
  const isRight = rightIn(expectations);
  const confirmations = ({ isConfirmed }: Outcome): number => Number(isConfirmed ?? 0);
  // The first entry of a finding is the one that is shown and repeated.
  const confirmedFirst = outcomes.toSorted((one, other) => confirmations(other) - confirmations(one));
  const wrong: WrongReaction[] = [];

  for (const outcome of confirmedFirst) {
    const { entry } = outcome;
    const observation = decidingObservation(outcome);
    const reactions = observation === undefined ? [] : reactionsIn(observation);
    for (const shown of reactions.filter((reaction) => !isRight(entry, reaction)))
      wrong.push({ entry, observation: shown, id: cellId(cellName(entry), shown) });
  }

  const ofFindings = groupBy(wrong, ({ entry, observation }) => findingKey(entry, observation));
  const faults = ofFindings.map((ofFinding) => ({ ...ofFinding[0]!, cells: cellsOf(ofFinding) }));
  const rankOf = ({ observation }: FaultFinding): number => mostSerious.indexOf(observation.reaction);
  const bySeverity = withJoinedHabits(faults).toSorted((one, other) => rankOf(one) - rankOf(other));

  return { baseline: baselineFindings(baseline), faults: bySeverity, asides: asidesOf(outcomes) };
}

/** A wrong reaction to a fault, with the ID of its cell. */
type WrongReaction = Pick<FaultFinding, 'id' | 'entry' | 'observation'>;

/** The cells of wrong reactions, each with all of its entries. */
function cellsOf(reactions: readonly WrongReaction[]): FindingCell[] {
  return groupBy(reactions, ({ id }) => id).map((ofCell) => {
    return { id: ofCell[0]!.id, entries: ofCell.map(({ entry }) => entry) };
  });
}

/** A finding for each rule that the client breaks without any fault. */
function baselineFindings({ sandboxes }: Baseline): BaselineFinding[] {
  const broken = [...sandboxes.values()].flatMap((sandbox) =>
    sandbox.broken.map((verdict) => ({ key: sandbox.key, verdict })),
  );
  return groupBy(broken, ({ verdict }) => verdict.rule).map((ofRule) => {
    const { verdict } = ofRule[0]!;
    return { id: `without-fault:${verdict.rule}`, verdict, sandboxes: ofRule.map(({ key }) => key) };
  });
}

/** The ID of a cell with its reaction, and the rule that it breaks: `getUsers:throttled:misbehaved:wait-as-told`. */
export function cellId(cell: string, { reaction, cause }: Pick<Observation, 'reaction' | 'cause'>): string {
  const rule = reaction === 'misbehaved' && cause !== undefined ? `:${cause}` : '';
  return cell + `:${reaction}${rule}`.replaceAll(' ', '-');
}

/** Joins findings of one habit: a client that gives up after a plain failure also gives up after similar failures. */
function withJoinedHabits(findings: readonly FaultFinding[]): FaultFinding[] {
  const givenUp = findings.filter(({ observation }) => observation.reaction === 'gave up');
  /** The finding of the plain failure to which a finding of a similar failure belongs; undefined if it stays alone. */
  const plainOf = (finding: FaultFinding): FaultFinding | undefined => {
    const plain = givenUp.find((other) => hasHabit(other, finding.entry));
    return givenUp.includes(finding) && plain !== finding ? plain : undefined;
  };

  const whole = findings.filter((finding) => plainOf(finding) === undefined);
  return whole.map((finding) => {
    const similar = givenUp.filter((other) => plainOf(other) === finding);
    return { ...finding, cells: [finding, ...similar].flatMap(({ cells }) => cells) };
  });
}

/** Whether a finding is about the plain failure that the fault of the entry resembles, at the same kind of call. */
function hasHabit({ cells }: FaultFinding, { fault, kind }: PlanEntry): boolean {
  const entries = cells.flatMap((cell) => cell.entries);
  return entries.some((entry) => entry.fault.id === fault.habit && entry.kind === kind);
}

/** Texts such as `getUsers (500, 502)`, one for each operation. */
export function shownBy(entries: readonly PlanEntry[]): string[] {
  return groupBy(entries, ({ call }) => call.operation).map((ofOperation) => {
    const titles = new Set(ofOperation.map(({ fault }) => fault.title));
    return `${ofOperation[0]!.call.operation} (${[...titles].join(', ')})`;
  });
}

/** The reactions that accuse nobody but deserve a look, in the order of the report. */
const ASIDES: readonly Reaction[] = ['test gap', 'note', 'not observed'];

/** The asides of an audit, with one example of each kind. */
function asidesOf(outcomes: readonly Outcome[]): Aside[] {
  return ASIDES.flatMap((reaction) => {
    const shown = outcomes.flatMap(({ entry, observation }) =>
      observation?.reaction === reaction ? { entry, what: observation.what } : [],
    );
    // One example is enough of everything that was not observed. Any other text may end with an error behind a colon:
    // texts that differ in their errors alone are of one kind.
    const kinds = groupBy(shown, ({ what }) => (reaction === 'not observed' ? '' : what.split(': ')[0]));

    return kinds.map((ofKind) => {
      return { reaction, shownBy: shownBy(ofKind.map(({ entry }) => entry)), what: ofKind[0]!.what };
    });
  });
}
