/** The search among exchanges, for texts and by criteria such as `party:…`. The emulator searches the whole journal. */

import { computed, effect, signal } from '@preact/signals';
import { respond } from '../control/call.js';
import { eventsOf } from '../control/event-stream.js';
import { decodeOrKeep } from '../../common/percent-encoding.js';
import { connection, journalCount } from './connection.js';
import { route, sandboxId } from './route.js';
import { tokenRequest } from './session.js';

/** How long after the last typed letter a search begins. */
const PAUSE_MILLISECONDS = 200;
/** How often the page shows what was found while a search goes on: drawing each match would slow it down. */
const SHOWN_MILLISECONDS = 100;
/**
 * A criterion such as `status:429`, but not an address such as `https://example.com`. Any name is sent: if the emulator
 * does not know the name, its response lists the known names.
 */
const CRITERION = /^([a-z]+):(?!\/\/)([^:].*)$/i;
/** The ID of a party, also as it is written in addresses: `party%3A%3A1`. */
const PARTY_ID = /^party(?:::|%3A%3A)./i;
/** The filters of the menus beside the search. */
const MENUS = ['status', 'operation', 'client', 'scenario'];

type Criterion = readonly [name: string, value: string];

/** The criterion for which a word stands. A word that names no criterion stands for a search for the text. */
function criterionOf(word: string): Criterion {
  if (PARTY_ID.test(word)) return ['party', decodeOrKeep(word)];

  const [, name = 'text', value = word] = CRITERION.exec(word) ?? [];
  return [name, value];
}

/** The parameter of the control plane for a criterion. A duration such as `1.5s` is sent in milliseconds. */
function parameterOf([name, value]: Criterion): Criterion {
  if (name === 'client') return ['clientId', value];

  const [, count, unit = 'ms'] = /^([\d.]+)(ms|s|m)?$/.exec(value) ?? [];
  if (name !== 'duration' || count === undefined) return [name, value];

  const duration = Number(count) * MILLISECONDS[unit as keyof typeof MILLISECONDS];

  return [name, String(Math.round(duration))];
}

/** The length of each unit. */
const MILLISECONDS = { ms: 1, s: 1_000, m: 60_000 };

/** The state of a search. */
interface Search {
  /** The numbers of the exchanges that meet the criteria; undefined if all do. */
  readonly ids: ReadonlySet<number> | undefined;
  readonly isOver: boolean;
  readonly error: string;
}

/** The search without criteria. */
const EVERYTHING: Search = { ids: undefined, isOver: true, error: '' };

/** The search that the list shows. */
export const search = signal<Search>(EVERYTHING);

/**
 * The criteria in the address, as JSON. Two equal texts are equal for a signal, and two equal lists are not: so a
 * search begins again only if the criteria have changed.
 */
const criteria = computed(() => {
  const { query } = route.value;
  const chosen = MENUS.flatMap((name): Criterion[] => (query[name] === undefined ? [] : [[name, query[name]]]));
  const words = (query['text'] ?? '').split(/\s+/).filter((word) => word !== '');
  const typed = words.map(criterionOf);
  const all = [...chosen, ...typed];

  // Words without a criterion are searched for as one text. As the last entry of this name, it replaces the words.
  const text = typed.flatMap(([name, value]) => (name === 'text' ? [value] : [])).join(' ');
  if (text !== '') all.push(['text', text]);

  return JSON.stringify(all.map(parameterOf));
});

/** Whether a search can be made. A search that broke off with the connection begins again with the next one. */
const isConnected = computed(() => connection.value.isOpen);

/** Searches whenever the criteria or the journal have changed. An older search is cancelled. */
export function followSearch(): void {
  effect(() => {
    const query = Object.fromEntries(JSON.parse(criteria.value) as [string, string][]);
    const id = sandboxId.value;
    void journalCount.value;
    if (tokenRequest.value !== undefined) return undefined;

    if (Object.keys(query).length === 0) {
      search.value = EVERYTHING;
      return undefined;
    }

    // Without a connection, the exchanges that were found stay in sight.
    const foundBefore = isConnected.value ? undefined : search.peek().ids;
    search.value = { ids: foundBefore ?? new Set(), isOver: false, error: '' };
    if (!isConnected.value) return undefined;

    const abort = new AbortController();
    const timer = setTimeout(() => void runSearch(id, query, abort.signal), PAUSE_MILLISECONDS);

    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  });
}

/** Asks the emulator for the exchanges that match, and shows them as they are found. */
async function runSearch(sandbox: string, query: Readonly<Record<string, string>>, end: AbortSignal): Promise<void> {
  try {
    const options = { path: { id: sandbox }, query, signal: end };
    const response = await respond('get', '/sandboxes/{id}/journal/matches', options);
    const ids = new Set<number>();
    let isOver = false;
    let shownAt = -Infinity;

    for await (const events of eventsOf(response)) {
      if (end.aborted) return;

      const matches = events.filter(({ name }) => name === 'match');
      for (const id of matches.flatMap(({ data }) => (data as { ids: number[] }).ids)) ids.add(id);
      isOver ||= events.some(({ name }) => name === 'searched');
      // The end is always shown.
      if (!isOver && performance.now() - shownAt < SHOWN_MILLISECONDS) continue;

      search.value = { ids: new Set(ids), isOver, error: '' };
      shownAt = performance.now();
    }
  } catch (error) {
    if (!end.aborted) search.value = { ids: new Set(), isOver: true, error: (error as Error).message };
  }
}
