/** The service as the methods of a connection see it: a request in, a value out. */

import { AbortListeners } from './abort-listeners.js';
import type { AccessTokens } from './access-tokens.js';
import type { CallOptions } from './call-options.js';
import { checkCallOptions } from './check-arguments.js';
import { Deadline } from './deadline.js';
import type { Line } from './line.js';
import { performCall } from './perform-call.js';
import { readNothing, readObject } from './read-answer.js';
import type { ServiceRequest } from './service-request.js';
import type { Settings } from './settings.js';
import type { Answer } from './transport.js';

/** How an answer becomes a value. */
type Reader<Value> = (request: ServiceRequest, answer: Answer, secrets: readonly string[]) => Value;

export class Service {
  readonly #settings: Settings;
  readonly #line: Line;
  readonly #tokens: AccessTokens;
  readonly #listeners = new AbortListeners();

  constructor(settings: Settings, line: Line, tokens: AccessTokens) {
    this.#settings = settings;
    this.#line = line;
    this.#tokens = tokens;
  }

  /** Where an endpoint is, by its path below `/api/v1`. */
  address(path: string): string {
    return this.#settings.apiUrl + path;
  }

  /** The object or array that the service answers with. */
  async read(request: ServiceRequest, options?: CallOptions): Promise<unknown> {
    return await this.#call(request, options, this.#tokens, readObject);
  }

  /** The same, without a token. */
  async readPublic(request: ServiceRequest, options?: CallOptions): Promise<unknown> {
    return await this.#call(request, options, undefined, readObject);
  }

  /** Nothing comes back but success. */
  async do(request: ServiceRequest, options?: CallOptions): Promise<void> {
    await this.#call(request, options, this.#tokens, readNothing);
  }

  async #call<Value>(
    request: ServiceRequest,
    options: CallOptions = {},
    tokens: AccessTokens | undefined,
    read: Reader<Value>,
  ): Promise<Value> {
    checkCallOptions(options);
    const { signal, timeout = this.#settings.timeout } = options;
    const deadline = new Deadline(
      request.operation,
      timeout,
      signal === undefined ? undefined : { signal, listeners: this.#listeners },
    );
    try {
      const { answer, token } = await performCall(request, this.#line, deadline, tokens);
      return read(
        request,
        answer,
        token === undefined ? [this.#settings.clientSecret] : [this.#settings.clientSecret, token],
      );
    } finally {
      deadline.release();
    }
  }
}
