/**
 * Groups exchanges in three ways: by key, in chains of requests and responses, in runs of items that follow each other.
 */

import type { Exchange } from '../journal/exchange.js';
import type { Evidence, Examine } from './rule.js';
import { requestInAnyRun } from './same-request.js';

/** Groups items, such as exchanges, by a key. Each group keeps their order. Items without a key are left out. */
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

/**
 * The exchanges of each client that ask for the same, in order. A client may request several access tokens, since that
 * of one scope does not serve another (RFC 6749 section 3.3).
 */
export function byRequest(exchanges: readonly Exchange[]): Exchange[][] {
  return byClient(exchanges).flatMap((ofClient) => groupBy(ofClient, requestInAnyRun));
}

/**
 * The most chains that may continue at once. Clients use few connections, and a search through all chains takes long.
 */
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
 * Splits a list into runs: each item continues the run before it if `continuesRun` holds for it and the last item of
 * that run, and starts a new run otherwise.
 */
export function runsOf<Item>(
  items: readonly Item[],
  continuesRun: (item: Item, last: Item, run: readonly Item[]) => boolean,
): Item[][] {
  const runs: Item[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run !== undefined && continuesRun(item, run.at(-1)!, run)) run.push(item);
    else runs.push([item]);
  }

  return runs;
}

/**
 * What a single request shows of a rule, with a sentence where the verdict needs one:
 *
 * - `broken`: how the request breaks the rule.
 * - `seenInstead`: what the request shows, if it neither breaks nor follows the rule.
 */
type Finding = 'followed' | 'not-applicable' | { readonly broken: string } | { readonly seenInstead: string };

/** Makes an `examine` for a rule that each request follows or breaks by itself. */
export function eachAlone(findingOf: (exchange: Exchange) => Finding): Examine {
  return (exchanges, _, examination) => {
    for (const exchange of exchanges) {
      const finding = findingOf(exchange);
      if (finding === 'followed') examination.followed.push(exchange);
      else if (finding === 'not-applicable') continue;
      else if ('seenInstead' in finding) examination.seenInstead ??= finding.seenInstead;
      else examination.offences.push({ exchanges: [exchange], what: finding.broken });
    }
  };
}
