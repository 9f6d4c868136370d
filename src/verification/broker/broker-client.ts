/**
 * Speaks with a Pact broker.
 *
 * The Pact verifier has a client of its own, but that one would tell the broker the verifier's verdict. Ours is another:
 * an interaction also fails where its provider state is missing, and where the contract says that the service could
 * never send what the consumer expects.
 */

import { fetchResponse } from '../../platform/fetch-response.js';
import { BrokerError, refusalIn } from './broker-error.js';
import type { BrokerOptions } from './broker-options.js';
import { type HalResource, hrefOf, resourceIn } from './hal.js';

/** Something that is asked of a broker. */
export interface BrokerRequest {
  /** What it is for, in words: `for the pacts of "X"`. */
  readonly purpose: string;
  readonly href: string;
  readonly method?: 'POST' | 'PUT';
  /** Sent as JSON. */
  readonly body?: object;
  /** What to say of a 404. Default: what is said of any other status. */
  readonly notFound?: string;
}

export class BrokerClient {
  readonly #access: BrokerAccess;

  /** @throws BrokerError where the address is none */
  constructor(options: BrokerOptions) {
    this.#access = brokerAccess(options);
  }

  /** Of the broker, without user and password. */
  get url(): string {
    return this.#access.url;
  }

  /** The broker's first page, with links to all that it can do. @throws BrokerError */
  async index(): Promise<HalResource> {
    const index = resourceIn(
      await this.ask({ purpose: 'for its first page', href: this.url, notFound: 'is no Pact broker: it answers 404' }),
    );
    if (index?._links === undefined) throw this.error('is no Pact broker: what it answers has no links');
    return index;
  }

  /** Where a link of the first page leads. @throws BrokerError where the broker has none such */
  hrefIn(index: HalResource, relation: string, values: Readonly<Record<string, string>>): string {
    const href = hrefOf(index, relation, values);
    if (href === undefined)
      throw this.error(`has no link "${relation}"; is it a Pact broker, and of version 2.86 or newer?`);
    return href;
  }

  /**
   * The address behind a link, on the host that was named. A broker behind a proxy often takes itself to be elsewhere,
   * and what it is shown is for the named host alone.
   * @throws BrokerError where the link is none
   */
  addressOf(href: string): string {
    if (!URL.canParse(href, `${this.url}/`)) throw this.error(`links to what is no address: ${href}`);
    const { pathname, search } = new URL(href, `${this.url}/`);
    return new URL(this.url).origin + pathname + search;
  }

  /** The body of the answer. @throws BrokerError where the broker refuses, or nothing answers */
  async ask({ purpose, href, method, body, notFound }: BrokerRequest): Promise<string> {
    const { response, text } = await this.#send(this.addressOf(href), {
      method: method ?? 'GET',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.ok) return text;
    if (response.status === 404 && notFound !== undefined) throw this.error(notFound);
    throw this.error(`answers ${response.status} when it is asked ${purpose}${this.#remedy(response, text)}`);
  }

  /** The broker at its address, and what is the matter with it. */
  error(matter: string): BrokerError {
    return new BrokerError(`the broker at ${this.url} ${matter}`);
  }

  async #send(address: string, init: RequestInit): Promise<{ response: Response; text: string }> {
    const { authorization } = this.#access;
    const headers = {
      Accept: 'application/hal+json, application/json',
      ...(init.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(authorization !== undefined && { Authorization: authorization }),
    };
    try {
      const response = await fetchResponse(address, { ...init, headers, redirect: 'manual' });
      return { response, text: await response.text() };
    } catch (error) {
      throw new BrokerError(`the broker does not answer: ${(error as Error).message}`, { cause: error });
    }
  }

  #remedy({ status, headers }: Response, text: string): string {
    const said = refusalIn(text);
    const words = said === undefined ? '' : `: ${said}`;
    if (status === 401 || status === 403) return `${words.replace(/\.$/, '')}; ${this.#credentialsRemedy()}`;
    // A request that is sent on loses its method and what it has shown.
    const place = headers.get('location');
    return status >= 300 && status < 400 && place !== null ? `; name the address that it leads to: ${place}` : words;
  }

  #credentialsRemedy(): string {
    const { authorization } = this.#access;
    if (authorization === undefined) return 'it wants a --broker-token, or --broker-username and --broker-password';
    return authorization.startsWith('Bearer ')
      ? 'does it want another --broker-token?'
      : 'does it want another --broker-username or --broker-password?';
  }
}

export interface BrokerAccess {
  /** Without user and password. */
  readonly url: string;
  /** The value of the `Authorization` header. */
  readonly authorization: string | undefined;
}

/** @throws BrokerError where the address is none */
export function brokerAccess({ url, token, username, password }: BrokerOptions): BrokerAccess {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  // What cannot be read may have a password in it all the same, so it is not told.
  if (address === undefined)
    throw new BrokerError('the address of the broker cannot be read; it has to be like https://broker.example');
  const user = username ?? decoded(address.username);
  const secret = password ?? decoded(address.password);
  address.username = '';
  address.password = '';
  if (!/^https?:$/.test(address.protocol))
    throw new BrokerError(`the address of the broker has to start with http:// or https://, but is ${address.href}`);
  return { url: address.href.replace(/\/+$/, ''), authorization: authorization({ token, user, secret }) };
}

function authorization({
  token,
  user,
  secret,
}: {
  token: string | undefined;
  user: string;
  secret: string;
}): string | undefined {
  if (token !== undefined) return `Bearer ${token}`;
  return user === '' ? undefined : `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
}

/** Somebody may have written a password with a `%` in it as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
