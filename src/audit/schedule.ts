/**
 * The order in which faults are tried, and how each fault ends. One run tries several faults. If the run goes well, it
 * decides all of them. If not, suspects are tried alone, and the rest in smaller batches. A finding needs two runs.
 */

import { type Classification, findingKey, type Observation, reactionsIn } from './classify/observation.js';
import { breakingAmong, decidedAmong, type DecidedEntry, type Outcome, type Row } from './outcome.js';
import { type Batch, fitsTogether, LARGEST_BATCH } from './plan/batch.js';
import { cellNameBefore, type PlanEntry, cellName } from './plan/plan.js';
import { enoughFor, foreseen } from './foreseen.js';
import { shapeOf } from './run/calls.js';
import type { Progress } from './audit-types.js';

export interface ScheduleOptions {
  /** Whether a reaction is right. */
  readonly isRight: (entry: PlanEntry, observation: Pick<Observation, 'reaction'>) => boolean;
  /** Whether tests report that they use this sandbox, so that their failures can be assigned to the sandbox. */
  readonly reportsTests: (sandbox: string) => boolean;
}

/** The key of the batch whose failures could be those of any sandbox. */
const ANY_SANDBOX = '';
/** How many wrong reactions that differ are seen before another reaction makes the entry unsteady. */
const MOST_UNCONFIRMED = 2;

/**
 * The caller asks {@link Schedule.next} for the batches of a run, and tells {@link Schedule.recordBatch} what the run
 * has shown, until there are no more batches. An entry with an outcome is decided, and is never tried again.
 */
export class Schedule {
  readonly #options: ScheduleOptions;
  #rows: ReadonlyMap<PlanEntry, Row> = new Map();
  readonly #byCell = new Map<string, Row[]>();

  constructor(entries: readonly PlanEntry[], options: ScheduleOptions) {
    this.#options = options;
    this.add(entries);
  }

  /** Adds entries. With the place `first`, they are tried before all other entries, otherwise after them. */
  add(entries: readonly PlanEntry[], place: 'first' | 'last' = 'last'): void {
    const rows = entries.map((entry): Row => {
      const cell = cellName(entry);
      return { entry, cell, largestBatch: LARGEST_BATCH, needsOwnRun: false, unconfirmed: [] };
    });
    for (const row of rows) this.#byCell.set(row.cell, [...this.#rowsOfCell(row.cell), row]);
    const added = rows.map((row) => [row.entry, row] as const);
    this.#rows = new Map(place === 'first' ? [...added, ...this.#rows] : [...this.#rows, ...added]);
  }

