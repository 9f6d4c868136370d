/** Reads exchanges as an emulator records them: in the steps of a bundle, in its journal, and in a HAR file. */

import { targetOf } from '../common/reporting/request-target.js';
import { isObject, type Json, membersOf, withoutUndefined } from '../common/json.js';
import type { Exchange, Message, MessageBody } from '../emulator/journal/exchange.js';
import type { RecordedSandbox } from '../emulator/journal/har.js';
import { splitUrl } from '../contract/query-string.js';
import { headersOf, type LeftOut, type ReadEntry, type RecordedExchange } from './recorded-exchange.js';

/**
 * The exchange, or the reason why it cannot be used.
 * @param recorded the exchange as the emulator's journal has it. `_sandbox` names its sandbox in a HAR file
 * @param url the address of the request, if the recording names it. Default: path and query
 */
export function exchangeOfEmulator(recorded: Json, url?: string): ReadEntry {
  const { _sandbox: sandbox, ...members } = recorded;
  // Only the members that are checked below are relied on.
  const own = members as unknown as Exchange;
  const { method, path, query, status, at, received, duration, connection, request, response } = own;
  const isWhole = [method, path, query].every((text) => typeof text === 'string') && typeof status === 'number';
  const hasMessages = [request, response].every((message) => isObject(message) && Array.isArray(message.headers));
  if (!isWhole || !hasMessages) return 'unreadable';

  return {
    method,
    url: url ?? targetOf({ path, query }),
    status,
    requestHeaders: headersOf(request.headers),
    responseHeaders: headersOf(response.headers),
    requestBody: bytesOf(request.body),
    responseBody: bytesOf(response.body),
    ...withoutUndefined({ leftOut: leftOutIn(own) }),
    ...timesOf(at, duration),
    // The journal names connections only for HTTP/1.1, in which a connection carries one request after the other.
    ...(connection && { connection: String(connection.id), httpVersion: 'HTTP/1.1' }),
    // The judge needs the time of arrival. An exchange without it is judged as one with a service.
    ...(typeof received === 'number' && { own }),
    ...(isObject(sandbox) && { sandbox: sandbox as unknown as RecordedSandbox }),
  };
}

/** Why the exchange is left out; undefined if the journal has both messages whole. */
function leftOutIn({ request, response }: Exchange): LeftOut | undefined {
  // The journal notes an ending only if the response was not sent whole.
  if (response.ending !== undefined) return 'aborted';

  // The journal omits bodies that are too large, or that have a secret.
  const isCut = [request, response].some(({ body }) => 'omitted' in membersOf(body));
  return isCut ? 'cut' : undefined;
}

/** The exchange that an emulator wrote into an entry of a HAR file. */
export function ownOfEntry(entry: Json): Json {
  const { startedDateTime: at, comment: ended, request, response } = entry;
  const { _exchange: id, _ending: ending, _sandbox, ...others } = entry;
  const underscored = Object.entries(others).filter(([name]) => name.startsWith('_'));
  const { method, url, postData } = membersOf(request);
  const { status, content } = membersOf(response);
  const [path, query = ''] = splitUrl(String(url));

  return {
    path: new URL(path!).pathname,
    // The emulator writes the members that HAR lacks with an underscore in front: `_received`. Among them is a target
    // that is no path.
    ...Object.fromEntries(underscored.map(([name, value]) => [name.slice(1), value])),
    ...withoutUndefined({ id, at, ended, method, status, query, _sandbox }),
    request: messageOf(request, postData),
    response: { ...messageOf(response, content), ...withoutUndefined({ ending }) },
  };
}

/** The headers and the body of a message of HAR. The journal has no body member where there was no body. */
function messageOf(message: unknown, body: unknown): Message {
  const { headers, bodySize } = membersOf(message);
  const fields = Array.isArray(headers) ? headers.map(membersOf) : [];
  // HAR has the encoding of a response body alone; the emulator writes that of a request body as `_encoding`.
  const { text, size, comment, encoding, _encoding } = membersOf(body);
  const isBase64 = [encoding, _encoding].includes('base64');
  const keptBody = isBase64 ? { base64: String(text) } : { text: String(text) };
  // The emulator writes a comment instead of a body that it omitted.
  const omitted = { omitted: true, bytes: Number(size ?? bodySize) } as const;
  const hasBody = text !== undefined || comment !== undefined;

  return {
    headers: fields.map(({ name, value }) => [String(name), String(value)]),
    ...(hasBody && { body: comment === undefined ? keptBody : omitted }),
  };
}

/** The times of an exchange in milliseconds; none if they cannot be read. */
function timesOf(at: string, duration: number | undefined): Pick<RecordedExchange, 'sent' | 'ended'> {
  const sent = Date.parse(at);
  if (Number.isNaN(sent)) return {};

  return { sent, ...(duration !== undefined && { ended: sent + duration }) };
}

/** The bytes of a body in the journal; none if there is no body, or its content was omitted. */
function bytesOf(body: MessageBody | undefined): Buffer {
  const { text = '', base64 } = membersOf(body);
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : Buffer.from(String(text));
}
