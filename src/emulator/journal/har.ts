/** Writes exchanges as an HTTP Archive (HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/). */

import { targetOf } from '../../common/reporting/request-target.js';
import { STATUS_CODES } from 'node:http';
import { withoutUndefined } from '../../common/json.js';
import type { components } from '../../contract/control-schemas.js';
import type { Redactor } from '../redaction/redactor.js';
import { headerOf, type Exchange, type Message } from './exchange.js';

type Schemas = components['schemas'];
/** An archive, as the control plane exports it. */
export type Har = Schemas['Har'];
type HarEntry = Schemas['HarEntry'];

/** The sandbox of an exchange, as the archive describes it. */
export type RecordedSandbox = HarEntry['_sandbox'];

/** What an archive tells of the emulator whose exchanges it has. */
interface HarSource {
  /** Scheme, host and port of the emulator: `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** The version of the emulator. */
  readonly version: string;
  readonly sandbox: RecordedSandbox;
  /** Removes secrets that appear when a query is decoded. */
  readonly redactor: Pick<Redactor, 'decoded'>;
}

/** The archive of the exchanges, in the given order. */
export function harOf(exchanges: readonly Exchange[], source: HarSource): Har {
  const creator = { name: 'id-emulator', version: source.version };
  const entries = exchanges.map((exchange) => entryOf(exchange, source));
  return { log: { version: '1.2', creator, entries } };
}

/** Members of an exchange for which HAR has another place or name. */
const PLACED = new Set(['id', 'at', 'method', 'path', 'query', 'status', 'request', 'response', 'ended']);

/** The entry for one exchange. */
function entryOf(exchange: Exchange, source: HarSource): HarEntry {
  const { id, at, duration = 0, connection, path, response, ended } = exchange;
  const members = Object.entries(exchange) as [string, unknown][];
  const others = members.filter(([name]) => !PLACED.has(name));
  // The URL of an entry always has a path, so it does not show a target without one, such as `*`.
  if (!path.startsWith('/')) others.unshift(['path', path]);
  // Members that HAR does not define get an underscore before their names.
  const named = others.map(([name, value]) => [`_${name}`, value] as const);

  return {
    startedDateTime: at,
    time: duration,
    request: requestOf(exchange, source),
    response: responseOf(exchange),
    cache: {},
    ...(connection && { connection: String(connection.id) }),
    timings: { send: 0, wait: duration, receive: 0 },
    _exchange: id,
    ...(Object.fromEntries(named) as Pick<HarEntry, '_scenarios' | '_diagnostics'>),
    ...withoutUndefined({ _ending: response.ending, comment: ended }),
    _sandbox: source.sandbox,
  };
}

/** The request of an exchange. In HAR, a size of -1 means that it is unknown. */
function requestOf(exchange: Exchange, { origin, redactor }: HarSource): HarEntry['request'] {
  const { method, query, request } = exchange;
  const fields = [...new URLSearchParams(query)];
  const body = harBody(request);
  const { mimeType = '', text = '', encoding, comment } = body ?? {};

  return {
    method,
    url: uriOf(exchange, origin),
    ...messageOf(request, body),
    queryString: fields.map(([name, value]) => ({ name: redactor.decoded(name), value: redactor.decoded(value) })),
    // HAR defines the encoding of a text for responses only.
    ...(body && { postData: { mimeType, text, ...withoutUndefined({ _encoding: encoding, comment }) } }),
  };
}

/** The target URI of a request (RFC 9112 section 3.3). A target that HTTP does not have counts as a path. */
function uriOf(exchange: Exchange, origin: string): string {
  const target = targetOf(exchange);
  if (target === '*') return origin;
  if (exchange.method === 'CONNECT') return origin.replace(/\/\/.*/, () => `//${target}`);
  if (/^https?:\/\//i.test(target)) return target;

  return target.startsWith('/') ? origin + target : `${origin}/${target}`;
}

/** The response of an exchange. */
function responseOf({ status, response }: Exchange): HarEntry['response'] {
  const body = harBody(response);
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    ...messageOf(response, body),
    content: body ?? { size: 0, mimeType: 'x-unknown' },
    redirectURL: headerOf(response.headers, 'Location') ?? '',
  };
}

/** What requests and responses have in common. */
function messageOf({ headers }: Message, body: Schemas['HarBody'] | undefined): Schemas['HarMessage'] {
  return {
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headers.map(([name, value]) => ({ name, value })),
    headersSize: -1,
    bodySize: body?.size ?? 0,
  };
}

/** The body of a message. Undefined if the message has no body. */
function harBody({ headers, body }: Message): Schemas['HarBody'] | undefined {
  if (body === undefined) return undefined;

  // Browsers write `x-unknown` if there is no media type.
  const mimeType = headerOf(headers, 'Content-Type') ?? 'x-unknown';
  if ('text' in body) return { size: Buffer.byteLength(body.text), mimeType, text: body.text };
  if ('base64' in body)
    return { size: Buffer.byteLength(body.base64, 'base64'), mimeType, text: body.base64, encoding: 'base64' };

  return { size: body.bytes, mimeType, comment: 'too large to be kept' };
}
