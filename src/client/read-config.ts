/** Checks the config and completes it from the environment. */

import type { ConnectConfig, Network } from './config.js';
import { ConfigurationError } from './errors/configuration-error.js';
import type { Settings } from './settings.js';

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
    // Told below; the text itself may hold a password.
  }
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new ConfigurationError(`${source} must be an http or https URL`);
  if (url.username + url.password + url.search + url.hash !== '')
    throw new ConfigurationError(`${source} must have neither user, query nor fragment`);
  return url.href.replace(/\/+$/, '');
}

/** Empty where the platform has none. */
function environment(): Readonly<Record<string, string | undefined>> {
  return (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env ?? {};
}

function checkText(field: string, value: unknown): void {
  if (typeof value !== 'string' || value.trim() === '')
    throw new ConfigurationError(`${field} must be a text that is not empty`);
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
