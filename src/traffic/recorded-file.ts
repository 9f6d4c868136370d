/** What one file with traffic of a service holds, and what it lacks. */

import { readAuthorization } from '../contract/authorization.js';
import type { ConnectionUse } from '../emulator/journal/exchange.js';
import { groupBy } from '../emulator/judge/series.js';
import { KeptAuthorization } from './kept-authorization.js';
import { isRedacted } from './values.js';
import type { SeenExchange } from './seen-exchange.js';

/** In milliseconds. Two exchanges of a connection may overlap by this, because times are rounded. */
const ROUNDED = 2;

export interface RecordedFile {
  /** Whether an exporter has removed the credentials of requests, or may have. */
  readonly lacksTokens: boolean;
  /** Whether all times are whole seconds, or the clock stood still: they show no pauses. */
  readonly lacksMilliseconds: boolean;
  /** Whether no response has its body. */
  readonly lacksBodies: boolean;
  /** The connections that prove an order. */
  readonly connections: ReadonlyMap<SeenExchange, ConnectionUse>;
}

/**
 * The files of the exchanges, by their numbers.
 * @param all in the order of time
 * @param names of connections in each file, also of those to others
 */
export function filesOf(
  all: readonly SeenExchange[],
  names: ReadonlyMap<number, ReadonlySet<string>>,
): ReadonlyMap<number, RecordedFile> {
  const authorization = new KeptAuthorization();
  for (const exchange of all) authorization.see(exchange);

  let firstConnection = 1;
  const files = groupBy(all, ({ place }) => String(place.file)).map((own): [number, RecordedFile] => {
    const { file } = own[0]!.place;
    const isOne = (names.get(file)?.size ?? 0) <= 1;
    const connections = isOne ? new Map<never, never>() : connectionsIn(own, firstConnection);
    firstConnection += connections.size;

    const stoodStill = own.length > 1 && new Set(own.map(({ sent }) => sent)).size === 1;
    const lacksMilliseconds = stoodStill || own.every(({ isWholeSecond }) => isWholeSecond !== false);
    const hasNoText = own.every(({ response }) => response.text === '');
    const lacksBodies = hasNoText && own.some((one) => one.isWithoutBody);
    const needsTokens = own.some(({ operation }) => operation?.access !== 'client');
    const lacksTokens = own.some(hasRedacted) || (needsTokens && !authorization.isKept(file));

    return [file, { lacksTokens, lacksMilliseconds, lacksBodies, connections }];
  });

  return new Map(files);
}

/** Whether an exporter has replaced the credentials of the request. */
function hasRedacted({ request: { headers } }: SeenExchange): boolean {
  return isRedacted(readAuthorization(headers['authorization'] ?? '').credentials);
}

/**
 * The connections of a file; none if its names prove nothing. HAR allows the port of the server in their place, and
 * requests over HTTP/2 overlap. So no two exchanges of one may overlap.
 * @param exchanges those of one file, in the order of time
 * @param first the number of the first connection
 */
function connectionsIn(exchanges: readonly SeenExchange[], first: number): RecordedFile['connections'] {
  const last = new Map<string, SeenExchange>();
  const uses = new Map<SeenExchange, ConnectionUse>();

  for (const exchange of exchanges) {
    const { connection, httpVersion = '', sent, url } = exchange;
    if (connection === undefined || sent === undefined || !/^HTTP\/1/i.test(httpVersion)) continue;

    const before = last.get(connection);
    const overlaps = (before?.ended ?? -Infinity) > sent + ROUNDED;
    if (overlaps || connection === portOf(url)) return new Map();

    const fresh = { id: first + last.size, opened: sent, request: 0 };
    const known = before === undefined ? fresh : uses.get(before)!;
    uses.set(exchange, { ...known, request: known.request + 1 });
    last.set(connection, exchange);
  }

  return uses;
}

function portOf(url: string): string {
  const { port, protocol } = new URL(url, 'https://service');
  const usual = protocol === 'http:' ? '80' : '443';
  return port === '' ? usual : port;
}
