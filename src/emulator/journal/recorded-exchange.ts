/** Exchanges that were shown before: the secrets that were removed then are not in their records. */

import { keptBytes, type Exchange, type KeptBody, type MessageBody } from './exchange.js';
import type { ExchangeRecord } from './exchange-record.js';
import { Redaction } from './redaction.js';

/** Removes nothing. Markers stand in the places of secrets already, and would be taken for secrets. */
export class NothingToRemove extends Redaction {
  override learn(): void {
    // There are none.
  }

  override header(_name: string, value: string): string {
    return value;
  }

  override path(path: string): string {
    return path;
  }

  override query(query: string): string {
    return query;
  }

  override text(text: string): string {
    return text;
  }

  override body(body: KeptBody): MessageBody {
    if (typeof body === 'number') return { omitted: true, bytes: body };
    return typeof body === 'string' ? { text: body } : { base64: keptBytes(body).toString('base64') };
  }
}

export function recordOf(exchange: Exchange): ExchangeRecord {
  const { at, path, query, clientId = '', accessToken, request, response } = exchange;
  const { id, received, duration, connection, method, operation, status, variants = {} } = exchange;
  const { scenarios, diagnostics, refusedByEmulator = false, sentByEmulator = false } = exchange;
  return {
    id,
    at: Date.parse(at),
    received,
    duration,
    connection,
    method,
    url: query === '' ? path : `${path}?${query}`,
    operation,
    status,
    clientId,
    isTokenIssuedHere: accessToken !== undefined,
    requestHeaders: request.headers.flat(),
    requestBody: keptBody(request.body),
    responseHeaders: Object.fromEntries(response.headers),
    responseBody: keptBody(response.body),
    ending: response.ending,
    variants,
    scenarios,
    diagnostics,
    refusedByEmulator,
    sentByEmulator,
  };
}

function keptBody(body: MessageBody | undefined): KeptBody | undefined {
  if (body === undefined) return undefined;
  if ('text' in body) return body.text;
  return 'base64' in body ? Buffer.from(body.base64, 'base64') : body.bytes;
}
