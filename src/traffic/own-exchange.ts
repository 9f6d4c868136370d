/** Reads exchanges as an emulator records them: in the steps of a bundle, and in its journal. */

import { targetOf } from '../common/reporting/request-target.js';
import { isObject, membersOf } from '../common/json.js';
import type { Exchange, MessageBody } from '../emulator/journal/exchange.js';
import { headersOf, type LeftOut, type RecordedExchange } from './recorded-exchange.js';

/** The exchange, or the reason why it cannot be looked at. It names no address. */
export function exchangeOfEmulator(recorded: Readonly<Record<string, unknown>>): RecordedExchange | LeftOut {
  const { method, path, query, status, at, duration, connection, request, response } = recorded as unknown as Exchange;
  const isWhole = [method, path, query].every((text) => typeof text === 'string') && typeof status === 'number';
  if (!isWhole || !isObject(request) || !isObject(response)) return 'unreadable';
  if (response.ending !== undefined) return 'aborted';
  if ([request, response].some(({ body }) => 'omitted' in membersOf(body))) return 'cut';

  return {
    method,
    url: targetOf({ path, query }),
    status,
    requestHeaders: headersOf(request.headers),
    responseHeaders: headersOf(response.headers),
    requestBody: bytesOf(request.body),
    responseBody: bytesOf(response.body),
    ...timesOf(at, duration),
    ...(connection && { connection: String(connection.id), httpVersion: 'HTTP/1.1' }),
  };
}

function timesOf(at: string, duration: number | undefined): Pick<RecordedExchange, 'sent' | 'ended'> {
  const sent = Date.parse(at);
  if (Number.isNaN(sent)) return {};
  return { sent, ...(duration !== undefined && { ended: sent + duration }) };
}

function bytesOf(body: MessageBody | undefined): Buffer {
  const { text = '', base64 } = membersOf(body) as { text?: string; base64?: string };
  return base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64');
}
