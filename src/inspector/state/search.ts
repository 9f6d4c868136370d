/** The search among exchanges, for texts and by criteria such as `party:…`. The emulator searches the whole journal. */

import { computed, effect, signal } from '@preact/signals';
import { respond } from '../control/call.js';
import { eventsOf } from '../control/event-stream.js';
import { decodeOrKeep } from '../../common/percent-encoding.js';
import { connection, journal } from './connection.js';
import { route, sandboxId } from './route.js';
import { tokenRequest } from './session.js';

/** Whoever types is not answered for each letter. */
const PAUSE_MILLISECONDS = 200;
/** What was found is shown in this interval until the search is over: a long list takes some time. */
const SHOWN_MILLISECONDS = 100;
/** Any name is one of a criterion, so that the emulator can say which are known. */
const CRITERION = /^([a-z]+):(?!\/\/)([^:].*)$/i;
/** As in addresses, too. */
const PARTY_ID = /^party(?:::|%3A%3A)./i;
/** Those of the menus beside the search. */
const MENUS = ['status', 'operation', 'client', 'scenario'];

type Criterion = readonly [name: string, value: string];

/** What a word of the text asks for. The ID of a party is a criterion by itself. */
function criterionOf(word: string): Criterion {
  if (PARTY_ID.test(word)) return ['party', decodeOrKeep(word)];
  const [, name = 'text', value = word] = CRITERION.exec(word) ?? [];
  return [name, value];
}

/** A criterion as the control plane has it: `duration:1.5s` in milliseconds. */
function sent([name, value]: Criterion): Criterion {
  if (name === 'client') return ['clientId', value];

  const [, count, unit = 'ms'] = /^([\d.]+)(ms|s|m)?$/.exec(value) ?? [];
  if (name !== 'duration' || count === undefined) return [name, value];

  const duration = Number(count) * MILLISECONDS[unit as keyof typeof MILLISECONDS];

  return [name, String(Math.round(duration))];
}

const MILLISECONDS = { ms: 1, s: 1_000, m: 60_000 };

interface Search {
  /** The numbers of the exchanges that meet the criteria; undefined if all do. */
  readonly ids: ReadonlySet<number> | undefined;
  readonly isOver: boolean;
  readonly error: string;
}
const EVERYTHING: Search = { ids: undefined, isOver: true, error: '' };

export const search = signal<Search>(EVERYTHING);

const asked = computed(() => {
  const { query } = route.value;
  const chosen = MENUS.flatMap((name): Criterion[] => (query[name] === undefined ? [] : [[name, query[name]]]));
  const words = (query['text'] ?? '').split(/\s+/).filter((word) => word !== '');
  const typed = words.map(criterionOf);
  const text = typed.flatMap(([name, value]) => (name === 'text' ? [value] : [])).join(' ');
  const all = [...chosen, ...typed, ...(text === '' ? [] : [['text', text] as const])];

  return JSON.stringify(all.map(sent));
});

/** A search that broke off with the connection begins again with it. */
const isConnected = computed(() => connection.value.isOpen);

/** Asks the emulator whenever the criteria or the journal have changed; an older question is cancelled. */
export function followSearch(): void {
  effect(() => {
    const query = Object.fromEntries(JSON.parse(asked.value) as [string, string][]);
    const id = sandboxId.value;
    void journal.value;
    if (tokenRequest.value !== undefined) return undefined;

    const isEmpty = Object.keys(query).length === 0;
    // What was found stays in sight until it can be asked for again.
    const ids = isConnected.value ? undefined : search.peek().ids;
    search.value = isEmpty ? EVERYTHING : { ids: ids ?? new Set(), isOver: false, error: '' };
    if (isEmpty || !isConnected.value) return undefined;

    const abort = new AbortController();
    const timer = setTimeout(() => void ask(id, query, abort.signal), PAUSE_MILLISECONDS);

    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  });
}

async function ask(id: string, query: Readonly<Record<string, string>>, abort: AbortSignal): Promise<void> {
  try {
    const response = await respond('get', '/sandboxes/{id}/journal/matches', { path: { id }, query, signal: abort });
    const ids = new Set<number>();
    let isOver = false;
    let shownAt = -Infinity;

    for await (const events of eventsOf(response)) {
      if (abort.aborted) return;

      for (const { name, data } of events)
        if (name === 'match') for (const id of (data as { ids: number[] }).ids) ids.add(id);
      isOver ||= events.some(({ name }) => name === 'searched');
      if (!isOver && performance.now() - shownAt < SHOWN_MILLISECONDS) continue;

      search.value = { ids: new Set(ids), isOver, error: '' };
      shownAt = performance.now();
    }
  } catch (error) {
    if (!abort.aborted) search.value = { ids: new Set(), isOver: true, error: (error as Error).message };
  }
}
