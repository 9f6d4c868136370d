/** The service as checks see it: sends their requests, and keeps every exchange. */

import type { Contract } from '../../contract/contract.js';
import type { OperationId } from '../../contract/operation.js';
import type { LimitedSender } from './limited-sender.js';
import type { CheckInputs } from './checks/inputs.js';
import type { ConformanceOptions } from './options.js';
import { type Addresses, buildRequest, type RequestOptions } from './build-request.js';
import { type ServiceExchange, isSuccess, lifetimeOf } from './exchange.js';
import { membersOf, parseJson } from '../../common/json.js';
import type { ReceivedResponse } from './send-request.js';

/** The options that checks can read. */
export type RunInputs = CheckInputs & Pick<ConformanceOptions, 'clientId' | 'clientSecret' | 'write'>;

/** A shorter text is not treated as a secret, because it may be part of any word. */
const SHORTEST_SECRET = 4;

/** A token is renewed after this part of its lifetime. */
const RENEWAL = 0.8;

export class Service {
  readonly contract: Contract;
  readonly inputs: RunInputs;
  readonly #sender: LimitedSender;
  readonly #addresses: Addresses;
  /** Every exchange so far, in order, without the responses with 429. */
  readonly exchanges: ServiceExchange[] = [];
  readonly #shared = new Map<string, Promise<ServiceExchange>>();
  /** The operation that clients call with their credentials. */
  readonly #tokenOperation: OperationId;
  #token: { readonly value: string; readonly until: number } | undefined;
  #used: ServiceExchange[] = [];

  constructor(contract: Contract, inputs: RunInputs, addresses: Addresses, sender: LimitedSender) {
    this.contract = contract;
    this.inputs = inputs;
    this.#addresses = addresses;
    this.#sender = sender;
    this.#tokenOperation = [...contract.operations.values()].find(({ access }) => access === 'client')!.id;
  }

  /** The responses with 429, in order. */
  get throttled(): readonly ReceivedResponse[] {
    return this.#sender.throttled;
  }

  /**
   * Calls an operation. A shared request is sent once for all checks.
   * @throws RequestError if no usable response arrives, RunEndedError if no further request may be sent
   */
  async request(operation: OperationId, options: RequestOptions = {}): Promise<ServiceExchange> {
    const { method, access } = this.contract.operations.get(operation)!;
    const isShared = options.isShared ?? (options.method ?? method).toUpperCase() === 'GET';
    const { authorization = access === 'bearer' ? `Bearer ${await this.#accessToken()}` : null } = options;
    const key = JSON.stringify([operation, { ...options, isShared: undefined }]);
    const exchange = await ((isShared ? this.#shared.get(key) : undefined) ??
      this.#exchange(operation, { ...options, authorization }, isShared ? key : undefined));
    this.#used.push(exchange);
    return exchange;
  }

  /** Requests a new access token with the credentials of the run. */
  async requestToken(): Promise<ServiceExchange> {
    const { clientId, clientSecret } = this.inputs;
    return await this.request(this.#tokenOperation, {
      body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    });
  }

  /** Records that a check uses exchanges of other checks. */
  markUsed(exchanges: Iterable<ServiceExchange>): void {
    this.#used.push(...exchanges);
  }

  /** The exchanges used since the last call, shared ones included. */
  takeUsedExchanges(): readonly ServiceExchange[] {
    const used = this.#used;
    this.#used = [];
    return used;
  }

  /** The text without secrets and tokens, in case the service repeated one. */
  withoutSecrets(text: string): string {
    return this.#secrets().reduce((shown, secret) => shown.replaceAll(secret, '(secret)'), text);
  }

  #secrets(): string[] {
    const { clientSecret, expiredToken, expiredLink } = this.inputs;
    return [clientSecret, expiredToken, expiredLink, this.#token?.value].filter(
      (secret): secret is string => secret !== undefined && secret.length >= SHORTEST_SECRET,
    );
  }

  #exchange(operation: OperationId, options: RequestOptions, key: string | undefined): Promise<ServiceExchange> {
    const request = buildRequest(this.contract.operations.get(operation)!, options, this.#addresses);
    const exchange = this.#sender.send(request).then((response) => {
      const body = parseJson(response.text);
      const made: ServiceExchange = { operation, request: request.description, ...response, body };
      this.exchanges.push(made);
      return made;
    });
    if (key !== undefined) {
      this.#shared.set(key, exchange);
      exchange.catch(() => this.#shared.delete(key));
    }
    return exchange;
  }

  async #accessToken(): Promise<string> {
    if (this.#token !== undefined && performance.now() < this.#token.until) return this.#token.value;
    const response = await this.requestToken();
    const { access_token: value, expires_in: seconds } = membersOf(response.body);
    if (!isSuccess(response) || typeof value !== 'string') return this.#token?.value ?? '';
    const lifetime = lifetimeOf(seconds) * 1_000 * RENEWAL;
    this.#token = { value, until: Number.isNaN(lifetime) ? Infinity : performance.now() + lifetime };
    return value;
  }
}
