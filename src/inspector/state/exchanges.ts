/** The exchanges of the chosen sandbox, live: one line each. */

import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { respond } from '../control/call.js';
import { eventsOf, type StreamEvent } from '../control/event-stream.js';
import type { Outline } from '../control/types.js';
import { span } from '../parts/format.js';
import { connection, journalCount } from './connection.js';
import { route, sandboxId } from './route.js';
import { search } from './search.js';
import { tokenRequest } from './session.js';

/** How many new exchanges the page shows in a second at most. */
export const MOST_PER_SECOND = 200;
/** How many exchanges the page keeps at most. */
export const MOST_KEPT = 20_000;
const RETRY_MILLISECONDS = 1_000;

/** The exchanges that the page knows, the oldest first. An outline is an exchange without its messages. */
export const outlines = signal<readonly Outline[]>([]);

/** How many exchanges the journal keeps. Until the stream tells the number, it is assumed to be that of the page. */
let journalSize = MOST_KEPT;

/** How many exchanges were left out, because there were too many at once. */
export const leftOut = signal(0);

/** Counts the requests to load the exchanges from the beginning. A change loads them again. */
const requestedLoads = signal(0);

/** The exchanges that the list shows while it is paused; undefined while it is not paused. */
export const paused = signal<readonly Outline[] | undefined>(undefined);

/** A line of the list: an exchange by its number, or a text. */
export interface Row {
  readonly key: string | number;
  /** Absent if the search has found the exchange, and the list does not have it. */
  readonly outline?: Outline | undefined;
  /** What stands between two parts of the list; such a row is no exchange. */
  readonly text?: string;
}

/** The exchanges that the search has found, or all; the newest first. */
export const shownExchanges = computed(() => {
  const listed = paused.value ?? outlines.value;
  const outlineOf = new Map(listed.map((outline) => [outline.id, outline]));
  const last = listed.at(-1)?.id ?? 0;
  // The search may find exchanges that the list does not have, because they are too old or were left out. While the
  // list is paused, later exchanges are not shown. Exchanges that the journal has dropped are not shown either.
  const found = [...(search.value.ids ?? outlineOf.keys())].filter((id) => id <= last && id > last - journalSize);
  const rows = found.map((key) => ({ key, outline: outlineOf.get(key) }));
  const rank = isBySlowness() ? slowness : ({ key }: (typeof rows)[number]): number => key;

  return rows.toSorted((one, other) => rank(other) - rank(one));
});

/** The order in which calls that have not ended come first. */
export const SLOWEST_FIRST = 'slowest first';

/** Whether the address asks for the slowest calls first. */
function isBySlowness(): boolean {
  return route.value.query['sort'] === SLOWEST_FIRST;
}

/** The duration in milliseconds. An exchange that has not ended is the slowest. */
function slowness({ outline }: Pick<Row, 'outline'>): number {
  // An exchange that only the search has found has no known duration, and comes last.
  return outline === undefined ? -1 : (outline.duration ?? Number.MAX_VALUE);
}

/** The lines of the list. In the order of time, a line between two exchanges says that the clock was moved. */
export const shownRows = computed((): readonly Row[] => {
  const shown = shownExchanges.value;
  if (isBySlowness()) return shown;

  return shown.flatMap((row, index): Row[] => {
    const move = clockMove(shown[index + 1]?.outline, row.outline);
    return move === undefined ? [row] : [row, { key: `clock ${row.key}`, text: move }];
  });
});

/** The least difference, in milliseconds, that counts as a move. A smaller difference comes from rounding. */
const LEAST_MOVE_MILLISECONDS = 1_000;

/** How the clock was moved between two exchanges, as a sentence; undefined if it was not moved, or that is unknown. */
function clockMove(earlier: Outline | undefined, later: Outline | undefined): string | undefined {
  if (earlier === undefined || later === undefined) return undefined;

  // `received` counts real time from the start of the emulator. With a store, exchanges of an earlier start are kept,
  // and their real time cannot be compared.
  if (later.at === earlier.at || later.received < earlier.received) return undefined;

  const realTime = later.received - earlier.received;
  const moved = Date.parse(later.at) - Date.parse(earlier.at) - realTime;
  if (Math.abs(moved) < LEAST_MOVE_MILLISECONDS) return undefined;

  return `The clock ${moved > 0 ? 'was moved forward' : 'stood still, or was moved back'}: ${span(moved)}.`;
}

