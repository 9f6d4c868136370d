/** The compact record of an exchange that a journal stores, and the `Exchange` it becomes. */

import type {
  AppliedScenario,
  ConnectionEnding,
  ConnectionUse,
  Exchange,
  HeaderField,
  MessageBody,
  TokenReference,
} from './exchange.js';
import type { Redaction } from './redaction.js';

/** A body as sent, or its number of bytes if its content is not kept. */
export type KeptBody = string | Uint8Array | number;

/** The stored form of an exchange, secrets included. Only `exchangeOf` shows it, which removes them. */
export interface ExchangeRecord {
  readonly id: number;
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly at: number;
  /** Milliseconds of real time since the emulator started. */
  readonly received: number;
  /** Real milliseconds until the response was written. Set when it is. */
  duration: number | undefined;
  readonly connection: ConnectionUse | undefined;
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  readonly operation: string | undefined;
  readonly status: number;
  /** Empty if the request names no known client. */
  readonly clientId: string;
  /** Whether this emulator issued the access token in the request, valid or not. */
  readonly tokenIsOurs: boolean;
  /** Whether this emulator issued the link token in the path, valid or not. */
  readonly linkIsOurs: boolean;
  /** Alternating names and values, as received. */
  readonly requestHeaders: readonly string[];
  /** Replaced by its length when the journals have no room for it. */
  requestBody: KeptBody | undefined;
  readonly responseHeaders: Readonly<Record<string, string | number>>;
  /** Replaced by its length when the journals have no room for it. */
  responseBody: KeptBody | undefined;
  readonly ending: ConnectionEnding | undefined;
  /** By point; empty if none were active. */
  readonly variants: Readonly<Record<string, string>>;
  readonly scenarios: readonly AppliedScenario[];
  readonly diagnostics: readonly string[];
}

/** The exchange of a record, without secrets. */
export function exchangeOf(record: ExchangeRecord, redaction: Redaction): Exchange {
  const [path = '', query = ''] = splitUrl(record.url);
  const { requestBody, responseBody, operation, ending, duration, clientId } = record;
  const accessToken = record.tokenIsOurs ? bearerToken(record) : undefined;
  const issuedToken = operation === redaction.tokenOperation ? tokenIn(responseBody) : undefined;
  return {
    id: record.id,
    at: new Date(record.at).toISOString(),
    received: milliseconds(record.received),
    ...(duration !== undefined && { duration: milliseconds(duration) }),
    ...(record.connection && { connection: { ...record.connection, opened: milliseconds(record.connection.opened) } }),
    method: record.method,
    path: redaction.path(path, record),
    query: redaction.form(query),
    ...(operation !== undefined && { operation }),
    status: record.status,
    ...(clientId !== '' && { clientId }),
    ...(accessToken && { accessToken }),
    ...(issuedToken && { issuedToken }),
    request: {
      headers: pairs(record.requestHeaders).map(
        ([name, value]) => [name, redaction.header(name, value, record)] as const,
      ),
      ...(requestBody !== undefined && { body: requestBodyOf(requestBody, operation, redaction) }),
    },
    response: {
      headers: Object.entries(record.responseHeaders).map(([name, value]): HeaderField => [name, String(value)]),
      ...(responseBody !== undefined && { body: bodyOf(responseBody, redaction.responseText) }),
      ...(ending !== undefined && { ending }),
    },
    ...(Object.keys(record.variants).length > 0 && { variants: record.variants }),
    scenarios: record.scenarios,
    diagnostics: record.diagnostics,
  };
}

function splitUrl(url: string): string[] {
  const mark = url.indexOf('?');
  return mark === -1 ? [url] : [url.slice(0, mark), url.slice(mark + 1)];
}

/** Rounded to the microsecond. */
function milliseconds(time: number): number {
  return Math.round(time * 1_000) / 1_000;
}

function pairs(headers: readonly string[]): HeaderField[] {
  return Array.from({ length: headers.length / 2 }, (_, at): HeaderField => [headers[2 * at]!, headers[2 * at + 1]!]);
}

/**
 * Omits the body of a token request that is not text: a compressed body, for example, may contain the client secret.
 */
function requestBodyOf(body: KeptBody, operation: string | undefined, redaction: Redaction): MessageBody {
  const shown = bodyOf(body, redaction.requestText);
  return 'base64' in shown && operation === redaction.tokenOperation
    ? { omitted: true, bytes: (body as Uint8Array).length }
    : shown;
}

function bodyOf(body: KeptBody, redact: (text: string) => string): MessageBody {
  if (typeof body === 'number') return { omitted: true, bytes: body };
  if (typeof body === 'string') return { text: redact(body) };
  try {
    return { text: redact(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)) };
  } catch {
    return { base64: Buffer.from(body).toString('base64') };
  }
}

function bearerToken({ requestHeaders }: ExchangeRecord): TokenReference | undefined {
  const [, value] = pairs(requestHeaders).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  return referenceTo(value?.split(' ').at(-1));
}

/** The token in a response body, which may be cut off behind it. */
function tokenIn(body: KeptBody | undefined): TokenReference | undefined {
  return typeof body === 'string' ? referenceTo(/"access_token":"([^"]*)"/.exec(body)?.[1]) : undefined;
}

function referenceTo(token: string | undefined): TokenReference | undefined {
  const claims = token?.split('.')[1];
  if (claims === undefined) return undefined;
  try {
    const { jti, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { jti: string; exp: number };
    return { id: jti, expiresAt: new Date(exp * 1_000).toISOString() };
  } catch {
    return undefined;
  }
}
