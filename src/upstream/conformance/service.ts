/** The service as checks see it. It sends the requests of checks, and collects evidence in every exchange. */

import { membersOf } from '../../common/json.js';
import { isLoopback } from '../../common/platform/environment-proxy.js';
import type { Contract } from '../../contract/contract.js';
import type { OperationId } from '../../contract/operation.js';
import { EvidenceCollector } from '../evidence/collect-evidence.js';
import { isSuccess } from '../../traffic/seen-exchange.js';
import { lifetimeOf } from '../../traffic/issued-token.js';
import { serviceAddressOf } from '../../traffic/service-traffic.js';
import { type Addresses, buildRequest } from './build-request.js';
import type { RequestOptions } from './check-types.js';
import { NoResultError, type ServiceExchange } from './exchange.js';
import { LimitedSender } from './limited-sender.js';
import type { ConformanceOptions } from './options.js';
import type { OutgoingRequest } from './send-request.js';

/** In characters. A shorter text is not treated as a secret, because it may be a part of any word. */
const SHORTEST_SECRET = 4;

/** A token is renewed after this part of its lifetime, so that it does not expire on the way. */
const RENEWAL = 0.8;

/** Requests a second to a service on another machine, unless the user sets a rate. */
const REMOTE_RATE = 2;

/** A request that was sent once for all checks. */
interface SharedRequest {
  readonly id: OperationId;
  readonly options: RequestOptions;
  readonly exchange: Promise<ServiceExchange>;
}

/** The service under test, with the credentials and limits of the run. */
export class Service {
  readonly contract: Contract;
  readonly options: ConformanceOptions;
  readonly addresses: Addresses;
  /** What all exchanges say about the points of the contract. */
  readonly collector: EvidenceCollector;
  readonly #sender: LimitedSender;
  /** The requests that were sent, by operation and options. Checks with equal requests share the response. */
  readonly #shared = new Map<string, SharedRequest>();
  /** The number of exchanges so far. */
  #count = 0;
  /** The current token, and until when it is used, as a reading of `performance.now()`. */
  #token: { readonly value: string; readonly until: number } | undefined;

  /** Sends nothing yet. @throws TypeError if an address is not a URL */
  constructor(contract: Contract, options: ConformanceOptions) {
    const { prefix } = contract;
    const address = serviceAddressOf(options.baseUrl, prefix);
    const base = new URL(address.origin + address.basePath);
    const token = new URL(options.tokenUrl);

    this.contract = contract;
    this.options = options;
    this.addresses = { base, token, prefix };
    // One party is enough to prove a difference, because the run reads states just before and just after.
    this.collector = new EvidenceCollector({ contract, services: [options.baseUrl], tokenUrls: [token.href] }, 1);
    // A service on this machine, such as an emulator, has no other users whom the run could disturb.
    this.#sender = new LimitedSender(options, isLoopback(base) ? Infinity : REMOTE_RATE);
  }

  /**
   * Calls an operation, or returns the exchange of an earlier equal request.
   * @throws NoResultError if the request may write, and the user has not allowed it, if no usable response
   * arrives, or if no further request may be sent
   */
  async request(id: OperationId, { again = false, ...options }: RequestOptions = {}): Promise<ServiceExchange> {
    const operation = this.contract.operations.get(id)!;
    const method = options.method ?? operation.method.toUpperCase();
    const mayWrite = method !== 'GET' && operation.access !== 'client';
    if (mayWrite && this.options.write !== true)
      throw new NoResultError('unseen', 'it sends requests that create links or data requests; --write allows that');

    // A check passes `null` to omit the access token.
    const needsToken = options.authorization === undefined && operation.access === 'bearer';
    const authorization = needsToken ? `Bearer ${await this.#accessToken()}` : (options.authorization ?? null);

    // The token is not part of the key: a renewed token does not make another request.
    const key = JSON.stringify([id, options]);
    const sharedRequest = again ? undefined : this.#shared.get(key);
    if (sharedRequest !== undefined) return await sharedRequest.exchange;

    const exchange = this.#send(buildRequest(operation, { ...options, authorization }, this.addresses));
    if (!again) this.#shared.set(key, { id, options, exchange });
    // After a failure, the next call sends the request again instead of sharing the failure.
    exchange.catch(() => this.#shared.delete(key));

    return await exchange;
  }

  /**
   * Sends each successful GET once more, because evidence relies on what did not change in between. Stops at the first
   * request that gets no usable response, or that may not be sent any more.
   */
  async readAgain(): Promise<void> {
    for (const { id, options, exchange } of [...this.#shared.values()]) {
      const isRead = this.contract.operations.get(id)!.method === 'get' && options.method === undefined;
      if (!isRead || !isSuccess(await exchange)) continue;

      const repeated = await this.request(id, { ...options, again: true }).catch(() => undefined);
      if (repeated === undefined) return;
    }
  }

  /** Requests a new access token with the credentials of the run. */
  async requestToken(): Promise<ServiceExchange> {
    const { clientId, clientSecret } = this.options;
    const { id } = [...this.contract.operations.values()].find(({ access }) => access === 'client')!;
    const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };

    return await this.request(id, { body, again: true });
  }

  /** The text without secrets and tokens: the service may repeat them in a response. */
  withoutSecrets(text: string): string {
    const { clientSecret, expiredToken, expiredLink } = this.options;
    let shown = text;
    for (const secret of [clientSecret, expiredToken, expiredLink, this.#token?.value])
      if (secret !== undefined && secret.length >= SHORTEST_SECRET) shown = shown.replaceAll(secret, '(secret)');

    return shown;
  }

  /** Sends a request, and returns the last exchange: earlier ones were refused with 429. */
  async #send(request: OutgoingRequest): Promise<ServiceExchange> {
    let exchange: ServiceExchange | undefined;
    await this.#sender.send(request, (recorded) => {
      const seen = this.collector.see({ file: 1, entry: ++this.#count }, recorded)!;
      exchange = { ...seen, description: `${request.description} returned ${recorded.status}` };
    });

    return exchange!;
  }

  /**
   * An access token that is still valid. If no token can be requested, the last one is returned: the checks then show
   * how the service reacts.
   */
  async #accessToken(): Promise<string> {
    if (this.#token !== undefined && performance.now() < this.#token.until) return this.#token.value;

    const exchange = await this.requestToken();
    const { access_token: value, expires_in: seconds } = membersOf(exchange.response.body);
    if (!isSuccess(exchange) || typeof value !== 'string') return this.#token?.value ?? '';

    const lifetime = lifetimeOf(seconds) * 1_000 * RENEWAL;
    // A token without a readable lifetime is never renewed.
    this.#token = { value, until: Number.isNaN(lifetime) ? Infinity : performance.now() + lifetime };

    return value;
  }
}
