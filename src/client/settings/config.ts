/** Configuration of a connection: fields, defaults and checks. */

import { check, checkEach, checkNumbers, checkText, defined } from '../arguments.js';
import { ignoringErrors } from '../errors.js';
import type { FetchLike } from '../transport/transport.js';
import type { HeadersToSend } from './call-options.js';
import type { Hooks } from './hooks.js';

/** The environments of the service (specification section 1). */
export type Network = 'devnet' | 'mainnet';
/** An access token in a {@link TokenCache}. It is a secret. */
export interface StoredToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Where access tokens are kept, by token endpoint and client ID. If the cache fails or hangs, the library works without
 * it.
 */
export interface TokenCache {
  get(key: string): StoredToken | null | undefined | Promise<StoredToken | null | undefined>;
  set(key: string, token: StoredToken): unknown;
}

/** Configuration of {@link connect}. The specification defines the first three fields (section 4.3). */
export interface ConnectConfig extends Hooks {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Default: `mainnet`. */
  readonly network?: Network | undefined;
  /** The service address, with or without `/api/v1`. Default: the environment variable `ID_SDK_<NETWORK>_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** The whole URL of the token endpoint. Default: the environment variable `ID_SDK_<NETWORK>_TOKEN_URL`. */
  readonly tokenUrl?: string | undefined;
  /** Time limit of a call in milliseconds, including token request, waits and retries. Default: 60,000. */
  readonly timeout?: number | undefined;
  /** How many times a call is retried if a retry is safe. With 0, no call waits for a pause either. Default: 3. */
  readonly retries?: number | undefined;
  /** The longest wait before an attempt, in ms; if `Retry-After` asks for more, calls fail at once. Default: 30,000. */
  readonly maxRetryDelay?: number | undefined;
  /**
   * Headers of every request, also of token requests. A function is called for each request, to pass on `traceparent`.
   */
  readonly headers?: HeadersToSend | (() => HeadersToSend) | undefined;
  /** Sends the requests. Default: the platform's `fetch`, or `node:http` on Node.js 16 and for a proxy. */
  readonly fetch?: FetchLike | undefined;
  /** An agent of `node:http` or `node:https`, for a proxy, an own CA or a client certificate. Not with `fetch`. */
  readonly agent?: object | undefined;
  /** Keeps the access token between processes that live briefly, such as serverless functions. Default: none. */
  readonly tokenCache?: TokenCache | undefined;
  /** Whether to run in a browser, which shows the client secret to its user. Default: false. */
  readonly allowBrowser?: boolean | undefined;
}

/** A configuration with its defaults. `apiUrl` is `{base_url}/api/v1`. */
export type Settings = ConnectConfig &
  Readonly<Record<'apiUrl' | 'tokenUrl', string> & Record<'timeout' | 'retries' | 'maxRetryDelay', number>>;
/** @throws InvalidArgumentError with the first mistake */
export function readConfig(config: ConnectConfig): Settings {
  const fields: Record<string, unknown> = {};
  // The prototypes are read, too, because a class may define fields as getters.
  for (let owner: unknown = config; owner; owner = Object.getPrototypeOf(owner))
    for (const name of Object.getOwnPropertyNames(owner)) fields[name] ??= config[name as keyof ConnectConfig];

  const defaults = { network: 'mainnet', timeout: 60_000, retries: 3, maxRetryDelay: 30_000 };
  const settings = { ...defaults, ...defined(fields) } as ConnectConfig & Omit<Settings, 'apiUrl'>;
  const { clientId, clientSecret, allowBrowser } = settings;

  checkText('clientId', clientId);
  checkText('clientSecret', clientSecret);
  checkNumbers(1, settings, 'timeout');
  checkNumbers(0, settings, 'retries', 'maxRetryDelay');
  checkEach(settings, 'devnet or mainnet', (value) => value === 'devnet' || value === 'mainnet', 'network');
  const hooks = ['onRequest', 'onResponse', 'onRetry', 'onFailure'] as const;
  checkEach(settings, 'a function', (value) => typeof value === 'function', 'fetch', ...hooks);

  // A page in a browser has a document. Servers and workers have none, and may have no `window` either.
  const isBrowser = (globalThis as { window?: { document?: object } }).window?.document;
  check(!isBrowser || allowBrowser === true, 'a browser shows the client secret to its user; allowBrowser allows it');

  // A query of the address is left out, because the paths of the endpoints follow the address.
  const [address = ''] = readAddress('baseUrl', settings).split('?');
  // The address may end with slashes, and with `/api/v1`.
  const apiUrl = address.replace(/(\/api\/v1)?(?<!\/)\/*$/, '/api/v1');

  return { ...settings, apiUrl, tokenUrl: readAddress('tokenUrl', settings) };
}

/** An absolute URL without user and fragment. */
const ADDRESS = /^https?:\/\/[^/@]+\/[^#]*$/;

function readAddress(field: 'baseUrl' | 'tokenUrl', { network, [field]: configured }: ConnectConfig): string {
  // Platforms other than Node.js have no environment variables.
  const { process } = globalThis as { process?: { env?: Readonly<Record<string, string | undefined>> } };
  const variable = `ID_SDK_${network}_${field.replace('Url', '_URL')}`.toUpperCase();
  const address = String(ignoringErrors(() => new URL(configured ?? process!.env![variable]!)));
  // The value is not shown: it may contain a password.
  check(ADDRESS.test(address), `${field} or ${variable} must be an HTTP URL without user and fragment`);

  return address;
}