/** Follows the journal of the chosen sandbox. A connection that ends is opened again, after the last known exchange. */
export function followExchanges(): void {
  effect(() => {
    const id = sandboxId.value;
    // The effect reads this signal only in order to run again when it changes.
    void requestedLoads.value;
    if (tokenRequest.value !== undefined) return undefined;

    const abort = new AbortController();
    batch(() => {
      outlines.value = [];
      leftOut.value = 0;
      paused.value = undefined;
    });
    // Signals that `follow` reads do not belong to the effect: new exchanges would start it again.
    untracked(() => void follow(id, abort.signal));

    return () => abort.abort();
  });
}

/** Loads the exchanges of the journal again, with those that were left out. */
export function reloadExchanges(): void {
  requestedLoads.value++;
}

/** Reads the journal of a sandbox, again whenever the connection has ended, until the signal ends it. */
async function follow(sandbox: string, end: AbortSignal): Promise<void> {
  // A function, because TypeScript would assume that the value does not change while this function waits.
  const isOver = (): boolean => end.aborted;
  while (!isOver()) {
    const error = await readJournal(sandbox, end).catch((reason: unknown) => (reason as Error).message);
    if (isOver()) return;

    connection.value = { isOpen: false, error };
    await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
  }
}

/** Receives exchanges as they come. @returns why the stream ended, for people */
async function readJournal(sandbox: string, end: AbortSignal): Promise<string> {
  // The stream is asked for everything after the last but one exchange, so the last known exchange has to come again as
  // the first. Otherwise the journal is another one: the emulator was reset or started again.
  const lastKnown = outlines.value.at(-1);
  const headers: Record<string, string> = lastKnown ? { 'Last-Event-ID': String(lastKnown.id - 1) } : {};

  const query = { from: 1, rate: MOST_PER_SECOND };
  const options = { path: { id: sandbox }, query, headers, signal: end };
  const response = await respond('get', '/sandboxes/{id}/journal/outlines', options);
  connection.value = { isOpen: true, error: '' };

  let hasBegun = false;
  for await (const events of eventsOf(response)) {
    // The event `journal` always comes first, and tells only the size of the journal.
    const first: StreamEvent | undefined = hasBegun ? undefined : events.find(({ name }) => name !== 'journal');
    const isOtherJournal = first !== undefined && lastKnown !== undefined && !isExchange(first, lastKnown);
    if (isOtherJournal) {
      beginJournal();
      reloadExchanges();
      return 'The journal has begun anew.';
    }

    hasBegun ||= first !== undefined;
    receive(events);
  }

  return 'The emulator has ended the stream.';
}

/** Forgets what belongs to the earlier journal. */
function beginJournal(): void {
  journalCount.value++;
  leftOut.value = 0;
  paused.value = undefined;
}

/** Whether an event is about this very exchange. In a journal that began anew, another one has its number. */
function isExchange({ data }: StreamEvent, { id, at, received, path }: Outline): boolean {
  const other = data as Outline;
  return other.id === id && other.at === at && other.received === received && other.path === path;
}

/** Adds the events to the exchanges that the page knows. */
function receive(events: readonly StreamEvent[]): void {
  batch(() => {
    let kept = [...outlines.value];
    for (const { name, data } of events) {
      if (name === 'journal') journalSize = (data as { size: number }).size;
      if (name === 'clear') {
        kept = [];
        beginJournal();
      }
      if (name === 'exchange') {
        const outline = data as Outline;
        // After a new connection, the last known exchange comes again.
        if (kept.at(-1)?.id === outline.id) kept.pop();
        kept.push(outline);
      }
      if (name === 'end') setEnd(kept, data as End);
      if (name === 'gap') leftOut.value += (data as { missed: number }).missed;
    }

    // The journal has dropped all older exchanges, so they can no longer be opened.
    const last = kept.at(-1)?.id ?? 0;
    outlines.value = kept.slice(-MOST_KEPT).filter(({ id }) => id > last - journalSize);
  });
}

/** What is known when an exchange has ended. */
type End = Pick<Outline, 'id' | 'duration' | 'ending' | 'ended'>;

/** Completes an exchange that is known already, when it has ended. */
function setEnd(kept: Outline[], end: End): void {
  // The exchange is among the newest, so the search begins at the end.
  const index = kept.findLastIndex(({ id }) => id === end.id);
  const outline = kept[index];
  if (outline !== undefined) kept[index] = { ...outline, ...end };
}
