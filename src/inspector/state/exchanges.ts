/** The exchanges of the chosen sandbox, live: one line each. */

import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { respond } from '../control/call.js';
import { eventsOf, type StreamEvent } from '../control/event-stream.js';
import type { Outline } from '../control/types.js';
import { counted, span } from '../parts/format.js';
import { route, sandboxId } from './route.js';
import { NO_OPERATION, search } from './search.js';
import { tokenRequest } from './session.js';

/** How many new exchanges the page shows in a second at most. */
export const MOST_PER_SECOND = 200;
/** How many exchanges it keeps at most. */
const MOST_KEPT = 20_000;
const RETRY_MILLISECONDS = 1_000;

/** Exchanges of an earlier journal that stay in the list. */
const MOST_GONE = 200;

/** What the journal has of them, the oldest first. */
export const outlines = signal<readonly Outline[]>([]);

/** Exchanges of earlier journals: the emulator has ended and was started again. The oldest first. */
const goneOutlines = signal<readonly Outline[]>([]);

/** How many exchanges the journal has. The page may know fewer. */
export const journaled = signal(0);

/** How many exchanges of the journal the search has found, those included that the list does not have. */
export const found = computed(() => {
  const { ids } = search.value;
  if (ids === undefined || paused.value !== undefined || route.value.query['operation'] === NO_OPERATION)
    return shownOutlines.value.length;
  return [...ids].filter((id) => id >= firstJournaled.value).length;
});

/** Number of the first exchange that the journal has. */
const firstJournaled = signal(1);

/** Whether new exchanges arrive. The error says why not; empty while it connects. */
export const connection = signal<{ readonly isOpen: boolean; readonly error: string }>({ isOpen: false, error: '' });

/** Exchanges that were left out, because there were too many at once. */
export const leftOut = signal<{ readonly count: number; readonly from: number } | undefined>(undefined);

const round = signal(0);

/** What the list shows while it is paused; undefined while it is not. */
export const paused = signal<readonly Outline[] | undefined>(undefined);

/** The exchanges that the filters in the address let through, the newest first. */
export const shownOutlines = computed(() => {
  const accepts = filterOf(route.value.query);
  return (paused.value ?? outlines.value).filter(accepts).toReversed();
});

/** A line of the list: an exchange, or a text. */
export interface Row {
  readonly key: string | number;
  readonly outline?: Outline;
  readonly isGone?: boolean;
  readonly text?: string;
}

/** The newest first. What is gone comes below a line; another one is where the clock was moved. */
export const shownRows = computed((): readonly Row[] => {
  const rows = shownOutlines.value.flatMap((outline, at, all): Row[] => {
    const move = clockMove(outline, all[at + 1]);
    const row = { key: outline.id, outline };
    return move === undefined ? [row] : [row, { key: `clock ${outline.id}`, text: move }];
  });
  const gone = search.value.ids === undefined ? goneOutlines.value.toReversed() : [];
  const missing = search.value.isOver ? found.value - shownOutlines.value.length : 0;
  if (missing > 0 && outlines.value.length < journaled.value)
    rows.push({
      key: 'older',
      text: `${counted(missing, 'more exchange')} of the journal, which the list has left out.`,
    });
  if (gone.length === 0) return rows;
  const goneRows = gone.map((outline, at): Row => ({ key: `gone ${gone.length - at}`, outline, isGone: true }));
  return [...rows, { key: 'line', text: 'Another journal begins here. The exchanges below are gone.' }, ...goneRows];
});

/** A smaller difference comes from rounding. */
const LEAST_MOVE_MILLISECONDS = 1_000;

/** How the clock was moved since the exchange before, as a sentence; undefined if it was not. */
function clockMove({ at, received }: Outline, before: Outline | undefined): string | undefined {
  // With a store, real time begins again at each start.
  if (before === undefined || at === before.at || received < before.received) return undefined;
  const moved = Date.parse(at) - Date.parse(before.at) - (received - before.received);
  if (Math.abs(moved) < LEAST_MOVE_MILLISECONDS) return undefined;
  return `The clock ${moved > 0 ? 'was moved forward' : 'stood still, or was moved back'}: ${span(moved)}.`;
}

