/**
 * The time that all replicas of a store share. It comes from Redis; between two looks, a replica adds its own monotonic
 * time. So it never goes back, and it advances evenly if the clock of a machine is wrong, or that of Redis is set.
 */

import type { Clock } from '../emulator/domain/time/clock.js';
import { CLOCK } from './keys.js';
import type { RedisConnection } from './connection/redis-connection.js';
import { WATCH_CLOCK } from './scripts.js';

const SAMPLES_AT_START = 5;
const WATCH_MILLISECONDS = 1_000;
/** If nobody has looked for so long, Redis's clock may have been set. */
const LONGEST_GAP = 3 * WATCH_MILLISECONDS;
/** Smaller differences come from the time that messages take. */
const TOLERATED_MILLISECONDS = 20;

export class StoreClock implements Clock {
  readonly #redis: RedisConnection;
  /** The time when `performance.now()` was 0; undefined before the first look. */
  #origin: number | undefined;
  #latest = 0;
  #watching: NodeJS.Timeout | undefined;

  constructor(redis: RedisConnection) {
    this.#redis = redis;
  }

  /** @throws StoreError */
  async start(): Promise<void> {
    let fastest = Number.POSITIVE_INFINITY;
    let origin = 0;
    for (let turn = 0; turn < SAMPLES_AT_START; turn++) {
      const look = await this.#look();
      if (look.took < fastest) [fastest, origin] = [look.took, look.origin];
    }
    this.#origin = origin;
    this.#watching = setInterval(() => void this.#watch().catch(ignore), WATCH_MILLISECONDS).unref();
  }

  /** Milliseconds since 1970, whole. */
  now(): number {
    const now = Math.floor(this.origin + performance.now());
    if (now > this.#latest) this.#latest = now;
    return this.#latest;
  }

  /** The time when `performance.now()` was 0, in milliseconds since 1970. */
  get origin(): number {
    return this.#origin!;
  }

  stop(): void {
    clearInterval(this.#watching);
  }

  async #watch(): Promise<void> {
    const { took, origin } = await this.#look();
    if (Math.abs(origin - this.origin) > Math.max(TOLERATED_MILLISECONDS, took)) this.#origin = origin;
  }

  async #look(): Promise<{ readonly took: number; readonly origin: number }> {
    const sent = performance.now();
    const expected = this.#origin === undefined ? '' : this.#origin + sent;
    const time = Number(await this.#redis.run(WATCH_CLOCK, [CLOCK], [expected, LONGEST_GAP]));
    const took = performance.now() - sent;
    return { took, origin: time - sent - took / 2 };
  }
}

function ignore(): void {
  // The next look may get a reply.
}
