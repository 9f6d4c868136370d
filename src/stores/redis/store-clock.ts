/**
 * The time that all replicas of a store share. It comes from Redis; between two looks, a replica adds its own monotonic
 * time. So it never goes back, and it advances evenly if the clock of a machine is wrong, or that of Redis is set.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { machineClock, type Clock } from '../../emulator/domain/time/clock.js';
import { CLOCK, REPLICA_CHANNEL } from './keys.js';
import type { RedisConnection } from './redis-connection.js';
import { scriptWhenFull } from './script.js';

const WATCH_MILLISECONDS = 1_000;
/** After how long without a look Redis's clock may have been set. */
const LONGEST_GAP = 3 * WATCH_MILLISECONDS;
/** How often a replica that starts looks whether one that runs has looked. */
const ASK_AGAIN_MILLISECONDS = 50;

/**
 * The time of the store; nothing if only a replica that runs can know it, which looks within a second. If Redis's clock
 * has advanced evenly since somebody looked, so has the time of the store. If not, it was set, or nobody has looked for
 * a while: the time continues as a replica that runs knows it. If none runs, it is that of Redis or of the machine,
 * whichever is behind, because one of them may have been set.
 * KEYS clock. ARGV the time that the caller expects, or nothing; the time of its machine; whether to leave it to
 * others, 1 or 0; the longest time between two looks, in milliseconds.
 */
const WATCH = scriptWhenFull(`
local machine = redis.call('TIME')
local raw = machine[1] * 1000 + machine[2] / 1000
local known = redis.call('HMGET', KEYS[1], 'raw', 'time')
local expected, before, time = tonumber(ARGV[1]), tonumber(known[1] or nil), tonumber(known[2] or nil)
local gap = before and raw - before
if gap and gap >= 0 and gap < tonumber(ARGV[4]) then
  time = time + gap
elseif expected then
  time = expected
elseif not gap then
  time = raw
elseif ARGV[3] == '1' and #redis.pcall('PUBSUB', 'CHANNELS', '${REPLICA_CHANNEL}*') > 0 then
  return ''
else
  time = math.max(time, math.min(raw, tonumber(ARGV[2])))
end
redis.call('HSET', KEYS[1], 'raw', string.format('%.3f', raw), 'time', string.format('%.3f', time))
return string.format('%.3f', time)
`);

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
    const deadline = performance.now() + LONGEST_GAP;
    while (!(await this.#look(performance.now() < deadline))) await sleep(ASK_AGAIN_MILLISECONDS);
    this.#watching = setInterval(() => void this.#look(false).catch(() => undefined), WATCH_MILLISECONDS).unref();
  }

  /** Milliseconds since 1970, whole. */
  now(): number {
    this.#latest = Math.max(this.#latest, Math.floor(this.origin + performance.now()));
    return this.#latest;
  }

  /** The time when `performance.now()` was 0, in milliseconds since 1970. */
  get origin(): number {
    return this.#origin!;
  }

  stop(): void {
    clearInterval(this.#watching);
  }

  /** Returns whether the time is known. */
  async #look(leavesToOthers: boolean): Promise<boolean> {
    const sent = performance.now();
    const expected = this.#origin === undefined ? '' : this.#origin + sent;
    const own = [expected, machineClock().now(), Number(leavesToOthers), LONGEST_GAP];
    const time = await this.#redis.run(WATCH, [CLOCK], own);
    if (time === '') return false;
    const took = performance.now() - sent;
    const origin = Number(time) - sent - took / 2;
    // A smaller difference comes from the time that messages take.
    if (this.#origin === undefined || Math.abs(origin - this.#origin) > took) this.#origin = origin;
    return true;
  }
}
