/** Keeps a server busy over some connections, and counts what comes back. */

import { Buffer } from 'node:buffer';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { cpuSeconds } from '../processes/process-figures.js';
import { Mixture } from '../questions/mixture.js';
import { Connection } from './connection.js';
import { Latencies } from './latencies.js';
import { requestText } from './request-text.js';

/**
 * @typedef {object} Load
 * @property {number} port on the loopback interface
 * @property {number} pid of the server
 * @property {string[]} [requests] as they go over the wire, sent in turn
 * @property {{ file: string, seed: number, kind?: string, asked: number }} [mixture] instead: questions that are drawn from the catalogue in a file,
 *   and how many of them have been asked before
 * @property {number} status of a right answer
 * @property {string} [expectedBody] compared where the time does not count: during the warm-up, and where `count` is given
 * @property {number} connections
 * @property {number} warmUpSeconds at most
 * @property {number} [warmUpCount] so many answers are enough of a warm-up
 * @property {number} seconds at most
 * @property {number} [count] so many requests; without it, as many as there is time for
 */

/**
 * @param {Load} load
 * @returns {Promise<import('./put-under-load.js').Outcome>}
 * @throws {Error} where an answer is wrong or does not come
 */
export async function runLoad(load) {
  const run = new Run(load);
  try {
    return await run.outcome();
  } finally {
    run.close();
  }
}

class Run {
  #load;
  #nextRequest;
  #expected;
  #connections;
  #latencies = new Latencies();
  #sent = 0;
  #right = 0;
  #isWarmUp;
  #warm = new AbortController();
  #end = new AbortController();
  #failure;

  constructor(load) {
    this.#load = { ...load, count: load.count ?? Infinity };
    this.#nextRequest = load.mixture === undefined ? inTurn(load.requests) : drawn(load.mixture, load.port);
    this.#expected = load.expectedBody === undefined ? undefined : Buffer.from(load.expectedBody);
    this.#isWarmUp = load.warmUpSeconds > 0;
    this.#connections = Array.from(
      { length: Math.min(load.connections, this.#load.count) },
      () =>
        new Connection(
          load.port,
          (...answer) => this.#take(...answer),
          (error) => this.#fail(error),
        ),
    );
  }

  async outcome() {
    const { pid, warmUpSeconds, seconds: most, count } = this.#load;
    for (const connection of this.#connections) this.#ask(connection);
    if (this.#isWarmUp) await this.#within(warmUpSeconds, this.#warm.signal);
    const [begin, cpuBefore] = [performance.now(), cpuSeconds(pid)];
    if (this.#isWarmUp) [this.#isWarmUp, this.#right] = [false, 0];
    await this.#within(most, this.#end.signal);
    const seconds = (performance.now() - begin) / 1_000;
    const cpu = cpuBefore === undefined ? undefined : cpuSeconds(pid) - cpuBefore;
    if (this.#right < (count === Infinity ? 1 : count)) throw new Error(`only ${this.#right} answers within ${most} s`);
    const [p50, p99, p999] = [0.5, 0.99, 0.999].map((share) => this.#latencies.percentile(share));
    return { right: this.#right, seconds, cpu, p50, p99, p999, sent: this.#sent };
  }

  close() {
    for (const connection of this.#connections) connection.close();
  }

  #ask(connection) {
    this.#sent++;
    connection.send(this.#nextRequest());
  }

  #take({ status, body }, milliseconds, connection) {
    const { status: rightStatus, count } = this.#load;
    if (status !== rightStatus)
      return this.#fail(new Error(`answered with status ${status}: ${body().toString().slice(0, 200)}`));
    const compares = this.#expected !== undefined && (this.#isWarmUp || count !== Infinity);
    if (compares && !body().equals(this.#expected))
      return this.#fail(new Error(`answered with another body than before: ${body().toString().slice(0, 200)}`));
    if (!this.#isWarmUp) this.#latencies.record(milliseconds);
    this.#right++;
    if (this.#isWarmUp && this.#right === this.#load.warmUpCount) this.#warm.abort();
    if (this.#sent < count) this.#ask(connection);
    else if (this.#right === count) this.#end.abort();
  }

  #fail(error) {
    this.#failure ??= error;
    this.#warm.abort();
    this.#end.abort();
  }

  /** Until the time is over, enough has been answered, or something has failed. */
  async #within(seconds, signal) {
    await sleep(seconds * 1_000, undefined, { signal }).catch(() => undefined);
    if (this.#failure !== undefined) throw this.#failure;
  }
}

function inTurn(texts) {
  const requests = texts.map((text) => Buffer.from(text));
  let next = 0;
  return () => requests[next++ % requests.length];
}

function drawn({ file, seed, kind, asked }, port) {
  const mixture = new Mixture(JSON.parse(readFileSync(file, 'utf8')), { seed, kind });
  for (let question = 0; question < asked; question++) mixture.next();
  return () => requestText(mixture.next(), port);
}
