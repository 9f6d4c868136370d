/** The clock of a sandbox that runs, while replicas, their machines and the store fail: it never goes back. */

import { answerTo, call, unlessFailed } from './calls.js';
import type { Deployment } from './deployments.js';

/** Replicas agree on the time of the store up to what messages take. */
const TOLERATED_MILLISECONDS = 1_000;

export class RunningClock {
  readonly #deployment: Deployment;
  readonly #id: string;
  /** The last time that was shown, and what was asked to be added since then, which may not have happened. */
  #shown = 0;
  #uncertain = 0;
  /** When that was, a reading of `performance.now()`. */
  #at = 0;

  private constructor(deployment: Deployment, id: string) {
    this.#deployment = deployment;
    this.#id = id;
  }

  static async open(deployment: Deployment): Promise<RunningClock> {
    const { id } = (await answerTo(() => call(`${deployment.address()}/_emulator/sandboxes`, {}))) as { id: string };
    const clock = new RunningClock(deployment, id);
    const sent = performance.now();
    clock.#shown = timeOf(await answerTo(() => call(clock.#url)));
    clock.#at = sent;
    return clock;
  }

  /** Reads the clock, as soon as the store is there. @throws if it shows what it cannot */
  async read(): Promise<void> {
    const sent = performance.now();
    this.#check(timeOf(await answerTo(() => call(this.#url))), 0, sent);
  }

  /** @throws if it does not show afterwards what was asked */
  async advance(milliseconds: number): Promise<void> {
    const sent = performance.now();
    const response = await unlessFailed(call(`${this.#url}/advance`, { by: `${milliseconds}ms` }));
    const body = response?.ok === true ? await unlessFailed(response.json()) : undefined;
    if (body === undefined) this.#uncertain += milliseconds;
    else this.#check(timeOf(body), milliseconds, sent);
  }

  get #url(): string {
    return `${this.#deployment.address()}/_emulator/sandboxes/${this.#id}/clock`;
  }

  #check(shown: number, advanced: number, sent: number): void {
    const [least, elapsed] = [this.#shown + advanced, performance.now() - this.#at];
    const most = least + this.#uncertain + elapsed + TOLERATED_MILLISECONDS;
    if (shown < least || shown > most)
      throw new Error(`the clock shows ${shown}, which is not from ${least} to ${Math.ceil(most)}`);
    this.#shown = shown;
    this.#at = sent;
    this.#uncertain = 0;
  }
}

function timeOf(body: unknown): number {
  return Date.parse((body as { time: string }).time);
}
