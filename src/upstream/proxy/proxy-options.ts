/** The options of a proxy. */

import type { OptionRow, OptionSpec } from '../../emulator/option-spec.js';
import { withDefaults } from '../../emulator/complete-options.js';
import { PROXY_ROWS, type WrittenOptions } from './proxy-rows.js';

/** Options of {@link startProxy}. */
export interface ProxyOptions extends WrittenOptions {
  /** The address of the real service: `https://host` or `https://host/api/v1`, with any path in front of `/api/v1`. */
  readonly upstream: string;
  /** The full address of the service's token endpoint. */
  readonly tokenUpstream: string;
  /** Whether the proxy sends a request without credentials to both addresses at start. Default: true. */
  readonly probe?: boolean;
}

/** The options that have no default, so that they may be absent. */
type OpenOption = 'evidence' | 'har' | 'ca';

/** Options with their defaults. */
export type CompleteProxyOptions = Required<Omit<ProxyOptions, OpenOption>> & Pick<ProxyOptions, OpenOption>;

/** The specifications of all options except the two required addresses, in the order of the help text. */
export const PROXY_SPECS: readonly OptionSpec<keyof ProxyOptions>[] = Object.entries<OptionRow>(PROXY_ROWS).map(
  ([name, row]): OptionSpec<keyof ProxyOptions> => ({ ...row, name: name as keyof ProxyOptions }),
);

/** The options with the defaults of absent ones. */
export function withProxyDefaults(options: ProxyOptions): CompleteProxyOptions {
  return { probe: true, ...options, ...withDefaults(options, PROXY_SPECS) } as CompleteProxyOptions;
}
