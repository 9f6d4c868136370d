/** The exchanges of the chosen sandbox, live: one line each. */

import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { respond } from '../control/call.js';
import { eventsOf, type StreamEvent } from '../control/event-stream.js';
import type { Outline } from '../control/types.js';
import { span } from '../parts/format.js';
import { sandboxId } from './route.js';
import { search } from './search.js';
import { tokenRequest } from './session.js';

/** How many new exchanges the page shows in a second at most. */
export const MOST_PER_SECOND = 200;
/** How many exchanges it keeps at most. */
const MOST_KEPT = 20_000;
const RETRY_MILLISECONDS = 1_000;

/** What the journal has of them, the oldest first. */
export const outlines = signal<readonly Outline[]>([]);

/** Whether new exchanges arrive. The error says why not; empty while it connects. */
export const connection = signal<{ readonly isOpen: boolean; readonly error: string }>({ isOpen: false, error: '' });

/** How many exchanges were left out, because there were too many at once. */
export const leftOut = signal(0);

const round = signal(0);

/** What the list shows while it is paused; undefined while it is not. */
export const paused = signal<readonly Outline[] | undefined>(undefined);

/** The exchanges that the search has found, or all; the newest first. */
export const shownOutlines = computed(() => {
  const { ids } = search.value;
  return (paused.value ?? outlines.value).filter(({ id }) => ids?.has(id) !== false).toReversed();
});

/** A line of the list: an exchange, or a text. */
export interface Row {
  readonly key: string | number;
  readonly outline?: Outline;
  readonly text?: string;
}

/** The newest first, with a line where the clock was moved. */
export const shownRows = computed((): readonly Row[] =>
  shownOutlines.value.flatMap((outline, at, all): Row[] => {
    const move = clockMove(outline, all[at + 1]);
    const row = { key: outline.id, outline };
    return move === undefined ? [row] : [row, { key: `clock ${outline.id}`, text: move }];
  }),
);

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

async function follow(id: string, signal: AbortSignal): Promise<void> {
  const isLeft = (): boolean => signal.aborted;
  while (!isLeft()) {
    try {
      const query = { from: 1, rate: MOST_PER_SECOND };
      // The last exchange comes again, and shows whether the journal is still the same.
      let expected = outlines.value.at(-1);
      const headers: Record<string, string> = {};
      if (expected !== undefined) headers['Last-Event-ID'] = String(expected.id - 1);
      const parts = { path: { id }, query, headers, signal };
      const response = await respond('get', '/sandboxes/{id}/journal/outlines', parts);
      connection.value = { isOpen: true, error: '' };
      for await (const events of eventsOf(response)) {
        const first = events.find(({ name }) => name !== 'journal');
        if (expected !== undefined && first !== undefined) {
          if (!isExchange(first, expected)) {
            reloadExchanges();
            return;
          }
          expected = undefined;
        }
        receive(events);
      }
      connection.value = { isOpen: false, error: 'The emulator has ended the stream.' };
    } catch (error) {
      if (isLeft()) return;
      connection.value = { isOpen: false, error: (error as Error).message };
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
  }
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
        leftOut.value = 0;
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
