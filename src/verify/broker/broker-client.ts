/**
 * Sends requests to a Pact broker.
 *
 * The Pact verifier has a broker client, but it would publish the verifier's own results. The results of id-emulator
 * differ: here, an interaction also fails if its provider state is unknown, or if the service never sends the expected
 * response according to the contract.
 */

import { basicHeader } from '../../common/http-basic.js';
import { shortened } from '../../common/bounded-list.js';
import { membersOf, parseJson, withoutUndefined } from '../../common/json.js';
import { decodeOrKeep } from '../../common/percent-encoding.js';
import { once } from '../../contract/schema/lazy.js';
import { codeOf, fetchResponse } from '../../common/platform/fetch-response.js';
import type { OwnFetchInit } from '../../common/platform/loopback-fetch.js';
import { problemOf, type SourceProblem } from '../../pact/reading/load-pacts.js';
import type { BrokerOptions } from './broker-options.js';
import type { HalResource } from '../foreign-types.js';
import { hrefOf, parseResource } from './hal-resource.js';

/** Thrown if a request to a Pact broker fails. The message is one line, with the remedy if there is one. */
export class BrokerError extends Error {
  override readonly name: string = 'BrokerError';
}

/** Thrown if a broker has no pact for the selectors. */
export class NoPactsError extends BrokerError {
  override readonly name = 'NoPactsError';
}

/**
 * A failure of the broker as a problem of the report.
 * @throws the error itself if it is no BrokerError
 */
export function brokerProblem(error: unknown, { url }: BrokerOptions): SourceProblem {
  if (!(error instanceof BrokerError)) throw error;

  // Only the host is shown: the URL may contain a password.
  const source = URL.canParse(url) ? `the broker at ${new URL(url).host}` : 'the broker';
  return error instanceof NoPactsError ? { source, message: error.message } : problemOf(source, error);
}

/** A request to the broker. */
export interface BrokerRequest {
  /** What the request is for, in error messages: `the request for the pacts of "X"`. */
  readonly purpose: string;
  readonly href: string;
  /** The method of the request. Default: `GET`. */
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** The value that is sent as JSON. Default: no body. */
  readonly body?: object;
  /** The error message for 404, after `the broker at <url>`. Default: the same as for any other status. */
  readonly notFound?: string;
}

/** Sends requests with the credentials of the broker, to the broker's own host only. */
export class BrokerClient {
  /** URL of the broker, without user name and password. */
  readonly url: string;
  readonly #authorization: string | undefined;
  readonly #index = once(() => this.#fetchIndex());

  /** Sends nothing yet. @throws BrokerError if the URL is invalid */
  constructor(options: BrokerOptions) {
    const { url, authorization } = brokerAccess(options);
    this.url = url;
    this.#authorization = authorization;
  }

  /** Fetches the broker's index, which has links to its other resources. */
  async #fetchIndex(): Promise<HalResource> {
    const text = await this.send({
      purpose: 'the request for its index',
      href: this.url,
      notFound: 'is no Pact broker: it responds with 404',
    });
    const index = parseResource(text);
    if (index._links === undefined) throw this.error('is no Pact broker: its response has no links');

    return index;
  }

  /**
   * The address of a link in the broker's index.
   * @throws BrokerError if there is no such link, or no Pact broker
   */
  async linkTo(relation: string, values: Readonly<Record<string, string>>): Promise<string> {
    const href = hrefOf(await this.#index(), relation, values);
    if (href === undefined) throw this.error(`has no link "${relation}"; use a Pact broker of version 2.86 or newer`);

    return href;
  }

  /**
   * The address of a link, moved to the host in the options. A broker behind a proxy often links to another host, but
   * the credentials are for the host in the options only.
   * @throws BrokerError if the link is no URL
   */
  addressOf(href: string): string {
    if (!URL.canParse(href, `${this.url}/`)) throw this.error(`has an invalid link: ${href}`);

    const { pathname, search } = new URL(href, `${this.url}/`);
    return new URL(this.url).origin + pathname + search;
  }

  /**
   * Sends a request.
   * @returns the body of the response
   * @throws BrokerError if the broker does not respond, or responds with an error
   */
  async send({ purpose, href, method = 'GET', body, notFound }: BrokerRequest): Promise<string> {
    const json = body && JSON.stringify(body);
    const headers = withoutUndefined({
      Accept: 'application/hal+json, application/json',
      'Content-Type': json && 'application/json',
      Authorization: this.#authorization,
    });
    const init = { method, headers, ...withoutUndefined({ body: json }) };
    const { response, text } = await fetchText(this.addressOf(href), init);
    if (response.ok) return text;
    if (response.status === 404 && notFound !== undefined) throw this.error(notFound);

    throw this.error(`responds with ${response.status} to ${purpose}${this.#reasonAndRemedy(response, text)}`);
  }

  /** An error about this broker. @param predicate what is wrong, after `the broker at <url>` */
  error(predicate: string): BrokerError {
    return new BrokerError(`the broker at ${this.url} ${predicate}`);
  }

  /**
   * What follows the status in an error message: the broker's own reason, or what the user can do. Empty if there is
   * neither.
   */
  #reasonAndRemedy({ status, headers }: Response, text: string): string {
    const message = errorMessageIn(text);
    const reason = message === undefined ? '' : `: ${message}`;
    if (status === 401 || status === 403) return `${reason.replace(/\.$/, '')}; ${this.#credentialsRemedy()}`;

    // Redirects are not followed, because a redirected request would lose its method and credentials. The user shall
    // name the new address.
    const location = headers.get('location');
    const isRedirect = status >= 300 && status < 400 && location !== null;

    return isRedirect ? `; use the address that it redirects to: ${location}` : reason;
  }

  #credentialsRemedy(): string {
    if (this.#authorization === undefined) return 'add a --broker-token, or --broker-username and --broker-password';
    if (this.#authorization.startsWith('Bearer ')) return 'check the --broker-token';

    return 'check --broker-username and --broker-password';
  }
}

