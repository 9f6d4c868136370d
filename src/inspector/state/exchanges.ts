/** The exchanges of the chosen sandbox, live: one line each. */

import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { respond } from '../control/call.js';
import { eventsOf, type StreamEvent } from '../control/event-stream.js';
import type { Outline } from '../control/types.js';
import { span } from '../parts/format.js';
import { connection, journal } from './connection.js';
import { route, sandboxId } from './route.js';
import { search } from './search.js';
import { tokenRequest } from './session.js';

/** How many new exchanges the page shows in a second at most. */
export const MOST_PER_SECOND = 200;
/** How many exchanges it keeps at most. */
export const MOST_KEPT = 20_000;
const RETRY_MILLISECONDS = 1_000;

/** What the journal has of them, the oldest first. */
export const outlines = signal<readonly Outline[]>([]);

/** How many exchanges were left out, because there were too many at once. */
export const leftOut = signal(0);

const round = signal(0);

/** What the list shows while it is paused; undefined while it is not. */
export const paused = signal<readonly Outline[] | undefined>(undefined);

/** A line of the list: an exchange by its number, or a text. */
export interface Row {
  readonly key: string | number;
  /** Absent if the search has found the exchange, and the list does not have it. */
  readonly outline?: Outline | undefined;
  readonly text?: string;
}

/** The exchanges that the search has found, or all; the newest first. */
export const shownExchanges = computed(() => {
  const all = paused.value ?? outlines.value;
  const listed = new Map(all.map((outline) => [outline.id, outline]));
  const last = all.at(-1)?.id ?? 0;
  // What the search has found may be too old for the list, or was left out of it.
  const found = [...(search.value.ids ?? listed.keys())].filter((id) => id <= last && id > last - size);
  const rows = found.map((key) => ({ key, outline: listed.get(key) }));
  const rank = isBySlowness() ? slowness : ({ key }: (typeof rows)[number]): number => key;

  return rows.toSorted((one, other) => rank(other) - rank(one));
});

/** The order in which the calls that hang come first. */
export const SLOWEST_FIRST = 'slowest first';

function isBySlowness(): boolean {
  return route.value.query['sort'] === SLOWEST_FIRST;
}

/** Milliseconds. What has not ended is the slowest. */
function slowness({ outline }: Pick<Row, 'outline'>): number {
  return outline === undefined ? -1 : (outline.duration ?? Number.MAX_VALUE);
}

/** The lines of the list: in the order of time, one says where the clock was moved. */
export const shownRows = computed((): readonly Row[] => {
  const shown = shownExchanges.value;
  if (isBySlowness()) return shown;

  return shown.flatMap((row, at): Row[] => {
    const move = clockMove(row.outline, shown[at + 1]?.outline);
    return move === undefined ? [row] : [row, { key: `clock ${row.key}`, text: move }];
  });
});

/** A smaller difference comes from rounding. */
const LEAST_MOVE_MILLISECONDS = 1_000;

/** How the clock was moved since the exchange before, as a sentence; undefined if it was not. */
function clockMove(outline: Outline | undefined, before: Outline | undefined): string | undefined {
  if (outline === undefined || before === undefined) return undefined;

  const { at, received } = outline;
  // With a store, real time begins again at each start.
  if (at === before.at || received < before.received) return undefined;

  const moved = Date.parse(at) - Date.parse(before.at) - (received - before.received);
  if (Math.abs(moved) < LEAST_MOVE_MILLISECONDS) return undefined;

  return `The clock ${moved > 0 ? 'was moved forward' : 'stood still, or was moved back'}: ${span(moved)}.`;
}

/** Connects, and again whenever another sandbox is chosen; and where it was, whenever the connection ends. */
export function followExchanges(): void {
  effect(() => {
    const id = sandboxId.value;
    void round.value;
    if (tokenRequest.value !== undefined) return undefined;

    const abort = new AbortController();
    batch(() => {
      outlines.value = [];
      leftOut.value = 0;
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

/** How many exchanges the journal keeps. */
let size = MOST_KEPT;

async function follow(id: string, abort: AbortSignal): Promise<void> {
  const isLeft = (): boolean => abort.aborted;
  while (!isLeft()) {
    const error = await readJournal(id, abort).catch((reason: unknown) => (reason as Error).message);
    if (isLeft()) return;

    connection.value = { isOpen: false, error };
    await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
  }
}

/** Receives exchanges as they come. @returns why that ended */
async function readJournal(id: string, abort: AbortSignal): Promise<string> {
  // The last known exchange is asked for again: it shows whether the journal is still the same. Undefined after that.
  let expected = outlines.value.at(-1);
  const headers: Record<string, string> = expected ? { 'Last-Event-ID': String(expected.id - 1) } : {};
  const query = { from: 1, rate: MOST_PER_SECOND };
  const parts = { path: { id }, query, headers, signal: abort };
  const response = await respond('get', '/sandboxes/{id}/journal/outlines', parts);
  connection.value = { isOpen: true, error: '' };

  for await (const events of eventsOf(response)) {
    const first = events.find(({ name }) => name !== 'journal');
    if (first !== undefined && expected !== undefined && !isExchange(first, expected)) {
      beginJournal();
      reloadExchanges();
      return 'The journal has begun anew.';
    }

    if (first !== undefined) expected = undefined;
    receive(events);
  }

  return 'The emulator has ended the stream.';
}

/** Forgets what is of the journal before. */
function beginJournal(): void {
  journal.value++;
  leftOut.value = 0;
  paused.value = undefined;
}

function isExchange({ data }: StreamEvent, { id, at, received, path }: Outline): boolean {
  const other = data as Outline;
  return other.id === id && other.at === at && other.received === received && other.path === path;
}

function receive(events: readonly StreamEvent[]): void {
  batch(() => {
    let kept = [...outlines.value];
    for (const { name, data } of events) {
      if (name === 'journal') ({ size } = data as { size: number });
      if (name === 'clear') {
        kept = [];
        beginJournal();
      }
      if (name === 'exchange') {
        const outline = data as Outline;
        if (kept.at(-1)?.id === outline.id) kept.pop();
        kept.push(outline);
      }
      if (name === 'end') setEnd(kept, data as End);
      if (name === 'gap') leftOut.value += (data as { missed: number }).missed;
    }

    const last = kept.at(-1)?.id ?? 0;
    outlines.value = kept.slice(-MOST_KEPT).filter(({ id }) => id > last - size);
  });
}

type End = Pick<Outline, 'id' | 'duration' | 'ending' | 'ended'>;

function setEnd(kept: Outline[], end: End): void {
  const at = kept.findLastIndex(({ id }) => id === end.id);
  const ended = kept[at];
  if (ended !== undefined) kept[at] = { ...ended, ...end };
}
