/** What accuses nobody, but deserves a look: test gaps, notes, and what was not observed. */

import type { Reaction } from '../expectations/reaction.js';
import type { PlanEntry } from '../plan/plan.js';
import type { Outcome } from '../schedule/schedule.js';

/** A reaction that is no finding. */
export interface ReportedAside {
  readonly reaction: Reaction;
  /** `getUsers (500, 502, reset)` */
  readonly shownBy: readonly string[];
  /** The first of them, as a sentence. */
  readonly what: string;
}

/** `getUsers (500, 502)`, one for each operation. */
export function shownBy(entries: readonly PlanEntry[]): string[] {
  const operations = [...new Set(entries.map(({ call }) => call.operation))];
  return operations.map((operation) => {
    const own = entries.filter(({ call }) => call.operation === operation);
    return `${operation} (${[...new Set(own.map(({ fault }) => fault.title))].join(', ')})`;
  });
}

const ASIDES: readonly Reaction[] = ['test gap', 'note', 'not observed'];

export function asidesOf(outcomes: readonly Outcome[]): ReportedAside[] {
  return ASIDES.flatMap((reaction) => {
    const own = outcomes.filter(({ observation }) => observation?.reaction === reaction);
    const { what } = own[0]?.observation ?? {};
    return what === undefined ? [] : [{ reaction, shownBy: shownBy(own.map(({ entry }) => entry)), what }];
  });
}
