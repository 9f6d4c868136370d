/**
 * The disclosed credentials of a whole world that belong to a selection, for variants. Which generated credentials are valid,
 * or past, follows from no arithmetic: the population is scanned, in steps.
 */

import { selectedHoldings } from './credential-status.js';
import type { Holding, Party } from './model.js';
import type { ComputedList } from './patched-list.js';
import type { Selection, StandingRules } from './standing-rules.js';
import type { World } from './world.js';
import { allAtOnce, forEachNumber, type Steps } from '../steps.js';
import type { Now, Span } from '../time/now.js';
import { ObservedTime } from '../time/observed-time.js';

/** A list with pages. */
export interface HoldingsList extends Pick<ComputedList<Holding>, 'length'> {
  slice(offset: number, limit: number): Holding[];
}

interface ScannedList extends Span {
  readonly version: number;
  readonly key: string;
  readonly list: HoldingsList;
}

/** Scans a world, and keeps the last list as long as it is valid. */
export class SelectedHoldings {
  readonly #world: World;
  #last: ScannedList | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** The list, in the order of the list of current credentials. */
  list(selection: Selection, time: Now, rules: StandingRules): HoldingsList {
    return this.#known(selection, time, rules) ?? allAtOnce(this.#scan(selection, time, rules));
  }

  /** Computes the list in advance; undefined if it is known. */
  inAdvance(selection: Selection, time: Now, rules: StandingRules): Steps<unknown> | undefined {
    return this.#known(selection, time, rules) === undefined ? this.#scan(selection, time, rules) : undefined;
  }

  #known(selection: Selection, time: Now, rules: StandingRules): HoldingsList | undefined {
    const known = this.#last;
    const isSame = known?.version === this.#world.version && known.key === keyOf(selection, rules);
    return isSame && time.isWithin(known) ? known.list : undefined;
  }

  *#scan(selection: Selection, time: Now, rules: StandingRules): Steps<HoldingsList> {
    const { version, base, epoch } = this.#world;
    const { cast, population } = base;
    const observed = new ObservedTime(time.now, epoch);
    const ofParty = (party: Party): Holding[] => selectedHoldings(party, selection, observed, rules);
    const generated = (index: number): Party => {
      const party = population.party(index);
      return this.#world.party(party.partyId) ?? party;
    };
    const first = cast.flatMap(({ partyId }) => ofParty(this.#world.party(partyId)!));
    // For each generated credential the number of its party, and its place among the party's.
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
    const at = (position: number): Holding => {
      const place = position - first.length;
      if (place < 0) return first[position]!;
      const index = holders[place];
      return index === undefined ? last[place - holders.length]! : ofParty(generated(index))[places[place]!]!;
    };
    const length = first.length + holders.length + last.length;
    const list: HoldingsList = {
      length,
      slice: (offset, limit) =>
        Array.from({ length: Math.max(0, Math.min(limit, length - offset)) }, (_, nth) => at(offset + nth)),
    };
    this.#last = { version, key: keyOf(selection, rules), list, ...observed.span };
    return list;
  }
}

function keyOf(selection: Selection, { blocked }: StandingRules): string {
  return `${selection} ${blocked}`;
}
