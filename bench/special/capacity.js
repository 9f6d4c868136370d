/**
 * How far a store in Redis goes, on paper: how many replicas and how much Redis so many CI jobs an hour need, and how long
 * a request waits. It computes with measured service times, and plays random arrivals against them.
 *
 *     node bench/special/capacity.js
 *
 * The service times and bytes are those of `STORES.md`, which `stores.js` writes.
 *
 * Assumptions: each job has a sandbox of its own and 300 calls, evenly over its minute; sandboxes are routed to one replica;
 * a tenth of the jobs leaves a full journal of 1,000 exchanges, the others their 300; sandboxes are kept for a day and
 * exchanges for an hour; a replica has one processor, and may be busy for 70 % of the time; at nine o'clock on Monday, a
 * tenth of the jobs of an hour starts within a minute.
 */

import { readFileSync } from 'node:fs';

const measured = readFileSync(new URL('STORES.md', import.meta.url), 'utf8');
const ROUTED = 'Redis, 2 replicas, 10 sandboxes, by sandbox';
const replicaMicroseconds = figureOf(`${ROUTED}: processor time of the emulators`);
const redisMicroseconds = figureOf(`${ROUTED}: processor time of Redis`);
const sandboxBytes = figureOf('a sandbox in Redis');
const exchangeBytes = figureOf('an exchange in Redis');
const CALLS = 300;
const MOST_BUSY = 0.7;
const PLAYED = 200_000;

console.log(
  `${replicaMicroseconds} µs of a replica and ${redisMicroseconds} µs of Redis for a request, ${sandboxBytes} bytes for a sandbox, ${exchangeBytes} for an exchange\n`,
);
console.log(
  '| jobs an hour | requests/s | at nine | replicas | Redis busy at nine | Redis memory | p99 of waiting at nine |',
);
console.log('|---:|---:|---:|---:|---:|---:|---:|');
for (const jobs of [100, 10_000, 1_000_000]) {
  const usual = (jobs * CALLS) / 3_600;
  const atNine = Math.max(usual, ((jobs / 10) * CALLS) / 60);
  const replicas = Math.max(2, Math.ceil((atNine * replicaMicroseconds) / 1e6 / MOST_BUSY));
  const redis = (atNine * redisMicroseconds) / 1e6;
  const exchanges = jobs * (0.9 * CALLS + 0.1 * 1_000);
  const gigabytes = (jobs * 24 * sandboxBytes + exchanges * exchangeBytes) / 1e9;
  const wait = redis < 1 ? `${waitOf(atNine / replicas, replicaMicroseconds).toFixed(1)} ms` : 'Redis is too slow';
  const row = [
    jobs.toLocaleString('en'),
    usual.toFixed(0),
    atNine.toFixed(0),
    replicas,
    `${(redis * 100).toFixed(0)} %`,
  ];
  console.log(`| ${[...row, `${gigabytes.toFixed(2)} GB`, wait].join(' | ')} |`);
}

/** The value of a row of the measured figures. */
function figureOf(name) {
  const row = measured.split('\n').find((line) => line.startsWith(`| ${name} |`));
  if (row === undefined) throw new Error(`STORES.md has no "${name}": run node bench/special/stores.js`);
  return Number(row.split('|')[2]);
}

/** Plays random arrivals at one replica, in their order. @returns the 99th percentile of waiting, in milliseconds */
function waitOf(requestsPerSecond, microseconds) {
  const random = generator(7);
  const waits = new Float64Array(PLAYED);
  let [now, free] = [0, 0];
  for (let at = 0; at < PLAYED; at++) {
    now += (-Math.log(1 - random()) / requestsPerSecond) * 1_000;
    waits[at] = Math.max(0, free - now);
    free = Math.max(free, now) + microseconds / 1_000;
  }
  return waits.sort()[Math.floor(0.99 * PLAYED)];
}

/** Random numbers from 0 to 1, the same in every run. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