/** Connects, and again whenever another sandbox is chosen or the connection ends. */
export function followExchanges(): void {
  effect(() => {
    const id = sandboxId.value;
    void round.value;
    if (tokenRequest.value !== undefined) return undefined;
    const abort = new AbortController();
    journal = undefined;
    batch(() => {
      outlines.value = [];
      goneOutlines.value = [];
      leftOut.value = undefined;
      journaled.value = 0;
      paused.value = undefined;
    });
    untracked(() => void follow(id, abort.signal));
    return () => abort.abort();
  });
}

/** Loads the exchanges of the journal again, with those that were left out. */
export function reloadExchanges(): void {
  round.value++;
}

/** The journal that the exchanges are of; undefined before it is known. */
interface FollowedJournal {
  readonly id: string;
  /** The number of exchanges that it keeps. */
  readonly size: number;
  /** The number up to which the journal has no exchange any more. */
  removedUpTo: number;
  last: number;
}
let journal: FollowedJournal | undefined;

async function follow(id: string, signal: AbortSignal): Promise<void> {
  const isLeft = (): boolean => signal.aborted;
  while (!isLeft()) {
    try {
      const from = (journal?.last ?? 0) + 1;
      const query = { from, journal: journal?.id, rate: MOST_PER_SECOND };
      const response = await respond('get', '/sandboxes/{id}/journal/outlines', { path: { id }, query, signal });
      connection.value = { isOpen: true, error: '' };
      for await (const events of eventsOf(response)) receive(events);
      connection.value = { isOpen: false, error: 'The emulator has ended the stream.' };
    } catch (error) {
      if (isLeft()) return;
      connection.value = { isOpen: false, error: (error as Error).message };
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
  }
}

function receive(events: readonly StreamEvent[]): void {
  batch(() => {
    let kept = [...outlines.value];
    for (const { name, data } of events) {
      if (name === 'journal' && !continues(data as FollowedJournal & { from: number })) {
        goneOutlines.value = [...goneOutlines.value, ...kept].slice(-MOST_GONE);
        kept = [];
        leftOut.value = undefined;
      }
      if (name === 'clear') kept = [];
      if (name === 'exchange') kept.push(data as Outline);
      if (name === 'end') setDuration(kept, data as Pick<Outline, 'id' | 'duration'>);
      if (name === 'gap') addGap(data as { missed: number; from: number });
      count(name, data as Numbers);
    }
    const { last, size, removedUpTo } = journal ?? { last: 0, size: MOST_KEPT, removedUpTo: 0 };
    const first = Math.max(removedUpTo, last - size) + 1;
    firstJournaled.value = first;
    journaled.value = Math.max(last + 1 - first, 0);
    outlines.value = kept.slice(-MOST_KEPT).filter(({ id }) => id >= first);
  });
}

/** Whether the stream goes on where the last one has ended. From now on it is this journal. */
function continues({ id, size, removedUpTo, from }: FollowedJournal & { readonly from: number }): boolean {
  const before = journal;
  const isSame = before?.id === id && from === before.last + 1;
  journal = { id, size, removedUpTo, last: from - 1 };
  return before === undefined || isSame;
}

interface Numbers {
  readonly id?: number;
  readonly from?: number;
  readonly to?: number;
  readonly upTo?: number;
}

/** What an event says of the numbers in the journal. After a reset they begin at 1 again. */
function count(name: string, { from = 0, to = from, id = to, upTo = 0 }: Numbers): void {
  if (journal === undefined) return;
  if (name === 'removed') journal.removedUpTo = upTo;
  if (name === 'clear') journal = { ...journal, removedUpTo: Number.POSITIVE_INFINITY, last: 0 };
  if (name !== 'exchange' && name !== 'gap') return;
  if (journal.last === 0) journal.removedUpTo = Math.min(journal.removedUpTo, (from || id) - 1);
  journal.last = Math.max(journal.last, id);
}

function setDuration(kept: Outline[], { id, duration = 0 }: Pick<Outline, 'id' | 'duration'>): void {
  const at = kept.findLastIndex((outline) => outline.id === id);
  const ended = kept[at];
  if (ended !== undefined) kept[at] = { ...ended, duration };
}

function addGap({ missed, from }: { readonly missed: number; readonly from: number }): void {
  const { count, from: first } = leftOut.value ?? { count: 0, from };
  leftOut.value = { count: count + missed, from: first };
}

/** What the search and the filters of the address let through. */
function filterOf({ operation }: Readonly<Record<string, string>>) {
  const { ids } = search.value;
  return (outline: Outline): boolean =>
    ids?.has(outline.id) !== false && (operation !== NO_OPERATION || outline.operation === undefined);
}
