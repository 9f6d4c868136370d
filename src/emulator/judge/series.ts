/** Groups exchanges: by key, in chains, in runs. */

import type { Exchange } from '../journal/exchange.js';
import type { Evidence, Examine } from './rule.js';

/** The items of each key, such as exchanges, in order. Items without a key are left out. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string | undefined): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;

    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }

  return [...groups.values()];
}

/** The exchanges of each client, in order. */
export function byClient(exchanges: readonly Exchange[]): Exchange[][] {
  return groupBy(exchanges, ({ clientId }) => clientId);
}

/** The most chains that may continue at the same time. Clients use few connections. */
const MOST_CHAINS = 16;

/**
 * Splits exchanges into chains. In a chain, each request was sent after the response to the previous one. Clients may
 * use several connections in turn, so several chains may continue at the same time.
 */
export function chainsOf(exchanges: readonly Exchange[], { hadSeen }: Evidence): Exchange[][] {
  const chains: Exchange[][] = [];
  for (const exchange of exchanges) {
    const chain = chains.slice(-MOST_CHAINS).find((candidate) => hadSeen(exchange, candidate.at(-1)!));
    if (chain === undefined) chains.push([exchange]);
    else chain.push(exchange);
  }

  return chains;
}

/**
 * Splits a list into runs: each item continues the run before it if `continues` holds for it and the last item of that
 * run, and starts a new run otherwise.
 */
export function runsOf<Item>(
  items: readonly Item[],
  continues: (item: Item, last: Item, run: readonly Item[]) => boolean,
): Item[][] {
  const runs: Item[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run !== undefined && continues(item, run.at(-1)!, run)) run.push(item);
    else runs.push([item]);
  }

  return runs;
}

/**
 * What a single request shows of a rule. `broken`: how it breaks the rule, as a sentence; `seenInstead`: why it neither
 * breaks nor follows it.
 */
type Finding = 'followed' | 'not-applicable' | { readonly broken: string } | { readonly seenInstead: string };

/** Makes an `examine` for a rule that each request follows or breaks by itself. */
export function eachAlone(look: (exchange: Exchange) => Finding): Examine {
  return (exchanges, _, examination) => {
    for (const exchange of exchanges) {
      const finding = look(exchange);
      if (finding === 'followed') examination.followed.push(exchange);
      else if (finding === 'not-applicable') continue;
      else if ('seenInstead' in finding) examination.seenInstead ??= finding.seenInstead;
      else examination.offences.push({ exchanges: [exchange], what: finding.broken });
    }
  };
}
