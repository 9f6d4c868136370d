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
  // An empty list beside the name of an earlier version does not cancel it.
  const listed = providerStates?.length ? providerStates : [{ name: providerState ?? oldName ?? '' }];
  const given = listed.map(
    ({ name, params = {} }: { readonly name: string | null; readonly params?: GivenState['params'] | null }) => ({
      name: name ?? '',
      params: params ?? {},
    }),
  );
  // Libraries write an empty name if there is no state. Parameters show that a name was forgotten.
  return given.filter(({ name, params }) => name.trim() !== '' || Object.keys(params).length > 0);
}

/** The expressions of the generators that take a value from a provider state (Pact specification version 3); empty if it lacks. */
function readStateExpressions(json: unknown): string[] {
  if (typeof json !== 'object' || json === null) return [];
  const { type, expression } = json as { readonly type?: unknown; readonly expression?: unknown };
  if (type === 'ProviderState') return [typeof expression === 'string' ? expression : ''];
  return Object.values(json).flatMap(readStateExpressions);
}

function readQuery(query: string | TextsJson): TextLists {
  if (typeof query !== 'string') {
    const lists = Object.entries(query).map(([name, values]): [string, string[]] => [name, readTexts(values)]);
    // A parameter without values is not sent.
    return Object.fromEntries(lists.filter(([, values]) => values.length > 0));
  }
  const parameters = new URLSearchParams(query);
  return Object.fromEntries([...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name)]));
}

/** Names that differ in case are one header, which is sent several times. */
function readHeaders({ headers }: MessageJson): TextLists {
  const lists = new Map<string, string[]>();
  for (const [name, values] of Object.entries(headers ?? {}))
    lists.set(name.toLowerCase(), [...(lists.get(name.toLowerCase()) ?? []), ...readTexts(values)]);
  return Object.fromEntries(lists);
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

function contentBeforeV4(message: MessageJson): unknown {
  const { body } = message;
  return typeof body === 'string' ? parseIfJson(body, contentTypeOf(message).contentType) : body;
}

function contentTypeOf(message: MessageJson): { contentType?: string } {
  const contentType = readHeaders(message)['content-type']?.[0];
  return contentType === undefined ? {} : { contentType };
}

/** Text is parsed if its content type is JSON, or if it has none and looks like JSON, as Pact's verifier does. */
function parseIfJson(text: string, contentType?: string): unknown {
  const isJson =
    contentType === undefined ? /^\s*[{[]/.test(text) : /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType);
  return isJson ? parseOrKeep(text) : text;
}

/**
 * Content is a JSON value, JSON as text (`encoded: "JSON"`), or bytes in Base64 (Pact specification version 4, "Bodies").
 * The verifier sends and compares text of any other encoding as it is.
 */
function decodeContent(content: unknown, encoded: boolean | string = false, contentType?: string): unknown {
  if (typeof content !== 'string') return content;
  const encoding = String(encoded).toLowerCase();
  if (encoding === 'json') return parseOrKeep(content);
  return encoding === 'base64' ? parseIfJson(Buffer.from(content, 'base64').toString('utf8'), contentType) : content;
}

function parseOrKeep(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value;
}
