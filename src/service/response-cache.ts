/**
 * Returns the same response to the same request as long as nothing has changed that the response was computed from: the
 * world of its sandbox, the contract, and the results of every question that the computation asked of the time.
 */

import type { Contract } from '../contract/contract.js';
import type { ValidRequest } from '../contract/request.js';
import type { Now, Span } from '../domain/time/now.js';
import { ObservedTime } from '../domain/time/observed-time.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import type { WorldState } from '../domain/world/world.js';
import type { Answer } from './answer.js';
import { LastingAnswer } from './lasting-answer.js';

/** How many requests have an entry. Requests with longer URLs than so many characters have none. */
const MOST_ENTRIES = 2_000;
const LONGEST_URL = 1_000;
/** The most characters that all cached bodies have together. */
const MOST_CHARACTERS = 4 * 1_048_576;

/** A call of an operation that reads the world, takes the time from `time` alone, and changes nothing. */
interface CacheableCall {
  readonly sandbox: Sandbox;
  readonly url: string;
  readonly contract: Contract;
  readonly request: ValidRequest;
  readonly time: Now;
  readonly diagnostics: readonly string[];
}

/** What is known of a request, and what that depends on. */
interface Entry {
  readonly state: WorldState;
  readonly contract: Contract;
  /** A scenario may have another page size than the request. */
  readonly limit: unknown;
  readonly span: Span;
  /** Undefined after the first request: most are never repeated. */
  readonly response: LastingAnswer | undefined;
}

export class ResponseCache {
  readonly #entries = new Map<string, Entry>();
  #characters = 0;

  /** The cached response to the call, or the one that `operate` returns. */
  respond<Call extends CacheableCall>(call: Call, operate: (call: Call) => Answer): Answer {
    const { sandbox, url, contract, request, time, diagnostics } = call;
    if (url.length > LONGEST_URL) return operate(call);
    const key = `${sandbox.id} ${url}`;
    const { state } = sandbox.world;
    const { limit } = request.query;
    const before = this.#entries.get(key);
    const isValid =
      before?.state === state && before.contract === contract && before.limit === limit && time.isWithin(before.span);
    if (isValid && before.response !== undefined) return before.response;
    const reported = diagnostics.length;
    const observed = new ObservedTime(time.now, time.epoch);
    const made = operate({ ...call, time: observed });
    // Responses with diagnostics are not cached.
    if (made.situation !== undefined || diagnostics.length > reported) return made;
    const response = isValid ? new LastingAnswer(made) : undefined;
    this.#remember(key, { state, contract, limit, span: observed.span, response });
    return response ?? made;
  }

  #remember(key: string, entry: Entry): void {
    this.#characters += lengthOf(entry) - lengthOf(this.#entries.get(key));
    if (this.#entries.size >= MOST_ENTRIES || this.#characters > MOST_CHARACTERS) {
      this.#entries.clear();
      this.#characters = lengthOf(entry);
    }
    this.#entries.set(key, entry);
  }
}

function lengthOf(entry: Entry | undefined): number {
  return entry?.response?.content.text.length ?? 0;
}
