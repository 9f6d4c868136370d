/** How a proxy can be set up. */

import { mistakesIn, OptionsError, type OptionSpec } from '../options.js';
import type { ProxiedExchange } from './proxied-exchange.js';

/** Options of {@link startProxy}. */
export interface ProxyOptions {
  /** Where the real service is: `https://host` or `https://host/api/v1`, with whatever path stands before that. */
  readonly upstream: string;
  /** Its token endpoint, in full. */
  readonly tokenUpstream: string;
  /** TCP port; 0 takes a free one. Default: 0 in-process, 4011 on the command line. */
  readonly port?: number;
  /** Address to listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /** Turns violations into failures: a request that has one is not forwarded (422), an answer that has one is withheld (502). Default: false. */
  readonly errors?: boolean;
  /** A folder that is written when the proxy closes, with a fixture of what passed; it must not be there, or be empty. Default: none. */
  readonly record?: string;
  /** What the inventions of a recording are drawn from. Default: 1. */
  readonly seed?: number;
  /** The largest body of a request or answer, in bytes. Default: 10,000,000. */
  readonly maxBody?: number;
  /** How long the service may take for an answer, body included, in milliseconds. Default: 30,000. */
  readonly timeout?: number;
  /** A file with certificates (PEM) of authorities to trust beside the well-known ones. Default: none. */
  readonly ca?: string;
  /** How many exchanges the journal keeps; 0 turns it off. Default: 1000. */
  readonly journalSize?: number;
  /** Whether the service is looked for at start, without credentials. Default: true. */
  readonly probe?: boolean;
}

/** What a proxy tells while it runs. */
export interface ProxyHooks {
  /** Called before each answer goes to its client. It must not throw: the client would get a 500. */
  readonly onExchange?: (exchange: ProxiedExchange) => void;
}

type OpenOption = 'record' | 'ca';

/** Options with nothing left open. */
export type CompleteProxyOptions = Required<Omit<ProxyOptions, OpenOption>> & Pick<ProxyOptions, OpenOption>;

/** Every option but the two addresses, which have to be given; in the order in which help shows them. */
export const PROXY_SPECS: readonly OptionSpec<keyof ProxyOptions>[] = [
  {
    name: 'port',
    type: 'integer',
    minimum: 0,
    maximum: 65_535,
    default: 0,
    description: 'TCP port; 0 takes a free one',
  },
  { name: 'host', type: 'text', default: '127.0.0.1', description: 'address to listen on' },
  {
    name: 'errors',
    type: 'switch',
    default: false,
    description: 'turn violations into failures: 422 for a request, 502 for an answer',
  },
  {
    name: 'record',
    type: 'file',
    description: 'a new folder for a fixture of what passes, every personal value replaced; written at the end',
  },
  {
    name: 'seed',
    type: 'integer',
    minimum: 0,
    maximum: 0xffff_ffff,
    default: 1,
    description: 'what the inventions of a recording are drawn from',
  },
  {
    name: 'maxBody',
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000_000,
    default: 10_000_000,
    description: 'largest body, in bytes',
  },
  {
    name: 'timeout',
    type: 'integer',
    minimum: 1,
    maximum: 3_600_000,
    default: 30_000,
    description: 'milliseconds that the service may take for an answer',
  },
  { name: 'ca', type: 'file', description: 'file with certificates (PEM) of authorities to trust as well' },
  {
    name: 'journalSize',
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000,
    default: 1_000,
    description: 'exchanges that the journal keeps; 0 turns it off',
  },
];

/**
 * Fills in what is absent and checks what is there.
 * @throws OptionsError with every mistake
 */
export function completeProxyOptions({
  upstream,
  tokenUpstream,
  probe = true,
  ...others
}: ProxyOptions): CompleteProxyOptions {
  const addresses = { upstream, tokenUpstream };
  const mistakes = [...Object.entries(addresses).flatMap(addressMistakes), ...mistakesIn(others, PROXY_SPECS)];
  if (mistakes.length > 0) throw new OptionsError(mistakes.join('; '));
  const defaults = Object.fromEntries(
    PROXY_SPECS.flatMap((spec) => ('default' in spec ? [[spec.name, spec.default]] : [])),
  );
  const given = Object.fromEntries(
    Object.entries(others as Readonly<Record<string, unknown>>).filter(([, value]) => value !== undefined),
  );
  return { ...defaults, ...given, ...addresses, probe } as CompleteProxyOptions;
}

function addressMistakes([name, value]: readonly [string, unknown]): string[] {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  const expected = `option ${name}: expected an address such as https://api.example.com${name === 'upstream' ? '/api/v1' : '/oauth/token'}`;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return [`${expected}, found ${JSON.stringify(typeof value === 'string' ? withoutUser(value) : value)}`];
  // The value is not shown: it may hold a secret.
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return [`${expected}, without credentials, query and fragment`];
  return [];
}

/** An address without the credentials that somebody may have put into it. */
export function withoutUser(url: string): string {
  return url.replace(/\/\/.*@/, '//');
}
