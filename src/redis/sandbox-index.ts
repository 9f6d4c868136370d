/** Which sandboxes there are in Redis, and whose client IDs are whose. Neither is on the node of a sandbox. */

import { SUFFIX_MARK } from '../emulator/domain/sandbox/sandboxes.js';
import { machineClock } from '../emulator/domain/time/clock.js';
import { clientKey, keysOf, OPENED_COUNT, SANDBOX_INDEX } from './keys.js';
import type { RedisConnection } from './connection/redis-connection.js';

/** Of a longer client ID, only the part before the first mark is looked up: over HTTP, no sandbox is opened with a mark. */
const LONGEST_CLIENT_ID = 1_000;

/** What opening a sandbox needs to know of the others. */
export interface OpeningPlace {
  /** How many sandboxes are open. */
  readonly open: number;
  /** Counts all that were ever opened, from 1. */
  readonly number: number;
}

export class SandboxIndex {
  readonly #redis: RedisConnection;

  constructor(redis: RedisConnection) {
    this.#redis = redis;
  }

  /**
   * The sandboxes that a client ID may belong to, which may select scenarios behind that of the sandbox. Some may have
   * expired.
   */
  async candidates(clientId: string): Promise<{ readonly own: string; readonly id: string }[]> {
    const parts = possibleClientIds(clientId);
    const ids = await Promise.all(parts.map((part) => this.#sandboxOf(part)));
    return parts.flatMap((own, at) => (ids[at] === undefined ? [] : [{ own, id: ids[at] }]));
  }

  async #sandboxOf(clientId: string): Promise<string | undefined> {
    const id = await this.#redis.command('GET', clientKey(clientId));
    return typeof id === 'string' ? id : undefined;
  }

  /** Adds a sandbox. False if another one has its client ID. */
  async add(id: string, clientId: string): Promise<boolean> {
    const [owner] = await Promise.all([
      this.#redis.command('SET', clientKey(clientId), id, 'NX', 'GET'),
      this.#redis.command('ZADD', SANDBOX_INDEX, 'NX', String(machineClock().now()), id),
    ]);
    return owner === null || owner === id;
  }

  async remove(id: string, clientId: string): Promise<void> {
    await Promise.all([
      this.#redis.command('DEL', clientKey(clientId)),
      this.#redis.command('ZREM', SANDBOX_INDEX, id),
    ]);
  }

  /** A place for another sandbox. */
  async nextPlace(most: number): Promise<OpeningPlace> {
    const [open, number] = await Promise.all([
      this.#redis.command('ZCARD', SANDBOX_INDEX),
      this.#redis.command('INCR', OPENED_COUNT),
    ]);
    // Some of them may have expired.
    return { open: Number(open) < most ? Number(open) : (await this.all()).length, number: Number(number) };
  }

  /** All sandboxes that have not expired, in the order of opening. */
  async all(): Promise<string[]> {
    return this.#living((await this.#redis.command('ZRANGE', SANDBOX_INDEX, '0', '-1')) as string[]);
  }

  /** Some of them. @param after the ID before the first one */
  async some(limit: number, after?: string): Promise<string[]> {
    const rank = after === undefined ? -1 : await this.#redis.command('ZRANK', SANDBOX_INDEX, after);
    const found: string[] = [];
    for (let from = Number(rank ?? -1) + 1; found.length < limit;) {
      const to = from + limit - found.length - 1;
      const ids = (await this.#redis.command('ZRANGE', SANDBOX_INDEX, String(from), String(to))) as string[];
      if (ids.length === 0) break;
      const living = await this.#living(ids);
      found.push(...living);
      from += living.length;
    }
    return found;
  }

  /** Those that have not expired. The others leave the index. */
  async #living(ids: readonly string[]): Promise<string[]> {
    const exist = await Promise.all(ids.map((id) => this.#redis.command('EXISTS', keysOf(id).head)));
    const expired = ids.filter((_, at) => exist[at] === 0);
    if (expired.length > 0) await this.#redis.command('ZREM', SANDBOX_INDEX, ...expired);
    return ids.filter((_, at) => exist[at] === 1);
  }
}

/** What may be the client ID of a sandbox in one that selects scenarios, the longest first. */
function possibleClientIds(clientId: string): string[] {
  if (clientId.length > LONGEST_CLIENT_ID) return clientId.split(SUFFIX_MARK, 1);
  const parts: string[] = [];
  for (let end = clientId.length; end > 0; end = clientId.lastIndexOf(SUFFIX_MARK, end - 1))
    parts.push(clientId.slice(0, end));
  return parts;
}
