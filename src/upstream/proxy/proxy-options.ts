/** The options of a proxy. */

import type { OptionRow, OptionSpec } from '../../emulator/option-spec.js';
import { withDefaults } from '../../emulator/complete-options.js';
import { PROXY_ROWS } from './proxy-rows.js';

/** Options of {@link startProxy}. */
export interface ProxyOptions {
  /** The address of the real service: `https://host` or `https://host/api/v1`, with any path in front of `/api/v1`. */
  readonly upstream: string;
  /** The full address of its token endpoint. */
  readonly tokenUpstream: string;
  /** TCP port; 0 takes a free one. Default: 0 in-process, 4011 on the command line. */
  readonly port?: number;
  /** Address to listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /**
   * Turns violations into failures: an invalid request is not forwarded (422), an invalid response is withheld (502).
   * Default: false.
   */
  readonly errors?: boolean;
  /**
   * Adds a remark where Prism, an independent validator, judges a message otherwise. It needs the package
   * `@stoplight/prism-http`. Default: false.
   */
  readonly prism?: boolean;
  /** A file for the evidence about the points of the contract, written when the proxy closes. Default: none. */
  readonly evidence?: string;
  /** A file for the exchanges with the service as HAR, without secrets. Default: none. */
  readonly har?: string;
  /** The largest body of a request or response, in bytes. Default: 10,000,000. */
  readonly maxBody?: number;
  /** The longest time until the response of the service begins, in milliseconds. Default: 30,000. */
  readonly timeout?: number;
  /** A file with certificates (PEM) of authorities to trust in addition to the well-known ones. Default: none. */
  readonly ca?: string;
  /** How many exchanges the journal keeps; 0 turns it off. Default: 1000. */
  readonly journalSize?: number;
  /** Whether the proxy sends a request without credentials to both addresses at start. Default: true. */
  readonly probe?: boolean;
}

type OpenOption = 'evidence' | 'har' | 'ca';

/** Options with their defaults. */
export type CompleteProxyOptions = Required<Omit<ProxyOptions, OpenOption>> & Pick<ProxyOptions, OpenOption>;

/** All options except the two required addresses, in the order of the help text. */
export const PROXY_SPECS: readonly OptionSpec<keyof ProxyOptions>[] = Object.entries<OptionRow>(PROXY_ROWS).map(
  ([name, row]): OptionSpec<keyof ProxyOptions> => ({ ...row, name: name as keyof ProxyOptions }),
);

/** The options with the defaults of absent ones. */
export function withProxyDefaults(options: ProxyOptions): CompleteProxyOptions {
  return { probe: true, ...options, ...withDefaults(options, PROXY_SPECS) } as CompleteProxyOptions;
}
