/** The exchanges of a proxy in the form of an emulator's journal, and without secrets. */

import { isUtf8 } from 'node:buffer';
import type { ExchangeRecord } from '../../emulator/journal/exchange-record.js';
import type { ConnectionUse, Ending, KeptBody } from '../../emulator/journal/exchange.js';
import { headerFields, isNamed } from '../../emulator/journal/exchange.js';
import { NOTHING_KNOWN } from '../../emulator/journal/recorded-exchange.js';
import { headersOf } from '../../traffic/recorded-exchange.js';
import type { ProxiedRequest } from './message.js';
import type { PassedExchange } from './pass-exchange.js';
import { diagnosticsOf, type ProxiedExchange } from './proxied-exchange.js';

/** An exchange that is over; status, headers and body are as sent to the client. */
export interface FinishedExchange extends PassedExchange {
  /** Its number, from 1. */
  readonly id: number;
  readonly request: ProxiedRequest;
  /** When the request arrived, by the machine's clock; in milliseconds since 1970. */
  readonly at: number;
  /** When the request arrived: a reading of `performance.now()`. */
  readonly received: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly connection: ConnectionUse | undefined;
  /** How it ended without a whole response. Undefined if the client received one. */
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

/** The exchange with the service alone: what the proxy asked, and what the service responded, decoded. */
export function serviceRecord(exchange: FinishedExchange, maxBody: number): ExchangeRecord {
  const record = { ...journalRecord(exchange), diagnostics: [] };
  const { request, response } = exchange;
  if (response === undefined)
    return { ...record, status: 0, responseHeaders: {}, responseBody: undefined, ending: exchange.ending ?? 'never' };

  const { status, headers, body, content = body, leftOut } = response;
  // The proxy never asks for a coding, even if the client accepts one.
  const fields = headerFields(request.rawHeaders);
  return {
    ...record,
    requestHeaders: fields.filter(([name]) => !isNamed(name, 'Accept-Encoding')).flat(),
    status,
    responseHeaders: headers,
    // The number of bytes stands for a body that was not kept.
    responseBody: leftOut === 'cut' ? maxBody : keptBody(content),
  };
}

/** The text of a body, or the length of a binary body: a secret in a binary body could not be found. */
function keptBody(bytes: Buffer): KeptBody | undefined {
  if (bytes.length === 0) return undefined;
  return isUtf8(bytes) ? bytes.toString() : bytes.length;
}
