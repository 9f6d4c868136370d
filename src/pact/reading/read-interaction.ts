/** Reads one interaction of a pact: versions of the Pact specification write the same things in different ways. */

import type { GivenState, PactBody, PactInteraction } from '../pact-file.js';

type RawTexts = Readonly<Record<string, string | readonly (string | null)[]>>;

export interface RawInteraction {
  /** V4. */
  readonly type?: string;
  readonly description: string;
  readonly pending?: boolean;
  /** V1 and V2, the first also as `provider_state`. */
  readonly providerState?: string | null;
  readonly provider_state?: string | null;
  /** V3 and V4. */
  readonly providerStates?: readonly {
    readonly name: string;
    readonly params?: Readonly<Record<string, unknown>> | null;
  }[];
  readonly request: RawMessage & {
    readonly method: string;
    readonly path: string;
    readonly query?: string | RawTexts | null;
  };
  readonly response: RawMessage & { readonly status?: number };
}

interface RawMessage {
  readonly headers?: RawTexts | null;
  readonly body?: unknown;
}

/** V4 says how a body is written. */
interface WrittenBody {
  readonly content: unknown;
  readonly contentType?: string;
  readonly encoded?: boolean | string;
}

/** Whether it is one request and one answer over HTTP; all are, before V4. */
export function isHttp({ type = 'Synchronous/HTTP' }: Pick<RawInteraction, 'type'>): boolean {
  return type === 'Synchronous/HTTP';
}

/** @param index its place in the file's `interactions` */
export function readInteraction(raw: RawInteraction, index: number): PactInteraction {
  const { type, description, pending = false, request, response } = raw;
  const isV4 = type !== undefined;
  return {
    index,
    description,
    states: statesOf(raw),
    pending,
    request: {
      method: request.method.toUpperCase(),
      path: request.path,
      query: queryOf(request.query ?? {}),
      headers: headersOf(request),
      body: bodyOf(request, isV4),
    },
    response: { status: response.status ?? 200, headers: headersOf(response), body: bodyOf(response, isV4) },
  };
}

function statesOf({ providerStates, providerState, provider_state: oldName }: RawInteraction): GivenState[] {
  if (providerStates !== undefined) return providerStates.map(({ name, params }) => ({ name, params: params ?? {} }));
  const name = providerState ?? oldName ?? '';
  return name === '' ? [] : [{ name, params: {} }];
}

function queryOf(query: string | RawTexts): Record<string, string[]> {
  if (typeof query !== 'string')
    return Object.fromEntries(Object.entries(query).map(([name, values]) => [name, textsOf(values)]));
  const parameters = new URLSearchParams(query);
  return Object.fromEntries([...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name)]));
}

function headersOf({ headers }: RawMessage): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, values]) => [name.toLowerCase(), textsOf(values)]),
  );
}

function textsOf(values: string | readonly (string | null)[]): string[] {
  return typeof values === 'string' ? [values] : values.map((value) => value ?? '');
}

function bodyOf(message: RawMessage, isV4: boolean): PactBody | undefined {
  const { body } = message;
  if (body === undefined) return undefined;
  if (!isV4) return { content: beforeV4(message), ...contentTypeOf(message) };
  if (typeof body !== 'object' || body === null || !('content' in body)) return undefined;
  const { content, contentType, encoded } = body as WrittenBody;
  return {
    content: decoded(content, encoded),
    ...(contentType === undefined ? contentTypeOf(message) : { contentType }),
  };
}

/** JSON may also be written as text; the verifier reads that as JSON, too, where the content type says so. */
function beforeV4(message: RawMessage): unknown {
  const { body } = message;
  const { contentType = '' } = contentTypeOf(message);
  return typeof body === 'string' && body !== '' && /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType)
    ? jsonOr(body)
    : body;
}

function contentTypeOf(message: RawMessage): { contentType?: string } {
  const contentType = headersOf(message)['content-type']?.[0];
  return contentType === undefined ? {} : { contentType };
}

/** Content is a JSON value, JSON as text (`encoded: "JSON"`), or bytes in Base64 (Pact V4, "Bodies"). */
function decoded(content: unknown, encoded: boolean | string = false): unknown {
  if (typeof content !== 'string' || encoded === false) return content;
  if (encoded === 'JSON') return jsonOr(content);
  return Buffer.from(content, 'base64').toString('utf8');
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
