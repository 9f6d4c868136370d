/** Readings of things that may change. A reading is a run of exchanges in which a thing had one state. */

import type { Json } from '../../../common/json.js';
import { isRedacted } from '../../../traffic/values.js';

/** The largest number of things of one kind that are remembered. */
const MOST = 200_000;

/** Exchanges in a row that have read one state. `from` and `to` are the numbers of the first and the last. */
interface Reading {
  readonly from: number;
  readonly state: string;
  to: number;
  value: Json;
}

/**
 * What exchanges have read of things that may change, such as the rows of a list: the states, and between which
 * exchanges they did not change.
 */
export class Readings {
  /** The readings of each thing, by its ID, in the order of exchanges. */
  readonly #byId = new Map<unknown, Reading[]>();
  /** The IDs of the things of each owner. */
  readonly #owned = new Map<unknown, Set<unknown>>();
  readonly #members: readonly string[];

  /**
   * Begins without readings.
   * @param members the members of a value whose change is a change of state
   */
  constructor(members: readonly string[]) {
    this.#members = members;
  }

  /**
   * Adds what an exchange has read of a thing.
   * @param position the number of the exchange
   * @param owner to whom the thing belongs, such as a party
   */
  add(position: number, id: unknown, value: Json, owner?: unknown): void {
    const readings = this.#byId.get(id) ?? [];
    const state = this.#members.map((name) => String(value[name])).join(' ');
    const last = readings.at(-1);

    if (last?.state === state) Object.assign(last, { to: position, value });
    else readings.push({ from: position, to: position, state, value });
    rememberIn(this.#byId, id, readings);
    rememberIn(this.#owned, owner, (this.#owned.get(owner) ?? new Set()).add(id));
  }

  /** The latest value of a thing. */
  get(id: unknown): Json | undefined {
    return this.#byId.get(id)?.at(-1)?.value;
  }

  /** All owners of things that were read. */
  owners(): Iterable<unknown> {
    return this.#owned.keys();
  }

  /** The latest values of the things of an owner. */
  of(owner: unknown): readonly Json[] {
    const ids = [...(this.#owned.get(owner) ?? [])];
    return ids.map((id) => this.get(id)).filter((value) => value !== undefined);
  }

  /**
   * Whether the thing met a condition at the time of an exchange: the last reading before the exchange and the first
   * reading after it both say so. Nothing less proves it, because things change between two readings.
   */
  heldAt(position: number, id: unknown, condition: (value: Json) => boolean): boolean {
    const readings = this.#byId.get(id) ?? [];
    const before = readings.findLast(({ from }) => from <= position);
    const after = readings.find(({ to }) => to >= position);

    return [before, after].every((reading) => reading !== undefined && condition(reading.value));
  }

  /** Whether all exchanges have read the thing in one state. */
  isConstant(id: unknown): boolean {
    return (this.#byId.get(id) ?? []).length <= 1;
  }

  /** Whether only this exchange has read the state: the readings before and after it have another state. */
  isAlone(position: number, id: unknown): boolean {
    const readings = this.#byId.get(id) ?? [];
    const at = readings.findIndex(({ from, to }) => from === position && to === position);
    return at > 0 && at < readings.length - 1;
  }
}

/**
 * Remembers a value in a map of limited size. A key that an exporter has removed would mix different things, so it is
 * left out.
 */
export function rememberIn<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  if (isRedacted(key)) return;

  if (map.size < MOST || map.has(key)) map.set(key, value);
}
