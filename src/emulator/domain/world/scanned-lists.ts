/**
 * What all parties of a world have of something that depends on time, for variants: credentials of a selection, approved
 * users. Which generated ones belong to it follows from no arithmetic: the population is scanned, in steps.
 */

import { isApprovedUser, selectedHoldings } from './credential-status.js';
import type { Holding, Party } from './model.js';
import type { ComputedList } from './patched-list.js';
import type { StandingRules } from './standing-rules.js';
import type { World } from './world.js';
import { BoundedMap } from '../bounded-map.js';
import { allAtOnce, forEachNumber, type Steps } from '../../../common/steps.js';
import type { Now, Span } from '../time/now.js';
import { ObservedTime } from '../time/observed-time.js';

/** A list with pages. */
export interface ScannedItems<Item> extends Pick<ComputedList<Item>, 'length'> {
  slice(offset: number, limit: number): Item[];
}

/** What to scan for. */
export interface Scan<Item> {
  /** Equal for equal scans. */
  readonly key: string;
  readonly itemsOf: (party: Party, time: Now) => readonly Item[];
}

/** The credentials that the lists show by these rules; undefined if they follow from arithmetic. */
export function scanForCredentials(rules: StandingRules): Scan<Holding> | undefined {
  const { listed, ordered, blocked } = rules;
  if (listed === 'current' && ordered === 'as-added') return undefined;
  return {
    key: `${listed} ${ordered} ${blocked}`,
    itemsOf: (party, time) => selectedHoldings(party, listed, time, rules),
  };
}

/** The approved users by these rules; undefined if they follow from arithmetic. */
export function scanForApproved(rules: StandingRules): Scan<Party> | undefined {
  if (rules.approvedBy === 'request') return undefined;
  return {
    key: rules.approvedBy,
    itemsOf: (party, time) => (isApprovedUser(party, time, rules) ? [party] : []),
  };
}

interface KnownList extends Span {
  readonly version: number;
  readonly list: ScannedItems<unknown>;
}

/** How many lists of a world are kept. */
const MOST_KEPT = 4;

/** Scans a world, and keeps the last lists as long as they are valid. */
export class ScannedLists {
  readonly #world: World;
  readonly #known = new BoundedMap<string, KnownList>(MOST_KEPT);

  constructor(world: World) {
    this.#world = world;
  }

  /** The items of all parties, in the order of the list of current credentials. */
  list<Item>(scan: Scan<Item>, time: Now): ScannedItems<Item> {
    return (this.#valid(scan, time) as ScannedItems<Item> | undefined) ?? allAtOnce(this.#scan(scan, time));
  }

  /** Computes the list in advance; undefined if it is known, or there is nothing to scan for. */
  inAdvance(scan: Scan<unknown> | undefined, time: Now): Steps<unknown> | undefined {
    return scan === undefined || this.#valid(scan, time) !== undefined ? undefined : this.#scan(scan, time);
  }

  #valid({ key }: Scan<unknown>, time: Now): ScannedItems<unknown> | undefined {
    const known = this.#known.get(key);
    return known?.version === this.#world.version && time.isWithin(known) ? known.list : undefined;
  }

  *#scan<Item>({ key, itemsOf }: Scan<Item>, time: Now): Steps<ScannedItems<Item>> {
    const { version, base, epoch } = this.#world;
    const { cast, population } = base;
    const observed = new ObservedTime(time.now, epoch);
    const ofParty = (party: Party): readonly Item[] => itemsOf(party, observed);
    const generated = (index: number): Party => {
      const party = population.party(index);
      return this.#world.party(party.partyId) ?? party;
    };
    const first = cast.flatMap(({ partyId }) => ofParty(this.#world.party(partyId)!));
    // For each generated item the number of its party, and its place among the party's.
    const [holders, places]: [number[], number[]] = [[], []];
    yield* forEachNumber(population.size, (index) => {
      for (const nth of ofParty(generated(index)).keys()) {
        holders.push(index);
        places.push(nth);
      }
    });
    const known = new Set(cast.map(({ partyId }) => partyId));
    const last = [...this.#world.changedParties]
      .filter(({ partyId }) => !known.has(partyId) && population.indexOfPartyId(partyId) === undefined)
      .flatMap(ofParty);
    const at = (position: number): Item => {
      const place = position - first.length;
      if (place < 0) return first[position]!;
      const index = holders[place];
      return index === undefined ? last[place - holders.length]! : ofParty(generated(index))[places[place]!]!;
    };
    const length = first.length + holders.length + last.length;
    const list: ScannedItems<Item> = {
      length,
      slice: (offset, limit) =>
        Array.from({ length: Math.max(0, Math.min(limit, length - offset)) }, (_, nth) => at(offset + nth)),
    };
    this.#known.set(key, { version, list, ...observed.span });
    return list;
  }
}
