/** Settings of a connection and of a call: fields, defaults and checks. */

import { check, checkEach, checkNumbers, checkText, given } from './arguments.js';
import { type APIError, ignoringErrors } from './errors.js';
import type { FetchLike, Signal } from './transport/transport.js';

/** The environments of the service (specification section 1). */
export type Network = 'devnet' | 'mainnet';

/** Headers to send, by name. */
export type HeaderFields = Readonly<Record<string, string>>;

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
  /**
   * The longest wait before an attempt in milliseconds. If `Retry-After` asks for more, the call fails at once. Default:
   * 30,000.
   */
  readonly maxRetryDelay?: number | undefined;
  /** Headers of every request, the token request too; a function is called for each, for example to pass on `traceparent`. */
  readonly headers?: HeaderFields | (() => HeaderFields) | undefined;
  /** Sends the requests. Default: the platform's `fetch`; on Node.js 16, `node:http` and `node:https`. */
  readonly fetch?: FetchLike | undefined;
  /** An agent of `node:http` or `node:https`, for a proxy, an own CA or a client certificate. */
  readonly agent?: object | undefined;
  /** Keeps the access token between processes that live briefly, such as serverless functions. Default: none. */
  readonly tokenCache?: TokenCache | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call at any time, waits included; it then rejects with the signal's reason. */
  readonly signal?: Signal | null | undefined;
  /** How long the call may take in milliseconds, token request, waits and retries included. Default: that of the connection. */
  readonly timeout?: number | undefined;
  /** Headers of this call, for example `traceparent`; they replace those of the connection. */
  readonly headers?: HeaderFields | undefined;
  /** Whether a POST may be repeated although it may have succeeded: doing it twice does no harm. Default: false. */
  readonly retryPost?: boolean | undefined;
}

/** An access token in a {@link TokenCache}. It is a secret. */
export interface StoredToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Where access tokens are kept. Errors that it throws are ignored: then a token is requested. */
export interface TokenCache {
  /** @param key names token endpoint and client ID */
  get(key: string): StoredToken | null | undefined | Promise<StoredToken | null | undefined>;
  /** @param key names token endpoint and client ID */
  set(key: string, token: StoredToken): unknown;
}

/** A request that is sent. */
export interface RequestEvent {
  /** The method of the connection, or `issueToken`. */
  readonly operation: string;
  /** Counts the calls of a connection; all attempts of one call have the same number. */
  readonly call: number;
  /** From 1. */
  readonly attempt: number;
  readonly method: string;
  /** Link tokens, and the values of all parameters but those of paging and state, are hidden. */
  readonly url: string;
  /** By lower-case name. Values that may be secret are hidden. */
  readonly headers: HeaderFields;
}

/** A response that was received. */
export interface ResponseEvent extends RequestEvent {
  readonly status: number;
  /** Milliseconds since the request was sent. */
  readonly duration: number;
  /** The service's request ID; undefined if the response has none. */
  readonly requestId: string | undefined;
  /** The response's headers, such as those of a rate limit, by lower-case name; without cookies and secrets. */
  readonly responseHeaders: HeaderFields;
}

/** An attempt that is followed by another one. */
export interface RetryEvent extends RequestEvent {
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** Why the attempt failed. */
  readonly error: APIError;
  /** Milliseconds until the next attempt. */
  readonly delay: number;
}

/** Callbacks for events. What they change or throw has no effect: a failing log does not fail a call. */
export interface Hooks {
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Also called when a call is repeated with a new token. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}

/** A configuration with its defaults. */
export interface Settings extends ConnectConfig {
  /** `{base_url}/api/v1` */
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly timeout: number;
  readonly retries: number;
  readonly maxRetryDelay: number;
}

/** @throws InvalidArgumentError with the first mistake */
export function readConfig(config: ConnectConfig): Settings {
  const defaults = { network: 'mainnet', timeout: 60_000, retries: 3, maxRetryDelay: 30_000 } as const;
  const settings = { ...defaults, ...(given(config) as ConnectConfig) } as ConnectConfig & Omit<Settings, 'apiUrl'>;
  checkText('clientId', settings.clientId);
  checkText('clientSecret', settings.clientSecret);
  checkNumbers(settings, 1, 'timeout');
  checkNumbers(settings, 0, 'retries', 'maxRetryDelay');
  checkEach(settings, (value) => value === 'devnet' || value === 'mainnet', 'devnet or mainnet', 'network');
  checkEach(
    settings,
    (value) => typeof value === 'function',
    'a function',
    'fetch',
    'onRequest',
    'onResponse',
    'onRetry',
  );
  const [address = ''] = readAddress('baseUrl', settings).split('?');
  const apiUrl = address.replace(/(\/api\/v1)?(?<!\/)\/*$/, '/api/v1');
  return { ...settings, apiUrl, tokenUrl: readAddress('tokenUrl', settings) };
}

/** An absolute URL without user and fragment. */
const ADDRESS = /^https?:\/\/[^/@]+\/[^#]*$/;

function readAddress(field: 'baseUrl' | 'tokenUrl', { network, [field]: own }: ConnectConfig): string {
  // Platforms other than Node.js have no environment variables.
  const { process } = globalThis as { process?: { env?: Readonly<Record<string, string | undefined>> } };
  const variable = `ID_SDK_${network}_${field.replace('Url', '_URL')}`.toUpperCase();
  const address = String(ignoringErrors(() => new URL(own ?? process!.env![variable]!)));
  // The value is not shown: it may contain a password.
  check(ADDRESS.test(address), `${field} or ${variable} must be an HTTP URL without user and fragment`);
  return address;
}

/** @throws InvalidArgumentError with the first mistake */
export function readCallOptions(options: CallOptions | null | undefined): CallOptions {
  const call = given(options);
  checkNumbers(call, 1, 'timeout');
  checkEach(call, (signal) => 'addEventListener' in Object(signal), 'an AbortSignal', 'signal');
  return call;
}

const USER_AGENT = 'id-emulator-sdk/0.1.0';
const HEADER = /^[^\s:]+:[\t -~\x80-\xff]*$/;

/**
 * The headers of a request: the library's, the connection's, the call's, and `fixed`, each replacing those before.
 * @throws InvalidArgumentError for a name or value that no header can have
 */
export function requestHeaders(
  own: ConnectConfig['headers'],
  ofCall?: HeaderFields,
  fixed?: HeaderFields,
): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': USER_AGENT };
  for (const fields of [typeof own === 'function' ? own() : own, ofCall, fixed])
    for (const [name, value] of Object.entries(fields ?? {})) {
      check(HEADER.test(`${name}:${value}`), `the header ${name} must be well-formed`);
      headers[name.toLowerCase()] = value;
    }
  return headers;
}
