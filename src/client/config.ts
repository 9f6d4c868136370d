/** The configuration of a connection: its fields, checks and defaults. */

import { ConfigurationError } from './errors.js';
import type { FetchLike } from './transport.js';
import type { Hooks } from './hooks.js';

/** The environments of the service (specification section 1). */
export type Network = 'devnet' | 'mainnet';

/** Configuration of {@link connect}. The specification defines the first three fields (section 4.3). */
export interface ConnectConfig extends Hooks {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Default: `mainnet`. */
  readonly network?: Network | undefined;
  /** The service address, without `/api/v1`. Default: the environment variable `ID_SDK_<NETWORK>_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** The whole URL of the token endpoint. Default: the environment variable `ID_SDK_<NETWORK>_TOKEN_URL`. */
  readonly tokenUrl?: string | undefined;
  /** Time limit of a call in milliseconds, including token request, waits and retries. Default: 60,000. */
  readonly timeout?: number | undefined;
  /** How many times a call is retried if a retry is safe. Default: 3. */
  readonly retries?: number | undefined;
  /**
   * The longest wait before an attempt in milliseconds. If `Retry-After` asks for more, the call fails at once. Default:
   * 30,000.
   */
  readonly maxRetryDelay?: number | undefined;
  /** Sends the requests. Default: the platform's `fetch`; on Node.js 16, `node:http` and `node:https`. */
  readonly fetch?: FetchLike | undefined;
  /** Randomness that spreads retries: returns numbers from 0 to 1. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
}

export interface Settings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** `{base_url}/api/v1` */
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly timeout: number;
  readonly retries: number;
  readonly maxRetryDelay: number;
  readonly random: () => number;
  readonly fetch: FetchLike | undefined;
  readonly hooks: Hooks;
}

const NETWORKS: readonly Network[] = ['devnet', 'mainnet'];

/** @throws ConfigurationError with the first mistake */
export function readConfig(config: ConnectConfig): Settings {
  if (typeof config !== 'object' || (config as unknown) === null)
    throw new ConfigurationError('connect takes an object with clientId and clientSecret');
  const {
    clientId,
    clientSecret,
    network = 'mainnet',
    timeout = 60_000,
    retries = 3,
    maxRetryDelay = 30_000,
    random = Math.random,
    fetch,
    ...rest
  } = config;
  checkText('clientId', clientId);
  checkText('clientSecret', clientSecret);
  if (!NETWORKS.includes(network))
    throw new ConfigurationError(`network must be devnet or mainnet, not ${preview(network)}`);
  checkNumber('timeout', timeout, timeout > 0);
  checkNumber('retries', retries, retries >= 0);
  checkNumber('maxRetryDelay', maxRetryDelay, maxRetryDelay >= 0);
  checkFunction('random', random);
  checkFunction('fetch', fetch);
  const baseUrl = addressOf('baseUrl', 'BASE_URL', network, rest.baseUrl);
  if (baseUrl.endsWith('/api/v1'))
    throw new ConfigurationError('baseUrl is the service address alone; leave out /api/v1');
  const { onRequest, onResponse, onRetry } = rest;
  for (const [name, hook] of Object.entries({ onRequest, onResponse, onRetry })) checkFunction(name, hook);
  return {
    clientId,
    clientSecret,
    apiUrl: `${baseUrl}/api/v1`,
    tokenUrl: addressOf('tokenUrl', 'TOKEN_URL', network, rest.tokenUrl),
    timeout,
    retries,
    maxRetryDelay,
    random,
    fetch,
    hooks: { onRequest, onResponse, onRetry },
  };
}

/** Without slashes at its end. */
function addressOf(field: string, suffix: string, network: Network, given: string | undefined): string {
  const variable = `ID_SDK_${network.toUpperCase()}_${suffix}`;
  const text = given ?? environment()[variable];
  if (text === undefined || (text as unknown) === '') {
    throw new ConfigurationError(
      `there is no ${field} for ${network}: give it in the config, or set the environment variable ${variable}`,
    );
  }
  const source = given === undefined ? variable : field;
  let url: URL | undefined;
  try {
    url = new URL(text);
  } catch {
    // Reported below, without the text: it may contain a password.
  }
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new ConfigurationError(`${source} must be an http or https URL`);
  if (url.username + url.password + url.search + url.hash !== '')
    throw new ConfigurationError(`${source} must have neither user, query nor fragment`);
  return url.href.replace(/(?<!\/)\/+$/, '');
}

/** Empty on platforms without environment variables. */
function environment(): Readonly<Record<string, string | undefined>> {
  return (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env ?? {};
}

function checkText(field: string, value: unknown): void {
  if (typeof value !== 'string' || value.trim() === '')
    throw new ConfigurationError(`${field} must be a non-empty string`);
}

function checkNumber(field: string, value: unknown, isInRange: boolean): void {
  if (typeof value !== 'number' || !isInRange)
    throw new ConfigurationError(
      `${field} must be a number ${field === 'timeout' ? 'above 0' : 'from 0 on'}, not ${preview(value)}`,
    );
}

function checkFunction(field: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function')
    throw new ConfigurationError(`${field} must be a function, not ${preview(value)}`);
}

function preview(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
