/** The options of a proxy. */

import type { OptionRow, OptionSpec } from '../../emulator/option-spec.js';
import { mistakesIn, OptionsError, withDefaults } from '../../emulator/complete-options.js';
import type { ProxiedExchange } from './proxied-exchange.js';

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
  /** A file for what the exchanges say about the points of the contract, written at the end. Default: none. */
  readonly evidence?: string;
  /** The largest body of a request or response, in bytes. Default: 10,000,000. */
  readonly maxBody?: number;
  /** The longest time until the service has responded, body included, in milliseconds. Default: 30,000. */
  readonly timeout?: number;
  /** A file with certificates (PEM) of authorities to trust in addition to the well-known ones. Default: none. */
  readonly ca?: string;
  /** How many exchanges the journal keeps; 0 turns it off. Default: 1000. */
  readonly journalSize?: number;
  /** Whether the proxy sends a request without credentials to both addresses at start. Default: true. */
  readonly probe?: boolean;
}

/** Functions that a proxy calls while it runs. */
export interface ProxyHooks {
  /** Called before each response is sent to the client. If it throws, the client gets a 500. */
  readonly onExchange?: (exchange: ProxiedExchange) => void;
}

type OpenOption = 'evidence' | 'ca';

/** Options with their defaults. */
export type CompleteProxyOptions = Required<Omit<ProxyOptions, OpenOption>> & Pick<ProxyOptions, OpenOption>;

const ROWS: Readonly<Partial<Record<keyof ProxyOptions, OptionRow>>> = {
  port: { type: 'integer', minimum: 0, maximum: 65_535, default: 0, description: 'TCP port; 0 takes a free one' },
  host: { type: 'text', default: '127.0.0.1', description: 'address to listen on' },
  errors: {
    type: 'switch',
    default: false,
    description: 'turn violations into failures: 422 for a request, 502 for a response',
  },
  prism: {
    type: 'switch',
    default: false,
    description: 'add remarks where Prism, which has to be installed, judges otherwise',
  },
  evidence: {
    type: 'file',
    description:
      'file for what the exchanges say about guesses, for id-emulator fidelity --evidence; written at the end',
  },
  maxBody: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000_000,
    default: 10_000_000,
    description: 'largest body, in bytes',
  },
  timeout: {
    type: 'integer',
    minimum: 1,
    maximum: 3_600_000,
    default: 30_000,
    description: 'longest time until the service has responded, in milliseconds',
  },
  ca: { type: 'file', description: 'file with certificates (PEM) of additional authorities to trust' },
  journalSize: {
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000,
    default: 1_000,
    description: 'number of exchanges in the journal; 0 turns it off',
  },
};

/** All options except the two required addresses, in the order of the help text. */
export const PROXY_SPECS: readonly OptionSpec<keyof ProxyOptions>[] = Object.entries(ROWS).map(
  ([name, row]): OptionSpec<keyof ProxyOptions> => ({ ...row, name: name as keyof ProxyOptions }),
);

/** Checks the options and adds the defaults. @throws OptionsError with every mistake */
export function completeProxyOptions({
  upstream,
  tokenUpstream,
  probe = true,
  ...others
}: ProxyOptions): CompleteProxyOptions {
  const addresses = { upstream, tokenUpstream };
  const mistakes = [...Object.entries(addresses).flatMap(addressMistakes), ...mistakesIn(others, PROXY_SPECS)];
  if (mistakes.length > 0) throw new OptionsError(mistakes.join('; '));
  return { ...withDefaults(others, PROXY_SPECS), ...addresses, probe } as unknown as CompleteProxyOptions;
}

function addressMistakes([name, value]: readonly [string, unknown]): string[] {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  const expected = `option ${name}: expected an address such as https://api.example.com${name === 'upstream' ? '/api/v1' : '/oauth/token'}`;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return [`${expected}, found ${JSON.stringify(typeof value === 'string' ? withoutUser(value) : value)}`];
  // The value is not shown: it may contain a secret.
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return [`${expected}, without credentials, query and fragment`];
  return [];
}

/** An address without credentials. */
export function withoutUser(url: string): string {
  const start = url.indexOf('//') + 2;
  const end = url.lastIndexOf('@') + 1;
  return start > 1 && end > start ? url.slice(0, start) + url.slice(end) : url;
}