/** A response whose body was read. */
type ReadResponse = Readonly<{ response: Response; text: string }>;

/** Codes of errors that break a connection after it was made. */
const BROKEN_CONNECTION: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/**
 * Sends a request on a connection of its own, because a broker may close an idle connection at the next request. If the
 * connection breaks, the request is repeated once: publishing a result twice is harmless.
 */
async function fetchText(address: string, init: OwnFetchInit): Promise<ReadResponse> {
  // Reading the body may fail like the request itself.
  const fetchOnce = async (): Promise<ReadResponse> => {
    const headers = { ...init.headers, Connection: 'close' };
    const response = await fetchResponse(address, { ...init, headers, redirect: 'manual' });
    return { response, text: await response.text() };
  };

  const repeatIfBroken = (error: unknown): Promise<ReadResponse> => {
    // `fetch` puts the error of the connection into `cause`.
    const code = codeOf((error as Error).cause ?? error) ?? '';
    if (BROKEN_CONNECTION.has(code)) return fetchOnce();
    throw error;
  };

  try {
    return await fetchOnce().catch(repeatIfBroken);
  } catch (error) {
    throw new BrokerError(`the broker does not respond: ${(error as Error).message}`, { cause: error });
  }
}

/** The `Authorization` header for a URL of the broker; undefined without credentials, and for any other server. */
export function brokerAuthorization(broker: BrokerOptions, url: string): string | undefined {
  // An invalid URL of the broker is reported when the broker's pacts are fetched.
  if (!URL.canParse(broker.url)) return undefined;

  const access = brokerAccess(broker);
  const isOfBroker = new URL(access.url).origin === new URL(url).origin;
  return isOfBroker ? access.authorization : undefined;
}

/**
 * The URL of the broker without user name and password, and the value of the `Authorization` header.
 * @throws BrokerError if the URL is invalid
 */
function brokerAccess({ url, token, username, password }: BrokerOptions): { url: string; authorization?: string } {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  // The message does not contain the invalid URL, which may contain a password.
  if (address === undefined)
    throw new BrokerError('the URL of the broker is invalid; it must have the form https://broker.example');

  // User name and password may contain a `%` that is not encoded.
  const user = username ?? decodeOrKeep(address.username);
  const secret = password ?? decodeOrKeep(address.password);
  address.username = '';
  address.password = '';
  if (!/^https?:$/.test(address.protocol))
    throw new BrokerError(`the URL of the broker must start with http:// or https://, but is ${address.href}`);

  // Removes the slashes at the end, because paths are appended. The lookbehind keeps the search fast in a long row of
  // slashes.
  const withoutSlashes = address.href.replace(/(?<!\/)\/+$/, '');
  if (token !== undefined) return { url: withoutSlashes, authorization: `Bearer ${token}` };
  if (user === '') return { url: withoutSlashes };

  return { url: withoutSlashes, authorization: basicHeader(user, secret) };
}

/** The most characters of a message of the broker that are shown. */
const LONGEST_MESSAGE = 500;

/**
 * The error in the body of a broker's response, in one line; undefined if there is none. Brokers send `errors`,
 * `error`, or a `detail` (RFC 9457). Each may be a text or a JSON value.
 */
function errorMessageIn(body: string): string | undefined {
  const { errors, error, detail, title } = membersOf(parseJson(body));
  const reported = errors ?? error ?? detail ?? title;
  if (reported === undefined || reported === null) return undefined;

  const message = typeof reported === 'string' ? reported : JSON.stringify(reported);

  return shortened(message.replace(/\s+/g, ' ').trim(), LONGEST_MESSAGE);
}
