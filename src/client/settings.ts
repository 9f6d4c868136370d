/** The config, checked and complete. */

import type { Hooks } from './hooks.js';
import type { FetchLike } from './fetch-transport.js';

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
