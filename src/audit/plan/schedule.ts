/**
 * The order in which faults are tried, and how each of them ends. Several faults go into one run. If it goes well, all of them
 * are decided; if not, the suspects are tried one by one, and the rest together. A finding rests on two runs of its own.
 */

import type { Classification, Observation } from '../classify/classify.js';
import { isPassing } from '../classify/reaction.js';
import { fitsTogether } from './company.js';
import { type PlanEntry, placeOf } from './plan.js';

/** How an entry ended: by an observation, or by a reason not to try it. */
export type Outcome =
  | { readonly entry: PlanEntry; readonly observation: Observation }
  | {
      readonly entry: PlanEntry;
      readonly reason: string;
      /** An observation of another call, which counts for this one, too. */
      readonly like?: Observation;
      /** Whether the audit ended before its turn. */
      readonly isUntried?: true;
      /** Whether a second run has shown another reaction. */
      readonly isUnsteady?: true;
    };

/** Whether a reaction is among the right ones. */
export type IsRight = (entry: PlanEntry, observation: Observation) => boolean;

/** Faults that meet one sandbox in a run or, if nothing says which sandbox a failure belongs to, all of them. */
export interface Company {
  readonly entries: readonly PlanEntry[];
  /** Whether it needs a run without any other company, because the last one did not end. */
  readonly isApart?: true;
}

export interface ScheduleOptions {
  readonly isRight: IsRight;
  /** Whether a failed test says that it belongs to this sandbox. */
  readonly reportsTests: (sandbox: string) => boolean;
}

interface Seen {
  readonly entry: PlanEntry;
  readonly observation: Observation;
}

/** So many calls of an operation that react to a class alike speak for all its other calls. */
const ENOUGH = 3;

export class Schedule {
  readonly #options: ScheduleOptions;
  readonly #waiting: PlanEntry[];
  /** Parts of a run that went wrong, to be tried next. */
  readonly #next: Company[] = [];
  readonly #outcomes = new Map<PlanEntry, Outcome>();
  /** What was seen, by class and operation. */
  readonly #seen = new Map<string, Seen[]>();
  /** Classes after which a run went wrong. */
  readonly #breaking = new Set<string>();
  /** Wrong reactions that were seen once. */
  readonly #unconfirmed = new Map<PlanEntry, Observation[]>();
  /** Wrong reactions that two runs have shown, by class and by operation. */
  readonly #habits = new Set<string>();

  constructor(entries: readonly PlanEntry[], options: ScheduleOptions) {
    this.#waiting = [...entries];
    this.#options = options;
  }

