/** Converts the exchanges of a proxy to the form of an emulator's journal, without secrets. */

import { isUtf8 } from 'node:buffer';
import type { ExchangeRecord } from '../../emulator/journal/exchange-record.js';
import type { ConnectionUse, Ending, KeptBody } from '../../emulator/journal/exchange.js';
import { headerFields, isNamed } from '../../emulator/journal/exchange.js';
import { NOTHING_KNOWN } from '../../emulator/journal/recorded-exchange.js';
import { headersOf } from '../../traffic/recorded-exchange.js';
import type { ProxiedRequest } from './message.js';
import type { PassedExchange } from './pass-exchange.js';
import { diagnosticsOf, type ProxiedExchange } from './proxied-exchange.js';

/** An exchange that is over. Status, headers and body are those that were sent to the client. */
export interface FinishedExchange extends PassedExchange {
  /** The number of the exchange, from 1. */
  readonly id: number;
  readonly request: ProxiedRequest;
  /** When the request arrived by the machine's clock, in milliseconds since 1970. */
  readonly at: number;
  /** When the request arrived, as a reading of `performance.now()`, which no change of the clock affects. */
  readonly received: number;
  /** In milliseconds. */
  readonly duration: number;
  readonly connection: ConnectionUse | undefined;
  /** How the exchange ended without a whole response. Undefined if the client received one. */
  readonly ending: Ending | undefined;
}

/** The exchange without personal data and secrets. */
export function proxiedExchange(exchange: FinishedExchange): ProxiedExchange {
  const { id, request, operation, status, violations, notes } = exchange;
  const { method } = request;
  const named = operation && { operation: operation.id, path: operation.path };

  return { id, method, status, violations, notes, ...named };
}

/** The exchange as a journal stores it. */
export function journalRecord(exchange: FinishedExchange): ExchangeRecord {
  const { id, at, received, duration, connection, ending, request, operation, status, body } = exchange;
  return {
    ...NOTHING_KNOWN,
    id,
    at,
    received,
    duration,
    connection,
    ending,
    operation: operation?.id,
    method: request.method,
    url: request.target,
    requestHeaders: request.rawHeaders,
    requestBody: keptBody(request.body),
    status,
    responseHeaders: headersOf(headerFields(exchange.rawHeaders)),
    responseBody: keptBody(body),
    diagnostics: diagnosticsOf(exchange),
  };
}

/**
 * The exchange between the proxy and the service: what the proxy asked, and the response of the service, decoded.
 * @param maxBody the largest body that is kept, in bytes
 */
export function serviceRecord(exchange: FinishedExchange, maxBody: number): ExchangeRecord {
  const record = { ...journalRecord(exchange), diagnostics: [] };
  const { request, response } = exchange;
  if (response === undefined)
    return { ...record, status: 0, responseHeaders: {}, responseBody: undefined, ending: exchange.ending ?? 'never' };

  const { status, headers, body, content, leftOut } = response;
  // The proxy replaces the client's `Accept-Encoding`.
  const fields = headerFields(request.rawHeaders);
  return {
    ...record,
    requestHeaders: fields.filter(([name]) => !isNamed(name, 'Accept-Encoding')).flat(),
    status,
    responseHeaders: headers,
    // A number of bytes stands for a body that was not kept. A body that cannot be decoded is kept as it came.
    responseBody: leftOut === 'cut' ? maxBody : keptBody(content ?? body),
  };
}

/**
 * The text of a body, or only the length of a binary body, because a secret in it could not be found. Undefined if the
 * body is empty.
 */
function keptBody(bytes: Buffer): KeptBody | undefined {
  if (bytes.length === 0) return undefined;
  return isUtf8(bytes) ? bytes.toString() : bytes.length;
}
