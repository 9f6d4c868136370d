/**
 * Returns the same response to the same request as long as nothing has changed that the response was computed from: the
 * world of its sandbox, the contract, and the results of the sandbox's clock that the computation used.
 *
 * This module, the call in `stages/operate.ts` and `domain/time/observed-time.ts` are all of the cache.
 */

import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import type { ValidRequest } from '../../contract/request.js';
import { responseViolations } from '../../contract/response.js';
import type { Violation } from '../../contract/violation.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import type { Now, Span } from '../domain/time/now.js';
import { hashText } from '../domain/time/random.js';
import { ObservedTime } from '../domain/time/observed-time.js';
import type { WorldState } from '../domain/world/world.js';
import type { Content, ServiceResponse } from './service-response.js';

const MOST_ENTRIES = 2_000;
/** Requests with longer URLs are not cached, in characters. */
const LONGEST_URL = 1_000;
/**
 * The most characters of all cached bodies together. Each is there as text, as bytes and as objects, which take at
 * least three times as much memory. With a quarter of this, what clients ask again of a world of 200 parties does not
 * fit: a request takes a tenth more.
 */
const MOST_CHARACTERS = 4 * 1_048_576;

/** A call of an operation that reads the world, takes the time from `time` alone, and changes nothing. */
interface CacheableCall {
  readonly sandbox: Sandbox;
  readonly url: string;
  readonly contract: Contract;
  readonly request: ValidRequest;
  readonly time: Now;
}

/** A response, and what it depends on. */
interface Entry {
  readonly state: WorldState;
  readonly contract: Contract;
  /** A scenario can change the page size of the request. */
  readonly limit: unknown;
  readonly span: Span;
  readonly response: CachedResponse;
}

/** A power of two. */
const ASKED_SLOTS = 1_024;

export class ResponseCache {
  /** The least recently computed first. */
  readonly #entries = new Map<string, Entry>();
  #characters = 0;
  /**
   * Hashes of requests that are not in the cache, each in the slot of its last bits. A response is kept from the second
   * time on, and only if few other requests came between: most are not repeated, and would push out those that are.
   */
  readonly #asked = new Uint32Array(ASKED_SLOTS);

  /** The cached response to the call, or the one that `perform` returns. */
  respond<Call extends CacheableCall>(call: Call, perform: (call: Call) => ServiceResponse): ServiceResponse {
    const { sandbox, url, contract, request, time } = call;
    if (url.length > LONGEST_URL) return perform(call);
    const key = `${sandbox.id} ${url}`;
    const { state } = sandbox.world;
    const { limit } = request.query;
    const known = this.#entries.get(key);
    if (known?.state === state && known.contract === contract && known.limit === limit && time.isWithin(known.span))
      return known.response;
    if (known !== undefined) this.#forget(key, known);
    if (known !== undefined || !this.#wasAsked(key)) return perform(call);
    const observed = new ObservedTime(time.now, time.epoch);
    const made = perform({ ...call, time: observed });
    // Responses with diagnostics are not cached.
    if (made.variantPoint !== undefined || made.diagnostics !== undefined) return made;
    const response = new CachedResponse(made);
    this.#remember(key, { state, contract, limit, span: observed.span, response });
    return response;
  }

  #wasAsked(key: string): boolean {
    const hash = hashText(key);
    const slot = hash % ASKED_SLOTS;
    const was = this.#asked[slot] === hash;
    this.#asked[slot] = was ? 0 : hash;
    return was;
  }

  #remember(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#characters += entry.response.content.text.length;
    for (const [oldestKey, oldest] of this.#entries) {
      if (this.#entries.size <= MOST_ENTRIES && this.#characters <= MOST_CHARACTERS) return;
      this.#forget(oldestKey, oldest);
    }
  }

  #forget(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#characters -= entry.response.content.text.length;
  }
}

/** A response that is sent repeatedly: frozen, serialized once, and validated once for each operation. */
class CachedResponse implements ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly #content: Content;
  /** The operations that it is a valid response of. Neither the response nor an operation ever changes. */
  readonly #validFor = new WeakSet<Operation>();

  constructor({ status, headers, body }: ServiceResponse) {
    this.status = status;
    this.headers = frozen(headers);
    this.body = frozen(body);
    const text = JSON.stringify(body);
    const bytes = Buffer.from(text);
    this.#content = { text, length: bytes.length, bytes };
    Object.freeze(this);
  }

  get content(): Content {
    return this.#content;
  }

  violations(operation: Operation): Violation[] {
    if (this.#validFor.has(operation)) return [];
    const violations = responseViolations(operation, this);
    if (violations.length === 0) this.#validFor.add(operation);
    return violations;
  }
}

/** Freezes the value and everything in it. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