  get outcomes(): readonly Outcome[] {
    return [...this.#outcomes.values()];
  }

  get pending(): readonly PlanEntry[] {
    const queued = this.#next.flatMap(({ entries }) => entries);
    return [...this.#waiting, ...queued].filter((entry) => !this.#outcomes.has(entry));
  }

  /** The companies of the next run; empty if nothing is left. */
  next(): readonly Company[] {
    this.#endForeseen();
    const chosen = new Map<string, Company>();
    for (const company of [...this.#next]) {
      const key = this.#keyOf(company.entries[0]!);
      const isFirst = chosen.size === 0;
      if (!isFirst && (company.isApart === true || key === '' || chosen.has(key) || chosen.has(''))) continue;
      chosen.set(key, company);
      this.#next.splice(this.#next.indexOf(company), 1);
      if (company.isApart === true) return [company];
    }
    const isQueued = new Set(chosen.keys());
    const inRun = new Map<string, number>();
    for (const entry of [...this.#waiting]) {
      const key = this.#keyOf(entry);
      if (
        isQueued.has(key) ||
        isQueued.has('') ||
        (chosen.size > 0 && !chosen.has(key) && (key === '' || chosen.has('')))
      )
        continue;
      const place = placeOf(entry);
      const seen = this.#seen.get(place)?.length ?? 0;
      const planned = inRun.get(place) ?? 0;
      if (seen + planned >= ENOUGH || (planned > 0 && seen === 0) || this.#isToWait(entry)) continue;
      const { entries = [] } = chosen.get(key) ?? {};
      if (!fitsTogether(entry, entries, this.#breaking)) continue;
      chosen.set(key, { entries: [...entries, entry] });
      inRun.set(place, planned + 1);
      this.#waiting.splice(this.#waiting.indexOf(entry), 1);
    }
    return [...chosen.values()];
  }

  /** Puts the companies of a run back that could not be made. */
  putBack(companies: readonly Company[]): void {
    this.#next.unshift(...companies);
  }

  /** Records what a run has shown of several faults. Those that it did not come to are tried by themselves. */
  takeDown({ entries }: Company, shown: Classification, hasHung: boolean): void {
    if ('found' in shown) {
      for (const entry of entries) {
        const observation = shown.found.get(entry);
        if (observation === undefined) this.#tryNext([entry]);
        else this.settle(entry, observation);
      }
      return;
    }
    const { suspects } = shown;
    const others = entries.filter((entry) => !suspects.includes(entry));
    const middle = others.length >> 1;
    // Without a suspect, one half tells about the other.
    const parts = suspects.length > 0 ? [others] : [others.slice(0, middle), others.slice(middle)];
    for (const part of parts.toReversed()) if (part.length > 0) this.#tryNext(part, hasHung);
    for (const entry of suspects.toReversed()) this.#tryNext([entry], hasHung);
  }

  /** Records what a run has shown of an entry. What is wrong is tried once more, unless it is a habit that is known. */
  settle(entry: PlanEntry, observation: Observation): void {
    const { isRight } = this.#options;
    if (!isPassing(observation.reaction) && entry.fault.variant === undefined) this.#breaking.add(entry.fault.id);
    if (entry.fault.variant !== undefined && !isPassing(observation.reaction))
      this.#breaking.add(entry.fault.variant.point);
    const before = this.#unconfirmed.get(entry) ?? [];
    const habits = [`${entry.fault.id} ${habitOf(observation)}`, `${entry.call.operation} ${habitOf(observation)}`];
    const isKnown = before.some((each) => habitOf(each) === habitOf(observation));
    if (isRight(entry, observation) && before.length === 0) this.#decide(entry, observation);
    else if (isRight(entry, observation) || before.length === 2) this.#endUnsteady(entry, before[0]!, observation);
    else if (isKnown || habits.some((habit) => this.#habits.has(habit))) {
      for (const habit of habits) this.#habits.add(habit);
      this.#decide(entry, observation);
    } else {
      this.#unconfirmed.set(entry, [...before, observation]);
      this.#tryNext([entry], true);
    }
  }

  #tryNext(entries: readonly PlanEntry[], isApart = false): void {
    this.#next.unshift({ entries, ...(isApart && { isApart }) });
  }

  #decide(entry: PlanEntry, observation: Observation): void {
    this.#outcomes.set(entry, { entry, observation });
    this.#seen.set(placeOf(entry), [...(this.#seen.get(placeOf(entry)) ?? []), { entry, observation }]);
  }

  #endUnsteady(entry: PlanEntry, first: Observation, last: Observation): void {
    const reason = `the client does not always react in the same way: ${first.reaction}, then ${last.reaction}`;
    this.#outcomes.set(entry, { entry, reason, isUnsteady: true });
  }

  /** Ends what other calls speak for, and what a client does not reach that gives up before. */
  #endForeseen(): void {
    for (const entry of [...this.#waiting]) {
      const outcome = this.#foreseen(entry);
      if (outcome === undefined) continue;
      this.#outcomes.set(entry, outcome);
      this.#waiting.splice(this.#waiting.indexOf(entry), 1);
    }
  }

  #foreseen(entry: PlanEntry): Outcome | undefined {
    const seen = this.#seen.get(placeOf(entry)) ?? [];
    const [like] = seen;
    const isAlike = seen.every(({ observation }) => observation.reaction === like?.observation.reaction);
    if (like !== undefined && isAlike && seen.length >= this.#enough(entry, like)) {
      const { observation } = like;
      const others = seen.length === 1 ? 'another call' : `${seen.length} other calls`;
      const reason = `like ${others} of ${entry.call.operation}: ${observation.reaction}`;
      return { entry, reason, like: observation };
    }
    const first = this.#seen.get(placeBefore(entry))?.[0]?.observation;
    if (first?.met.length !== 1 || !HAS_NOT_ASKED_AGAIN.has(first.reaction)) return undefined;
    return {
      entry,
      reason: `begins like ${entry.fault.beginsLike}, after which the client does not ask again: ${first.reaction}`,
    };
  }

  /** How many calls that react alike speak for another one. A finding is known with the first of a test, or with two. */
  #enough(entry: PlanEntry, { entry: seen, observation }: Seen): number {
    if (entry.fault.lasts === true) return 1;
    if (this.#options.isRight(seen, observation)) return ENOUGH;
    const isOfOneTest = seen.call.sandbox === entry.call.sandbox && this.#keyOf(entry) !== '';
    return isOfOneTest ? 1 : 2;
  }

  /** Whether another class, which begins in the same way, has to be seen before. */
  #isToWait(entry: PlanEntry): boolean {
    const before = placeBefore(entry);
    return before !== '' && !this.#seen.has(before) && this.pending.some((other) => placeOf(other) === before);
  }

  /** Equal for entries of which a failure does not tell to which of them it belongs. */
  #keyOf({ call: { sandbox } }: PlanEntry): string {
    return this.#options.reportsTests(sandbox) ? sandbox : '';
  }
}

const HAS_NOT_ASKED_AGAIN: ReadonlySet<string> = new Set(['gave up', 'swallowed', 'test gap']);

function habitOf({ reaction, rule = '' }: Observation): string {
  return `${reaction} ${rule}`;
}

/** The place of the class that meets a client in the same way at first; empty if there is none. */
function placeBefore(entry: PlanEntry): string {
  const { beginsLike, id } = entry.fault;
  return beginsLike === undefined ? '' : placeOf(entry).replace(`:${id}`, `:${beginsLike}`);
}
