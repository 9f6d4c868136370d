/** Reads one interaction of a pact. Versions of the Pact specification write the same things in different ways. */

import { parseJson } from '../../common/json.js';
import type { GivenState, PactBody, PactInteraction } from '../pact-file.js';
import type { TextLists } from '../../emulator/control/pact-document.js';
import type { InteractionJson, MessageJson, TextsJson } from '../pact-json.js';
import { readMatchingRules } from './read-matching-rules.js';

/** Whether the interaction is one request and one response over HTTP. Before version 4 every interaction is. */
export function isHttp({ type = 'Synchronous/HTTP' }: Pick<InteractionJson, 'type'>): boolean {
  return type === 'Synchronous/HTTP';
}

/**
 * @param index position in the file's `interactions`, from 0
 * @param isV4 whether the pact says that it has version 4
 */
export function readInteraction(json: InteractionJson, index: number, isV4: boolean): PactInteraction {
  const { description, pending = false, request, response } = json;
  const matchingRules = readMatchingRules(response.matchingRules);
  return {
    index,
    description,
    states: readStates(json),
    pending: isV4 && pending,
    stateExpressions: [request.generators, response.generators].flatMap(readStateExpressions),
    plugins: Object.keys(json.pluginConfiguration ?? {}),
    request: {
      method: request.method.toUpperCase(),
      path: request.path,
      query: readQuery(request.query ?? {}),
      headers: readHeaders(request),
      body: readBody(request, isV4),
    },
    response: {
      status: response.status ?? 200,
      headers: readHeaders(response),
      body: readBody(response, isV4),
      ...(matchingRules && { matchingRules }),
    },
  };
}

function readStates({ providerStates, providerState, provider_state: oldName }: InteractionJson): GivenState[] {
  const given = (providerStates ?? [{ name: providerState ?? oldName ?? '' }]).map(
    ({ name, params = {} }: { readonly name: string | null; readonly params?: GivenState['params'] | null }) => ({
      name: name ?? '',
      params: params ?? {},
    }),
  );
  // Libraries write an empty name if there is no state. Parameters show that a name was forgotten.
  return given.filter(({ name, params }) => name.trim() !== '' || Object.keys(params).length > 0);
}

/** The expressions of the generators that take a value from a provider state (Pact specification version 3). */
function readStateExpressions(json: unknown): string[] {
  if (typeof json !== 'object' || json === null) return [];
  const { type, expression } = json as { readonly type?: unknown; readonly expression?: unknown };
  if (type === 'ProviderState') return typeof expression === 'string' ? [expression] : [];
  return Object.values(json).flatMap(readStateExpressions);
}

function readQuery(query: string | TextsJson): TextLists {
  if (typeof query !== 'string')
    return Object.fromEntries(Object.entries(query).map(([name, values]) => [name, readTexts(values)]));
  const parameters = new URLSearchParams(query);
  return Object.fromEntries([...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name)]));
}

function readHeaders({ headers }: MessageJson): TextLists {
  return Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, values]) => [name.toLowerCase(), readTexts(values)]),
  );
}

function readTexts(values: string | readonly (string | null)[]): string[] {
  return typeof values === 'string' ? [values] : values.map((value) => value ?? '');
}

function readBody(message: MessageJson, isV4: boolean): PactBody | undefined {
  const { body } = message;
  if (body === undefined) return undefined;
  if (!isV4) return { content: contentBeforeV4(message), ...contentTypeOf(message) };
  if (typeof body !== 'object' || body === null || !('content' in body)) return undefined;
  const { content, contentType, encoded } = body as {
    readonly content: unknown;
    readonly contentType?: string;
    readonly encoded?: boolean | string;
  };
  const declared = contentType === undefined ? contentTypeOf(message) : { contentType };
  return { content: decodeContent(content, encoded, declared.contentType), ...declared };
}

/** Text is parsed if its content type is JSON, as Pact's verifier does. */
function contentBeforeV4(message: MessageJson): unknown {
  const { body } = message;
  const { contentType = '' } = contentTypeOf(message);
  return typeof body === 'string' && isJson(contentType) ? parseOrKeep(body) : body;
}

function contentTypeOf(message: MessageJson): { contentType?: string } {
  const contentType = readHeaders(message)['content-type']?.[0];
  return contentType === undefined ? {} : { contentType };
}

function isJson(contentType = ''): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType);
}

/** Content is a JSON value, JSON as text (`encoded: "JSON"`), or bytes in Base64 (Pact specification version 4, "Bodies"). */
function decodeContent(content: unknown, encoded: boolean | string = false, contentType?: string): unknown {
  if (typeof content !== 'string' || encoded === false) return content;
  if (encoded === 'JSON') return parseOrKeep(content);
  const text = Buffer.from(content, 'base64').toString('utf8');
  return isJson(contentType) ? parseOrKeep(text) : text;
}

function parseOrKeep(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value;
}
