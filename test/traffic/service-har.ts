/** Writes recordings of a service. */

const START = Date.parse('2026-11-29T10:00:00.120Z');

export const SERVICE = 'https://api.acme.test/api/v1';

/** One exchange. */
export interface Call {
  /** When it was sent, in milliseconds since the first one. */
  readonly at: number;
  /** Milliseconds until the response. Default: 40 */
  readonly took?: number;
  /** Default: GET */
  readonly method?: string;
  /** Path and query below the address of the API, or an address. Default: that of the users list */
  readonly path?: string;
  /** Default: 200; 0 for an aborted call */
  readonly status?: number;
  /** Default: `one`; undefined for a request without `Authorization` */
  readonly token?: string | undefined;
  readonly connection?: string | number;
  /** Default: HTTP/1.1 */
  readonly httpVersion?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sent?: unknown;
  /** The media type of what is sent. Default: that of JSON */
  readonly as?: string;
  readonly got?: unknown;
  /** Whether the body ended too early. Default: no */
  readonly broken?: boolean;
}

/** A HAR file of the calls. @param start when the first one was sent, in milliseconds since 1970 */
export function serviceHar(calls: readonly Call[], start = START): string {
  const entries = calls.map((call) => entryOf('token' in call ? call : { ...call, token: 'one' }, start));
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } });
}

function textOf(sent: unknown): string {
  return typeof sent === 'string' ? sent : JSON.stringify(sent);
}

function entryOf(call: Call, start: number): object {
  const { at, took = 40, method = 'GET', path = '/institutions/me/users', status = 200, token, connection } = call;
  const { httpVersion = 'HTTP/1.1', headers = {}, sent, as = 'application/json', got = {}, broken } = call;
  const authorization = token === undefined ? [] : [{ name: 'Authorization', value: `Bearer ${token}` }];
  const type = { name: 'Content-Type', value: 'application/json' };
  const text = JSON.stringify(got);
  return {
    startedDateTime: new Date(start + at).toISOString(),
    time: took,
    ...(connection !== undefined && { connection }),
    request: {
      method,
      url: path.startsWith('/') ? SERVICE + path : path,
      httpVersion,
      headers: [...authorization, ...(sent === undefined ? [] : [{ ...type, value: as }])],
      ...(sent !== undefined && { postData: { mimeType: as, text: textOf(sent) } }),
    },
    response: {
      status,
      httpVersion,
      headers: [type, ...Object.entries(headers).map(([name, value]) => ({ name, value }))],
      content: status === 0 ? {} : { size: text.length, mimeType: type.value, text },
      ...(broken === true && { _error: 'the connection ended' }),
    },
  };
}
