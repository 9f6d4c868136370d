/** What exchanges have read of things that may change, and between which exchanges they did not. */

import type { Json } from '../../../common/json.js';
import { isRedacted } from '../../../traffic/values.js';

/** The largest number of values of one kind that are remembered. */
const MOST = 200_000;

/** Exchanges in a row that have read the same state. */
interface Reading {
  readonly from: number;
  readonly state: string;
  to: number;
  value: Json;
}

/** What exchanges have read of things that may change: the value, and the exchanges between which it did not. */
export class Readings {
  readonly #readings = new Map<unknown, Reading[]>();
  readonly #owned = new Map<unknown, Set<unknown>>();
  readonly #members: readonly string[];

  /** @param members the members of a value that may change */
  constructor(members: readonly string[]) {
    this.#members = members;
  }

  /** @param order the number of the exchange @param owner to whom the thing belongs */
  add(order: number, id: unknown, value: Json, owner?: unknown): void {
    const readings = this.#readings.get(id) ?? [];
    const state = this.#members.map((name) => String(value[name])).join(' ');
    const last = readings.at(-1);

    if (last?.state === state) Object.assign(last, { to: order, value });
    else readings.push({ from: order, to: order, state, value });
    keep(this.#readings, id, readings);
    keep(this.#owned, owner, (this.#owned.get(owner) ?? new Set()).add(id));
  }

  /** The latest value. */
  get(id: unknown): Json | undefined {
    return this.#readings.get(id)?.at(-1)?.value;
  }

  owners(): Iterable<unknown> {
    return this.#owned.keys();
  }

  /** The latest values of an owner. */
  of(owner: unknown): readonly Json[] {
    const ids = [...(this.#owned.get(owner) ?? [])];
    return ids.map((id) => this.get(id)).filter((value) => value !== undefined);
  }

  /**
   * Whether the thing was so at an exchange: the readings before it and after it say so. Nothing less proves it, as
   * things change between two readings.
   */
  held(order: number, id: unknown, isSo: (value: Json) => boolean): boolean {
    const readings = this.#readings.get(id) ?? [];
    const around = [readings.findLast(({ from }) => from <= order), readings.find(({ to }) => to >= order)];
    return around.every((reading) => reading !== undefined && isSo(reading.value));
  }

  /** Whether all exchanges have read the thing alike. */
  isConstant(id: unknown): boolean {
    return (this.#readings.get(id) ?? []).length <= 1;
  }

  /** Whether this exchange alone has read the thing so: the readings before it and after it are others. */
  isAlone(order: number, id: unknown): boolean {
    const readings = this.#readings.get(id) ?? [];
    const at = readings.findIndex(({ from, to }) => from === order && to === order);
    return at > 0 && at < readings.length - 1;
  }
}

/** Remembers a value, unless an exporter has removed its key, or too many are known. */
export function keep<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  if (isRedacted(key)) return;

  if (map.size < MOST || map.has(key)) map.set(key, value);
}
