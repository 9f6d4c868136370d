/** The exchanges of the chosen sandbox, live: one line each. */

import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { send } from '../control/call.js';
import { eventsOf, type StreamEvent } from '../control/event-stream.js';
import type { Outline } from '../control/types.js';
import { place, sandboxId } from './place.js';
import { tokenRequest } from './session.js';

/** The page shows at most so many new exchanges in a second. */
export const MOST_PER_SECOND = 200;
/** And keeps at most so many. */
const MOST_KEPT = 20_000;
const RETRY_MILLISECONDS = 1_000;

/** The oldest first. */
export const outlines = signal<readonly Outline[]>([]);

/** Whether new exchanges arrive. The error says why not; empty while it connects. */
export const connection = signal<{ readonly isOpen: boolean; readonly error: string }>({ isOpen: false, error: '' });

/** Exchanges that were left out, because there were too many at once. */
export const leftOut = signal<{ readonly count: number; readonly from: number } | undefined>(undefined);

const round = signal(0);

/** The exchanges that the filters in the address let through, the newest first. */
export const shownOutlines = computed(() => {
  const accepts = filterOf(place.value.query);
  return outlines.value.filter(accepts).toReversed();
});

/** Connects, and again whenever another sandbox is chosen or the connection ends. */
export function followExchanges(): void {
  effect(() => {
    const id = sandboxId.value;
    void round.value;
    if (tokenRequest.value !== undefined) return undefined;
    const abort = new AbortController();
    batch(() => {
      outlines.value = [];
      leftOut.value = undefined;
    });
    untracked(() => void follow(id, abort.signal));
    return () => {
      abort.abort();
    };
  });
}

/** Loads the exchanges of the journal again, with those that were left out. */
export function reloadExchanges(): void {
  round.value++;
}

async function follow(id: string, signal: AbortSignal): Promise<void> {
  const isLeft = (): boolean => signal.aborted;
  while (!isLeft()) {
    try {
      const from = (outlines.peek().at(-1)?.id ?? 0) + 1;
      const path = `/sandboxes/${encodeURIComponent(id)}/journal/outlines`;
      const response = await send(path, { query: { from, rate: MOST_PER_SECOND }, signal });
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
  let kept = [...outlines.value];
  for (const { name, data } of events) {
    if (name === 'clear') kept = [];
    if (name === 'exchange') kept.push(data as Outline);
    if (name === 'end') setDuration(kept, data as Pick<Outline, 'id' | 'duration'>);
    if (name === 'gap') addGap(data as { missed: number; from: number });
  }
  outlines.value = kept.slice(-MOST_KEPT);
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

/** What the filters of the address let through: `operation`, `status`, `client`, `scenario`, `text`. */
function filterOf({ operation, status, client, scenario, text }: Readonly<Record<string, string>>) {
  const wanted = text?.toLowerCase();
  return (outline: Outline): boolean =>
    (operation === undefined || (outline.operation ?? '-') === operation) &&
    (status === undefined || hasStatus(outline, status)) &&
    (client === undefined || outline.clientId === client) &&
    (scenario === undefined || outline.scenarios.some((applied) => applied.scenario === scenario)) &&
    (wanted === undefined || textOf(outline).includes(wanted));
}

function hasStatus(outline: Outline, wanted: string): boolean {
  if (wanted === 'failed') return outline.status >= 400 || outline.ending !== undefined;
  return wanted.endsWith('xx')
    ? String(outline.status).startsWith(wanted.slice(0, 1))
    : String(outline.status) === wanted;
}

function textOf({ id, method, path, query, operation, status, diagnostics, scenarios }: Outline): string {
  const applied = scenarios.map(({ scenario }) => scenario);
  return [`#${id}`, method, `${path}?${query}`, operation, status, ...applied, ...diagnostics].join(' ').toLowerCase();
}
