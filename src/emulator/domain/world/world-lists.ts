/** The lists of a world, kept as long as they are valid. */

import { BoundedMap } from '../bounded-map.js';
import type { Now } from '../time/now.js';
import { ObservedTime } from '../time/observed-time.js';
import type { Base } from './base.js';
import type { KnownList, PatchedList } from './patched-list.js';
import type { World } from './world.js';

/** How a list of a world is computed: what its base has in common with others, and the world's changes in it. */
export interface ListKind<Item> {
  /** Equal for equal kinds. */
  readonly key: string;
  /** Whether all worlds that nothing has changed can share it, because it is the same at any time. */
  readonly isShared: (base: Base) => boolean;
  readonly compute: (world: World, time: Now) => PatchedList<Item>;
}

/** How many lists of a world are kept, beside those that it shares. */
const MOST_KEPT = 16;

export class WorldLists {
  readonly #world: World;
  #own: BoundedMap<string, KnownList> | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  list<Item>(kind: ListKind<Item>, time: Now): PatchedList<Item> {
    return (this.#known(kind, time) as PatchedList<Item> | undefined) ?? this.#compute(kind, time);
  }

  #known(kind: ListKind<unknown>, time: Now): PatchedList<unknown> | undefined {
    const known = this.#cacheFor(kind).get(kind.key);
    return known?.version === this.#world.version && time.isWithin(known) ? known.list : undefined;
  }

  #cacheFor(kind: ListKind<unknown>): BoundedMap<string, KnownList> {
    const { version, base } = this.#world;
    return version === 0 && kind.isShared(base) ? base.lists : (this.#own ??= new BoundedMap(MOST_KEPT));
  }

  #compute<Item>(kind: ListKind<Item>, time: Now): PatchedList<Item> {
    const { version } = this.#world;
    const observed = ObservedTime.of(time);
    const list = kind.compute(this.#world, observed);
    const known: KnownList = { version, list, ...observed.span };
    this.#cacheFor(kind).set(kind.key, known);
    time.isWithin(known);
    return list;
  }
}
