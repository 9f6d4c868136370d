/**
 * The order in which faults are tried, and how each of them ends. One run tries several faults. If it goes well, it
 * decides all of them. If not, suspects are tried alone, and the rest in smaller batches. A finding needs two runs.
 */

import { type Classification, findingKey, isPassing, type Observation, reactionsIn } from './classify/observation.js';
import type { DecidedEntry, Outcome } from './outcome.js';
import { type Batch, fitsTogether, LARGEST_BATCH } from './plan/batch.js';
import { cellNameBefore, type PlanEntry, cellName } from './plan/plan.js';
import { enoughFor, foreseen } from './foreseen.js';
import { shapeOf } from './run/calls.js';
import type { Progress } from './audit-types.js';

export interface ScheduleOptions {
  /** Whether a reaction is among the right ones. */
  readonly isRight: (entry: PlanEntry, observation: Pick<Observation, 'reaction'>) => boolean;
  /** Whether tests report that they use this sandbox, so that a failure can be assigned to it. */
  readonly reportsTests: (sandbox: string) => boolean;
}

/** What is known of an entry. */
interface Row {
  readonly entry: PlanEntry;
  readonly cell: string;
  /** The size of the largest batch in which it is tried. */
  most: number;
  /** Whether it needs a run without any other batch. */
  isApart: boolean;
  /** Wrong reactions that were seen and are not confirmed. */
  readonly seen: Observation[];
  outcome?: Outcome | undefined;
}

export class Schedule {
  readonly #options: ScheduleOptions;
  #rows: ReadonlyMap<PlanEntry, Row> = new Map();
  readonly #byCell = new Map<string, Row[]>();

  constructor(entries: readonly PlanEntry[], options: ScheduleOptions) {
    this.#options = options;
    this.add(entries);
  }

  /** Adds entries. They are tried before all others if `place` says so, else after them. */
  add(entries: readonly PlanEntry[], place: 'first' | 'last' = 'last'): void {
    const rows = entries.map((entry): Row => ({
      entry,
      cell: cellName(entry),
      most: LARGEST_BATCH,
      isApart: false,
      seen: [],
    }));
    for (const row of rows) this.#byCell.set(row.cell, [...this.#rowsOfCell(row.cell), row]);
    const added = rows.map((row) => [row.entry, row] as const);
    this.#rows = new Map(place === 'first' ? [...added, ...this.#rows] : [...this.#rows, ...added]);
  }

