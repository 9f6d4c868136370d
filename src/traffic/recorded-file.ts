/** What one file with traffic of a service contains, and what it lacks. */

import { readAuthorization } from '../contract/authorization.js';
import type { ConnectionUse } from '../emulator/journal/exchange.js';
import { groupBy } from '../emulator/judge/series.js';
import { MARKERS } from '../emulator/redaction/markers.js';
import { KeptAuthorization } from './kept-authorization.js';
import { isRedacted } from './values.js';
import type { SeenExchange } from './seen-exchange.js';

/**
 * By how many milliseconds two exchanges of a connection may seem to overlap, because recorded times are rounded.
 */
const ROUNDED = 2;

/** What the judge has to know about a file before it trusts the exchanges in it. */
export interface RecordedFile {
  /** Whether an exporter has removed the credentials of requests, or may have. */
  readonly lacksTokens: boolean;
  /** Whether all times are whole seconds, or are equal because the clock stood still. Such times show no pauses. */
  readonly lacksMilliseconds: boolean;
  /** Whether the file has no body of any response, although some responses had one. */
  readonly lacksBodies: boolean;
  /**
   * The connection of each exchange, where connections prove an order: the client sent the requests of one connection
   * one after the other.
   */
  readonly connections: ReadonlyMap<SeenExchange, ConnectionUse>;
}

/** The files of a recording, by their numbers. */
export type RecordedFiles = ReadonlyMap<number, RecordedFile>;

/**
 * The files of the exchanges.
 * @param all in the order of time
 * @param names the names of all connections in each file, including connections to other hosts
 */
export function filesOf(all: readonly SeenExchange[], names: ReadonlyMap<number, ReadonlySet<string>>): RecordedFiles {
  const authorization = new KeptAuthorization();
  for (const exchange of all) authorization.see(exchange);

  let firstConnection = 1;
  const files = new Map<number, RecordedFile>();
  for (const inFile of groupBy(all, ({ place }) => String(place.file))) {
    const { file } = inFile[0]!.place;
    // A file with one name for all connections shows nothing about connections: some tools write the port of the
    // server.
    const hasOneConnection = (names.get(file)?.size ?? 0) <= 1;
    const connections = hasOneConnection ? new Map<never, never>() : connectionsIn(inFile, firstConnection);
    firstConnection += connections.size;

    const hasOneTime = inFile.length > 1 && new Set(inFile.map(({ sent }) => sent)).size === 1;
    const lacksMilliseconds = hasOneTime || inFile.every(({ isWholeSecond }) => isWholeSecond !== false);

    const hasNoText = inFile.every(({ response }) => response.text === '');
    const lacksBodies = hasNoText && inFile.some((one) => one.isWithoutBody);

    // The token endpoint is called without an access token.
    const needsTokens = inFile.some(({ operation }) => operation?.access !== 'client');
    const lacksTokens = inFile.some(hasRedacted) || (needsTokens && !authorization.isKept(file));

    files.set(file, { lacksTokens, lacksMilliseconds, lacksBodies, connections });
  }

  return files;
}

/**
 * Whether an exporter has replaced the credentials of the request, and therefore may have replaced others. The proxy
 * replaces only a token that was issued before its recording began.
 */
function hasRedacted({ request: { headers } }: SeenExchange): boolean {
  const { credentials } = readAuthorization(headers['authorization'] ?? '');
  return credentials !== MARKERS.otherSecret && isRedacted(credentials);
}

/**
 * The connections of a file; none if the names of connections prove nothing. HAR allows the server's port as the name
 * of a connection, and requests over HTTP/2 overlap. So names count only if no two exchanges of one connection overlap.
 * @param exchanges those of one file, in the order of time
 * @param first the number of the first connection
 */
function connectionsIn(exchanges: readonly SeenExchange[], first: number): RecordedFile['connections'] {
  /** The latest exchange of each connection so far. */
  const last = new Map<string, SeenExchange>();
  const uses = new Map<SeenExchange, ConnectionUse>();

  for (const exchange of exchanges) {
    const { connection, httpVersion = '', sent, url } = exchange;
    // Other versions of HTTP send several requests at once over one connection.
    if (connection === undefined || sent === undefined || !/^HTTP\/1/i.test(httpVersion)) continue;

    const previous = last.get(connection);
    const overlaps = (previous?.ended ?? -Infinity) > sent + ROUNDED;
    if (overlaps || connection === portOf(url)) return new Map();

    // `request` counts the requests of a connection, from 1.
    const newUse = { id: first + last.size, opened: sent, request: 0 };
    const lastUse = previous === undefined ? newUse : uses.get(previous)!;
    uses.set(exchange, { ...lastUse, request: lastUse.request + 1 });
    last.set(connection, exchange);
  }

  return uses;
}

/** The port of a URL, which is not written if it is the usual port of the scheme. */
function portOf(url: string): string {
  // The address may be a path alone; then the service is taken to be reached by HTTPS.
  const { port, protocol } = new URL(url, 'https://service');
  const usual = protocol === 'http:' ? '80' : '443';
  return port === '' ? usual : port;
}
