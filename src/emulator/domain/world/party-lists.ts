/**
 * The lists of what all parties of a world have of something: listed credentials, approved users. Their order is: cast,
 * generated parties, parties added later. A party therefore keeps its place when it changes.
 */

import type { Population } from '../population/population.js';
import type { Countable } from '../population/profiles.js';
import type { Now } from '../time/now.js';
import { isApprovedUser, selectedHoldings } from './credential-status.js';
import { disclosedHoldingAt, type Holding, type Party } from './model.js';
import { type ComputedList, type Insertion, PatchedList } from './patched-list.js';
import type { StandingRules } from './standing-rules.js';
import type { World } from './world.js';
import type { ListKind } from './world-lists.js';

/** A list that has items of each party. */
export interface PartyList<Item> extends ListKind<Item> {
  readonly itemsOf: (party: Party, time: Now) => readonly Item[];
}

/** What a list has of each party. */
interface PartyItems<Item> extends Pick<PartyList<Item>, 'key' | 'itemsOf'> {
  /**
   * How the generated items are found by arithmetic, if they are the same at any time: what counts them, and the item
   * at a position among those of its party. Absent if the population has to be scanned for them.
   */
  readonly counted?: { readonly what: Countable; readonly at: (party: Party, nth: number) => Item };
}

/** The credentials that the lists show by these rules. */
export function listedCredentials(rules: StandingRules): PartyList<Holding> {
  const { listed, ordered, blocked } = rules;
  return partyList({
    key: `credentials ${listed} ${ordered} ${blocked}`,
    itemsOf: (party, time) => selectedHoldings(party, listed, time, rules),
    ...(listed === 'current' && ordered === 'as-added' && { counted: { what: 'credentials', at: disclosedHoldingAt } }),
  });
}

/** The approved users by these rules. */
export function approvedUsers(rules: StandingRules): PartyList<Party> {
  return partyList({
    key: `approved ${rules.approvedBy}`,
    itemsOf: (party, time) => (isApprovedUser(party, time, rules) ? [party] : []),
    ...(rules.approvedBy === 'request' && { counted: { what: 'approved', at: (party) => party } }),
  });
}

function partyList<Item>({ key, itemsOf, counted }: PartyItems<Item>): PartyList<Item> {
  return {
    key,
    itemsOf,
    isShared: () => counted !== undefined,
    compute(world, time) {
      const { cast, population } = world.base;
      const own = (party: Party): readonly Item[] => itemsOf(party, time);
      const generated = counted === undefined ? scan(population, own) : countedItems(population, counted);
      const inserted: Insertion<Item>[] = [];
      const removed: number[] = [];
      const insert = (position: number, party: Party): void => {
        for (const item of own(party)) inserted.push({ position, item });
      };
      for (const { partyId } of cast) insert(0, world.party(partyId)!);
      for (const { index, party } of changedOutsideCast(world)) {
        const start = generated.before(index);
        const end = generated.before(Math.min(index + 1, population.size));
        for (let position = start; position < end; position++) removed.push(position);
        insert(start, party);
      }
      return new PatchedList(generated, removed, inserted);
    },
  };
}

/** Changed parties outside the cast, in the order of the lists. */
function changedOutsideCast({ base, changedParties }: World): { readonly index: number; readonly party: Party }[] {
  const { cast, population } = base;
  const ofCast = new Set(cast.map(({ partyId }) => partyId));
  return [...changedParties]
    .filter(({ partyId }) => !ofCast.has(partyId))
    .map((party) => ({ index: population.indexOfPartyId(party.partyId) ?? population.size, party }))
    .sort((a, b) => a.index - b.index);
}

/** The items of the generated parties, as they are without changes. */
interface GeneratedItems<Item> extends ComputedList<Item> {
  /** The number of items of all parties before `index`. */
  readonly before: (index: number) => number;
}

function countedItems<Item>(
  population: Population,
  { what, at }: NonNullable<PartyItems<Item>['counted']>,
): GeneratedItems<Item> {
  return {
    length: population.total(what),
    before: (index) => population.profiles.before(index, what),
    at: (position) => {
      const { index, nth } = population.profiles.locate(position, what);
      return at(population.party(index), nth);
    },
  };
}

function scan<Item>(population: Population, itemsOf: (party: Party) => readonly Item[]): GeneratedItems<Item> {
  const starts = new Uint32Array(population.size + 1);
  const holders: number[] = [];
  for (let index = 0; index < population.size; index++) {
    starts[index] = holders.length;
    for (let left = itemsOf(population.party(index)).length; left > 0; left--) holders.push(index);
  }
  starts[population.size] = holders.length;
  return {
    length: holders.length,
    before: (index) => starts[index]!,
    at: (position) => {
      const index = holders[position]!;
      return itemsOf(population.party(index))[position - starts[index]!]!;
    },
  };
}