  /** The entries that an observation has decided. */
  get observed(): readonly DecidedEntry[] {
    return decidedAmong(this.#all());
  }

  get entries(): readonly PlanEntry[] {
    return [...this.#rows.keys()];
  }

  /** Whether all of the entries have an outcome. */
  areDecided(entries: readonly PlanEntry[]): boolean {
    return entries.every((entry) => this.#rowOf(entry).outcome !== undefined);
  }

  /** How many entries have an outcome, of all. */
  get progress(): Omit<Progress, 'runs'> {
    const planned = this.#rows.size;
    return { decided: planned - this.#undecided().length, planned };
  }

  /** An outcome for each entry. @param reason why the audit ended before the turn of the others */
  outcomesAtEnd(reason = ''): readonly Outcome[] {
    const untried = this.#undecided().map(({ entry }): Outcome => ({ entry, reason, isUntried: true }));
    return [...this.#all().flatMap(({ outcome }) => outcome ?? []), ...untried];
  }

  /** The batches of the next run; empty if everything is decided. */
  next(): readonly Batch[] {
    for (const row of this.#undecided()) row.outcome = this.#foreseen(row);
    const breaking = this.#breaking();
    const batches = new Map<string, Row[]>();

    for (const row of this.#undecided()) {
      const key = this.#keyOf(row.entry);
      const own = batches.get(key) ?? [];
      if (batches.size > 0 && (row.isApart || (own.length === 0 && (key === '' || batches.has(''))))) continue;

      const most = Math.min(row.most, ...own.map((other) => other.most));
      const isAmongOwn = own.length < most && fitsTogether(row.entry, entriesOf(own), breaking);
      if (!isAmongOwn || !this.#isItsTurn(row, [...batches.values()].flat())) continue;

      batches.set(key, [...own, row]);
      if (row.isApart) break;
    }

    return [...batches.values()].map(entriesOf);
  }

  /** Records what a run has shown of several faults. What it did not decide is tried in smaller batches. */
  recordBatch(batch: Batch, { observations, suspects }: Classification, hasHung: boolean): void {
    for (const entry of batch) {
      const row = this.#rowOf(entry);
      const observation = observations.get(entry);
      if (observation !== undefined) this.settle(entry, observation);
      else {
        row.isApart ||= hasHung && observations.size === 0;
        const most =
          suspects.length === 0 || observations.size > 0 ? batch.length >> 1 : batch.length - suspects.length;
        row.most = suspects.includes(entry) ? 1 : Math.max(1, most);
      }
    }
  }

  /** Records a reaction. A wrong one is tried once more, unless its finding is known. */
  settle(entry: PlanEntry, observation: Observation): void {
    const row = this.#rowOf(entry);
    const keys = this.#wrongKeys(entry, observation);
    const isRight = keys.length === 0;
    const [first] = row.seen;
    const before = row.seen.flatMap((each) => this.#wrongKeys(entry, each));
    const [confirmed, beside] = reactionsIn(observation).filter(
      (each) => each.isProven === true || before.includes(findingKey(entry, each)),
    );
    if (confirmed !== undefined)
      row.outcome = { entry, observation: beside === undefined ? confirmed : observation, isConfirmed: true };
    else if (isRight ? first === undefined : this.#isKnown(entry, observation)) row.outcome = { entry, observation };
    else if (first !== undefined && (isRight || row.seen.length === 2)) {
      const reason = `the client does not always react in the same way: ${first.reaction}, then ${observation.reaction}`;
      row.outcome = { entry, reason, isUnsteady: true };
    } else {
      row.seen.push(observation);
      row.most = 1;
      row.isApart = true;
    }
  }

  #all(): Row[] {
    return [...this.#rows.values()];
  }

  #undecided(): Row[] {
    return this.#all().filter(({ outcome }) => outcome === undefined);
  }

  #rowsOfCell(cell: string): readonly Row[] {
    return this.#byCell.get(cell) ?? [];
  }

  #rowOf(entry: PlanEntry): Row {
    return this.#rows.get(entry)!;
  }

  /**
   * Whether an entry may be tried beside others. The first call of its cell comes before it, and so does the cell that
   * begins in the same way.
   */
  #isItsTurn({ entry, cell, seen }: Row, others: readonly Row[]): boolean {
    if (seen.length > 0) return true;

    const decided = decidedAmong(this.#rowsOfCell(cell));
    const beside = others.filter((other) => other.cell === cell);
    const alike = [...decided, ...beside].filter((other) => shapeOf(other.entry.call) === shapeOf(entry.call));
    if (beside.length > 0 && (decided.length === 0 || alike.length >= enoughFor(entry))) return false;

    const before = cellNameBefore(entry);
    if (before === '' || decidedAmong(this.#rowsOfCell(before)).length > 0) return true;

    return this.#rowsOfCell(before).every(({ outcome }) => outcome !== undefined);
  }

  /** IDs of classes, and points of variants, after which a run went wrong. */
  #breaking(): ReadonlySet<string> {
    const broken = this.#all().filter(({ seen, outcome }) =>
      [...seen, outcome?.observation].some((each) => each !== undefined && !isPassing(each)),
    );
    return new Set(broken.map(({ entry: { fault } }) => fault.variant?.point ?? fault.id));
  }

  /** The unconfirmed wrong reactions to an entry. */
  seenOf(entry: PlanEntry): readonly Observation[] {
    return this.#rowOf(entry).seen;
  }

  /** Whether decided entries of the same class or operation already show every finding of this observation. */
  #isKnown(wrong: PlanEntry, observation: Observation): boolean {
    const { fault, call } = wrong;
    const known = this.observed
      .filter(({ entry }) => entry.fault.id === fault.id || entry.call.operation === call.operation)
      .flatMap((each) => this.#wrongKeys(each.entry, each.observation));
    return this.#wrongKeys(wrong, observation).every((key) => known.includes(key));
  }

  /** The keys of the wrong reactions that an observation shows. */
  #wrongKeys(entry: PlanEntry, observation: Observation): string[] {
    const wrong = reactionsIn(observation).filter((each) => !this.#options.isRight(entry, each));
    return wrong.map((each) => findingKey(entry, each));
  }

  /** The outcome of an entry that needs no run. */
  #foreseen({ entry, cell, seen: [wrong] }: Row): Outcome | undefined {
    // Another run may have confirmed the finding since.
    if (wrong !== undefined) return this.#isKnown(entry, wrong) ? { entry, observation: wrong } : undefined;

    const [decided, before] = [cell, cellNameBefore(entry)].map((each) => decidedAmong(this.#rowsOfCell(each)));
    return foreseen(entry, decided!, before!, { ...this.#options, isTold: this.#keyOf(entry) !== '' });
  }

  /** The key of a batch: the sandbox to which a failure can be assigned, or empty if a failure shows no sandbox. */
  #keyOf({ call: { sandbox }, fault }: PlanEntry): string {
    return this.#options.reportsTests(sandbox) && fault.meanwhile === undefined ? sandbox : '';
  }
}

/** The entries that an observation has decided. */
function decidedAmong(rows: readonly Row[]): DecidedEntry[] {
  const outcomes = rows.flatMap(({ outcome }) => outcome ?? []);
  return outcomes.flatMap(({ entry, observation }) => (observation ? { entry, observation } : []));
}

function entriesOf(rows: readonly Row[]): PlanEntry[] {
  return rows.map(({ entry }) => entry);
}