  /** The entries that an observation has decided. */
  get observed(): readonly DecidedEntry[] {
    return decidedAmong([...this.#rows.values()]);
  }

  get entries(): readonly PlanEntry[] {
    return [...this.#rows.keys()];
  }

  /** Whether all of the entries have an outcome. */
  areDecided(entries: readonly PlanEntry[]): boolean {
    return entries.every((entry) => this.#rows.get(entry)!.outcome !== undefined);
  }

  /** How many of all entries have an outcome. */
  get progress(): Omit<Progress, 'runs'> {
    const planned = this.#rows.size;
    return { decided: planned - this.#undecided().length, planned };
  }

  /** An outcome for each entry. @param reason why the undecided entries were not tried */
  outcomesAtEnd(reason = ''): readonly Outcome[] {
    const untried = this.#undecided().map(({ entry }): Outcome => ({ entry, reason, isUntried: true }));
    const decided = [...this.#rows.values()].flatMap(({ outcome }) => outcome ?? []);

    return [...decided, ...untried];
  }

  /** The batches of the next run; empty if everything is decided. */
  next(): readonly Batch[] {
    for (const row of this.#undecided()) row.outcome = this.#foreseen(row);
    const breaking = breakingAmong(this.#rows.values());
    const batches = new Map<string, Row[]>();

    for (const row of this.#undecided()) {
      const key = this.#keyOf(row.entry);
      const batch = batches.get(key) ?? [];
      if (row.needsOwnRun && batches.size > 0) continue;

      // The failures of a batch of any sandbox could be those of another batch, so no other batch is in its run.
      const isOfAny = key === ANY_SANDBOX || batches.has(ANY_SANDBOX);
      const wouldBeSecond = batches.size > 0 && batch.length === 0;
      if (wouldBeSecond && isOfAny) continue;

      const largest = Math.min(row.largestBatch, ...batch.map((other) => other.largestBatch));
      const others = batch.map(({ entry }) => entry);
      if (batch.length >= largest || !fitsTogether(row.entry, others, breaking)) continue;
      if (!this.#isItsTurn(row, [...batches.values()].flat())) continue;

      batches.set(key, [...batch, row]);
      if (row.needsOwnRun) break;
    }

    return [...batches.values()].map((batch) => batch.map(({ entry }) => entry));
  }

  /** Records what a run has shown of several faults. The faults that it did not decide are tried in smaller batches. */
  recordBatch(batch: Batch, { observations, suspects }: Classification, hasHung: boolean): void {
    const showsNothing = observations.size === 0;
    const half = Math.floor(batch.length / 2);
    // If the run shows nothing but suspects, the rest probably goes well. If not, any half may be to blame.
    const smaller = showsNothing && suspects.length > 0 ? batch.length - suspects.length : half;

    for (const entry of batch) {
      const row = this.#rows.get(entry)!;
      const observation = observations.get(entry);
      if (observation !== undefined) {
        this.settle(entry, observation);
        continue;
      }

      // A fault that hangs a run hides all other faults of the run.
      row.needsOwnRun ||= hasHung && showsNothing;
      row.largestBatch = suspects.includes(entry) ? 1 : Math.max(1, smaller);
    }
  }

  /** Records a reaction. A wrong reaction is tried again to confirm it, unless its finding is known. */
  settle(entry: PlanEntry, observation: Observation): void {
    const row = this.#rows.get(entry)!;
    row.outcome = this.#outcomeAfter(row, observation);
    if (row.outcome !== undefined) return;

    row.unconfirmed.push(observation);
    row.largestBatch = 1;
    row.needsOwnRun = true;
  }

  /** The outcome that a reaction decides; undefined if it has to be tried again. */
  #outcomeAfter({ entry, unconfirmed }: Row, observation: Observation): Outcome | undefined {
    const keysBefore = unconfirmed.flatMap((earlier) => this.#wrongKeys(entry, earlier));
    const isConfirmed = (shown: Observation): boolean =>
      shown.isProven === true || keysBefore.includes(findingKey(entry, shown));
    const [confirmed, second] = reactionsIn(observation).filter(isConfirmed);
    if (confirmed !== undefined)
      return { entry, observation: second === undefined ? confirmed : observation, isConfirmed: true };

    const [first] = unconfirmed;
    const isRight = this.#wrongKeys(entry, observation).length === 0;
    // A right reaction needs no confirmation, unless another run has shown a wrong one.
    if (isRight && first === undefined) return { entry, observation };
    if (!isRight && this.#isKnown(entry, observation)) return { entry, observation };

    const mayBeConfirmed = !isRight && unconfirmed.length < MOST_UNCONFIRMED;
    if (first === undefined || mayBeConfirmed) return undefined;

    const reason = `the client does not always react in the same way: ${first.reaction}, then ${observation.reaction}`;
    return { entry, reason, isUnsteady: true };
  }

  #undecided(): Row[] {
    return [...this.#rows.values()].filter(({ outcome }) => outcome === undefined);
  }

  #rowsOfCell(cell: string): readonly Row[] {
    return this.#byCell.get(cell) ?? [];
  }

  /**
   * Whether an entry may be tried beside others. The first call of its cell has to be decided before, and so has the
   * cell that begins in the same way.
   */
  #isItsTurn({ entry, cell, unconfirmed }: Row, others: readonly Row[]): boolean {
    if (unconfirmed.length > 0) return true;

    const decided = decidedAmong(this.#rowsOfCell(cell));
    const inCell = others.filter((other) => other.cell === cell);
    const sameShape = [...decided, ...inCell].filter((other) => shapeOf(other.entry.call) === shapeOf(entry.call));
    // Calls of the cell that are tried in this run may decide the entry.
    const mayBeDecided = decided.length === 0 || sameShape.length >= enoughFor(entry);
    if (inCell.length > 0 && mayBeDecided) return false;

    const rowsBefore = this.#rowsOfCell(cellNameBefore(entry));
    return decidedAmong(rowsBefore).length > 0 || rowsBefore.every(({ outcome }) => outcome !== undefined);
  }

  /** The last wrong reaction to an entry that is not confirmed; undefined if there is none. */
  unconfirmedOf(entry: PlanEntry): Observation | undefined {
    return this.#rows.get(entry)!.unconfirmed.at(-1);
  }

  /** Whether decided entries of the same class or operation already show every finding of this observation. */
  #isKnown(entry: PlanEntry, observation: Observation): boolean {
    const { fault, call } = entry;
    const known = this.observed
      .filter((other) => other.entry.fault.id === fault.id || other.entry.call.operation === call.operation)
      .flatMap((other) => this.#wrongKeys(other.entry, other.observation));
    return this.#wrongKeys(entry, observation).every((key) => known.includes(key));
  }

  /** The keys of the wrong reactions that an observation shows. */
  #wrongKeys(entry: PlanEntry, observation: Observation): string[] {
    const wrong = reactionsIn(observation).filter((reaction) => !this.#options.isRight(entry, reaction));
    return wrong.map((reaction) => findingKey(entry, reaction));
  }

  /** The outcome of an entry that needs no run; undefined if the entry needs a run. */
  #foreseen({ entry, cell, unconfirmed }: Row): Outcome | undefined {
    const [wrong] = unconfirmed;
    // The wrong reaction needs no second run if a run of another entry has confirmed the finding meanwhile.
    if (wrong !== undefined) return this.#isKnown(entry, wrong) ? { entry, observation: wrong } : undefined;

    const { isRight } = this.#options;
    const decided = decidedAmong(this.#rowsOfCell(cell));
    const decidedBefore = decidedAmong(this.#rowsOfCell(cellNameBefore(entry)));
    const isReported = this.#keyOf(entry) !== ANY_SANDBOX;

    return foreseen(entry, { decided, decidedBefore, isRight, isReported });
  }

  /** The key of a batch: the sandbox to which a failure can be assigned, or {@link ANY_SANDBOX}. */
  #keyOf({ call: { sandbox }, fault }: PlanEntry): string {
    // A killed command, and refused connections, harm the tests of all sandboxes.
    if (fault.meanwhile !== undefined) return ANY_SANDBOX;
    return this.#options.reportsTests(sandbox) ? sandbox : ANY_SANDBOX;
  }
}
