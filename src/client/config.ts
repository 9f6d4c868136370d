/** What `connect` takes. */

import type { FetchLike } from './fetch-transport.js';
import type { Hooks } from './hooks.js';

/** The environments of the service (specification section 1). */
export type Network = 'devnet' | 'mainnet';

/** Config of {@link connect}; the first three fields are the specification's (section 4.3). */
export interface ConnectConfig extends Hooks {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Default: `mainnet`. */
  readonly network?: Network | undefined;
  /** The service address, without `/api/v1`. Default: the environment variable `ID_SDK_<NETWORK>_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** The whole URL of the token endpoint. Default: the environment variable `ID_SDK_<NETWORK>_TOKEN_URL`. */
  readonly tokenUrl?: string | undefined;
  /** How long a call may take in milliseconds, token request, waits and retries included. Default: 60,000. */
  readonly timeout?: number | undefined;
  /** How often a call is tried again where that is safe. Default: 3. */
  readonly retries?: number | undefined;
  /**
   * The longest wait before an attempt in milliseconds. Where the service asks for more with `Retry-After`, the call
   * fails at once. Default: 30,000.
   */
  readonly maxRetryDelay?: number | undefined;
  /** Sends the requests. Default: the platform's `fetch`; on Node.js 16, `node:http` and `node:https`. */
  readonly fetch?: FetchLike | undefined;
  /** Where chance comes from that spreads retries: numbers from 0 to 1. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
}
