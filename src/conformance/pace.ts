/** How fast requests may follow each other. */

import { setTimeout as sleep } from 'node:timers/promises';

/** Waits so many milliseconds, or until the signal ends it: then it throws the signal's reason. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** Waits in real time. */
export const waitInRealTime: Wait = async (milliseconds, signal) => {
  await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
};

/** Lets requests through, evenly spread. */
export class Pace {
  readonly #gap: number;
  readonly #wait: Wait;
  #next = 0;

  /** @param rate requests a second; Infinity for no bound */
  constructor(rate: number, wait: Wait) {
    this.#gap = 1_000 / rate;
    this.#wait = wait;
  }

  /** Waits for the next request's turn. */
  async turn(signal?: AbortSignal): Promise<void> {
    if (this.#gap === 0) return;
    const now = performance.now();
    const turn = Math.max(now, this.#next);
    this.#next = turn + this.#gap;
    if (turn > now) await this.#wait(turn - now, signal);
  }
}
