/** The service as the checks see it: they ask, and every exchange is kept. */

import type { Contract } from '../contract/contract.js';
import type { OperationId } from '../contract/operation.js';
import { buildRequest, type Addresses } from './build-request.js';
import type { Caller } from './caller.js';
import type { ConformanceOptions } from './conformance-options.js';
import { isSuccess, type CallOptions, type Exchange } from './exchange.js';
import { lifetimeOf } from './read-answer.js';
import type { IncomingAnswer } from './send-request.js';

/** What the checks may know of the options. */
export type Subject = Pick<
  ConformanceOptions,
  'clientId' | 'clientSecret' | 'partyId' | 'contractId' | 'email' | 'alias' | 'expiredToken' | 'expiredLink'
>;

/** What is shorter is no secret, and may be part of any word. */
const SHORTEST_SECRET = 4;

/** A token is renewed when this part of its time has passed. */
const RENEWAL = 0.8;

export class Service {
  readonly contract: Contract;
  readonly subject: Subject;
  readonly #caller: Caller;
  readonly #addresses: Addresses;
  readonly #exchanges: Exchange[] = [];
  readonly #asked = new Map<string, Promise<Exchange>>();
  readonly #throttled: IncomingAnswer[];
  #token: { readonly value: string; readonly until: number } | undefined;
  #touched: Exchange[] = [];

  /** @param throttled the answers with 429 that the caller has had; they are read when they are asked for */
  constructor(contract: Contract, subject: Subject, addresses: Addresses, caller: Caller, throttled: IncomingAnswer[]) {
    this.contract = contract;
    this.subject = subject;
    this.#addresses = addresses;
    this.#caller = caller;
    this.#throttled = throttled;
  }

  /** Every exchange so far, in its order, without those that were answered 429. */
  get exchanges(): readonly Exchange[] {
    return this.#exchanges;
  }

  /** The answers with 429, in their order. */
  get throttled(): readonly IncomingAnswer[] {
    return this.#throttled;
  }

  /**
   * Asks for an operation. What is shared is sent once, however many checks ask for it.
   * @throws CallFailed where there is no answer to look at, RunOver where none may be asked for anymore
   */
  async ask(operation: OperationId, call: CallOptions = {}): Promise<Exchange> {
    const { method, access } = this.contract.operations.get(operation)!;
    const isShared = call.isShared ?? (call.method ?? method).toUpperCase() === 'GET';
    const authorization =
      call.authorization === undefined && access === 'bearer'
        ? `Bearer ${await this.#accessToken()}`
        : (call.authorization ?? undefined);
    const key = JSON.stringify([operation, { ...call, isShared: undefined }]);
    const exchange = await ((isShared ? this.#asked.get(key) : undefined) ??
      this.#send(operation, call, authorization, isShared ? key : undefined));
    this.#touched.push(exchange);
    return exchange;
  }

  /** A new access token, as the token endpoint gives it to the run's own credentials. */
  async requestToken(): Promise<Exchange> {
    const { clientId, clientSecret } = this.subject;
    return await this.ask('issueToken', {
      body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    });
  }

  /** Notes that a check looks at what others have asked for. */
  lookAt(exchanges: Iterable<Exchange>): void {
    this.#touched.push(...exchanges);
  }

  /** The exchanges that have been looked at since this was called last, remembered ones included. */
  takeTouched(): readonly Exchange[] {
    const touched = this.#touched;
    this.#touched = [];
    return touched;
  }

  /** The text, should the service have repeated a secret or a token in it. */
  withoutSecrets(text: string): string {
    return this.#secrets().reduce((shown, secret) => shown.replaceAll(secret, '(secret)'), text);
  }

  #secrets(): string[] {
    const { clientSecret, expiredToken, expiredLink } = this.subject;
    return [clientSecret, expiredToken, expiredLink, this.#token?.value].filter(
      (secret): secret is string => secret !== undefined && secret.length >= SHORTEST_SECRET,
    );
  }

  #send(
    operation: OperationId,
    call: CallOptions,
    authorization: string | undefined,
    key: string | undefined,
  ): Promise<Exchange> {
    const request = buildRequest(this.contract.operations.get(operation)!, call, this.#addresses, authorization);
    const exchange = this.#caller.call(request).then((answer) => {
      const made: Exchange = { operation, call, request: request.description, ...answer, body: parsed(answer.text) };
      this.#exchanges.push(made);
      return made;
    });
    if (key !== undefined) {
      this.#asked.set(key, exchange);
      exchange.catch(() => this.#asked.delete(key));
    }
    return exchange;
  }

  async #accessToken(): Promise<string> {
    if (this.#token !== undefined && performance.now() < this.#token.until) return this.#token.value;
    const answer = await this.requestToken();
    const { access_token: value, expires_in: seconds } = (answer.body ?? {}) as {
      access_token?: unknown;
      expires_in?: unknown;
    };
    if (!isSuccess(answer) || typeof value !== 'string') return this.#token?.value ?? '';
    const lifetime = lifetimeOf(seconds) * 1_000 * RENEWAL;
    this.#token = { value, until: Number.isNaN(lifetime) ? Infinity : performance.now() + lifetime };
    return value;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
