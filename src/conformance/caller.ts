/** Sends what the checks ask for: at the pace that is allowed, as often as is allowed, and waiting where a 429 says so. */

import { CallFailed, RunOver } from './call-failed.js';
import { Pace, type Wait } from './pace.js';
import { readRetryAfter } from './read-retry-after.js';
import { sendRequest, type IncomingAnswer, type OutgoingRequest } from './send-request.js';

export interface CallerOptions {
  readonly rate: number;
  readonly maxRequests: number;
  /** In seconds. */
  readonly maxWait: number;
  /** In bytes. */
  readonly maxAnswer: number;
  readonly wait: Wait;
  readonly signal: AbortSignal | undefined;
  /** Told of every 429, which is not given to those who ask. */
  readonly onThrottled: (answer: IncomingAnswer) => void;
}

const LONGEST_ANSWER = 30_000;
/** How often one request is sent that is answered 429. */
const MOST_TRIES = 5;

export class Caller {
  readonly #options: CallerOptions;
  readonly #pace: Pace;
  #sent = 0;
  #over: string | undefined;

  constructor(options: CallerOptions) {
    this.#options = options;
    this.#pace = new Pace(options.rate, options.wait);
  }

  /** How many requests have been sent. */
  get sent(): number {
    return this.#sent;
  }

  /**
   * Sends the request; again where the answer is 429.
   * @throws CallFailed where there is no answer to look at, RunOver where none may be asked for anymore
   */
  async call(request: OutgoingRequest): Promise<IncomingAnswer> {
    const { maxWait, maxAnswer, wait, signal, onThrottled } = this.#options;
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      await this.#mayBeSent();
      const answer = await this.#unlessInterrupted(() =>
        sendRequest(request, { largestAnswer: maxAnswer, longestAnswer: LONGEST_ANSWER, signal }),
      );
      if (answer.status !== 429) return answer;
      onThrottled(answer);
      const delay = readRetryAfter(answer.headers);
      if (delay > maxWait * 1_000)
        this.stop(`the service asks to wait ${Math.ceil(delay / 1_000)} s, longer than --max-wait ${maxWait}`);
      this.#refuseWhenOver();
      if (tries < MOST_TRIES) await this.#unlessInterrupted(() => wait(delay, signal));
    }
    throw new CallFailed(
      'throttled',
      `the service has answered 429 ${MOST_TRIES} times in a row, although the suite waited as it was told; lower --rate`,
    );
  }

  /** Lets no further request through. */
  stop(reason: string): void {
    this.#over ??= reason;
  }

  async #mayBeSent(): Promise<void> {
    const { maxRequests, signal } = this.#options;
    if (this.#sent >= maxRequests) this.stop(`${maxRequests} requests have been sent; --max-requests allows more`);
    this.#refuseWhenOver();
    await this.#unlessInterrupted(async () => {
      await this.#pace.turn(signal);
      signal?.throwIfAborted();
    });
    this.#sent += 1;
  }

  #refuseWhenOver(): void {
    if (this.#over !== undefined) throw new RunOver(this.#over);
  }

  async #unlessInterrupted<Value>(act: () => Promise<Value>): Promise<Value> {
    try {
      return await act();
    } catch (error) {
      throw this.#options.signal?.aborted === true ? new RunOver('the run was interrupted') : error;
    }
  }
}
