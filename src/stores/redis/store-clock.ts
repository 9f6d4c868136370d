/**
 * The time that all replicas of a store share: that of Redis, or the latest that one of them has had, if Redis's clock
 * was set back. Between two looks, a replica adds its own monotonic time. So the time never goes back.
 */

import type { Clock } from '../../emulator/domain/time/clock.js';
import { CLOCK } from './keys.js';
import type { RedisConnection } from './redis-connection.js';
import { scriptWhenFull } from './script.js';

const WATCH_MILLISECONDS = 1_000;

/** Returns the time of the store. KEYS clock. ARGV the time that the caller expects; 0: nothing. */
const LOOK = scriptWhenFull(`
local machine = redis.call('TIME')
local known = tonumber(redis.call('GET', KEYS[1]) or 0)
local time = math.max(machine[1] * 1000 + machine[2] / 1000, known, tonumber(ARGV[1]))
redis.call('SET', KEYS[1], string.format('%.3f', time))
return string.format('%.3f', time)
`);

export class StoreClock implements Clock {
  readonly #redis: RedisConnection;
  /** The time when `performance.now()` was 0, in milliseconds since 1970; 0 before the first look. */
  #origin = 0;
  #watching: NodeJS.Timeout | undefined;

  constructor(redis: RedisConnection) {
    this.#redis = redis;
  }

  /** @throws StoreError */
  async start(): Promise<void> {
    await this.#look(0);
    const look = (): void => void this.#look(this.#origin + performance.now()).catch(() => undefined);
    this.#watching = setInterval(look, WATCH_MILLISECONDS).unref();
  }

  /** Milliseconds since 1970, whole. */
  now(): number {
    return Math.floor(this.#origin + performance.now());
  }

  /** The time when `performance.now()` was 0, in milliseconds since 1970. */
  get origin(): number {
    return this.#origin;
  }

  stop(): void {
    clearInterval(this.#watching);
  }

  async #look(expected: number): Promise<void> {
    const time = Number(await this.#redis.run(LOOK, [CLOCK], [expected]));
    // The reply took a while, so this is never ahead of the store.
    this.#origin = Math.max(this.#origin, time - performance.now());
  }
}
