/** Reads one interaction of a pact. The versions of the Pact specification write the same facts in different ways. */

import { isObject, membersOf, nonEmpty, parseJson } from '../../common/json.js';
import type { GivenState, PactBody, PactInteraction, PactMessage, ReadRules } from '../pact-file.js';
import type { Matcher, MatchingRules, Rule, Rules, TextLists } from '../../emulator/control/pact-document.js';
import { formatPathExpression, parsePathExpression, type PathExpression } from '../path-expression.js';
import type { InteractionJson, PactJson, RequestJson, ResponseJson } from '../pact-json.js';
import { unknownIn, unknownInInteraction } from './unread-members.js';

/** Whether the interaction is one request and one response over HTTP. Before version 4 every interaction is. */
export function isHttp(json: NonNullable<PactJson['interactions']>[number]): json is InteractionJson {
  const { type = 'Synchronous/HTTP' } = json;
  return type === 'Synchronous/HTTP';
}

/**
 * Reads an interaction over HTTP.
 * @param index position in the file's `interactions`, from 0
 * @param isV4 whether the pact says that it has version 4
 */
export function readInteraction(json: InteractionJson, index: number, isV4: boolean): PactInteraction {
  const { description, pending = false, request, response } = json;
  const { path, query, header } = membersOf(request.generators);

  return {
    index,
    description,
    states: readStates(json),
    // Earlier versions do not know `pending`, so the verifier ignores it.
    pending: isV4 && pending,
    stateExpressions: [request.generators, response.generators].flatMap(readStateExpressions),
    textExpressions: readStateExpressions([path, query, header]),
    plugins: Object.keys(json.pluginConfiguration ?? {}),
    unknownMembers: unknownInInteraction(json),
    request: {
      method: request.method.toUpperCase(),
      path: request.path,
      query: readQuery(request.query ?? {}),
      ...readMessage(request, 'request', isV4),
    },
    response: { status: response.status ?? 200, ...readMessage(response, 'response', isV4) },
  };
}

/** What requests and responses have in common: headers, body, rules, and members that the verifier does not read. */
function readMessage(json: RequestJson | ResponseJson, kind: 'request' | 'response', isV4: boolean): PactMessage {
  const matchingRules = readMatchingRules(json.matchingRules);
  const unknownMembers = unknownIn(json, kind);
  // In version 4, a body is an object with `content`, so an empty object says nothing.
  const saysNothing = isV4 && isObject(json.body) && Object.keys(json.body).length === 0;
  if (saysNothing) unknownMembers.push('body');

  return {
    headers: readHeaders(json),
    body: readBody(json, isV4),
    ...(matchingRules && { matchingRules }),
    ...nonEmpty('unknownMembers', unknownMembers),
  };
}

/** The provider states, which each version of the Pact specification writes in another member. */
function readStates({ providerStates, providerState, provider_state: oldName }: InteractionJson): GivenState[] {
  // Libraries may leave out members that are empty.
  const states = (providerStates ?? []).map(({ name, params }) => ({ name: name ?? '', params: params ?? {} }));
  // A file may have a list and also a member of an earlier version with another name: both count.
  for (const name of [providerState, oldName])
    if (name && !states.some((state) => state.name === name)) states.push({ name, params: {} });

  // Libraries write an empty name if there is no state. An empty name with parameters was forgotten, and must not be
  // skipped.
  return states.filter(({ name, params }) => name.trim() !== '' || Object.keys(params).length > 0);
}

/**
 * The expressions of the generators that take a value from a provider state. A generator without an expression counts
 * as an empty text.
 */
function readStateExpressions(json: unknown): string[] {
  if (typeof json !== 'object' || json === null) return [];

  const { type, expression } = membersOf(json);
  if (type === 'ProviderState') return [typeof expression === 'string' ? expression : ''];

  return Object.values(json).flatMap(readStateExpressions);
}

/** The query by parameter. Versions 1 and 2 write it as one text. */
function readQuery(query: NonNullable<RequestJson['query']>): TextLists {
  if (typeof query !== 'string') {
    const lists = Object.entries(query).map(([name, values]): [string, string[]] => [name, readTexts(values)]);
    // A parameter without values is not sent.
    return Object.fromEntries(lists.filter(([, values]) => values.length > 0));
  }

  // Without the sign, a question mark at the beginning would be lost, which is sent as a part of the name.
  const parameters = new URLSearchParams(`&${query}`);
  return Object.fromEntries([...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name)]));
}

/** The headers by lower-case name. Names that differ only in case are one header, with the values of all. */
function readHeaders({ headers }: RequestJson | ResponseJson): TextLists {
  const lists = new Map<string, string[]>();
  for (const [name, values] of Object.entries(headers ?? {})) {
    const key = name.toLowerCase();
    lists.set(key, [...(lists.get(key) ?? []), ...readTexts(values)]);
  }

  return Object.fromEntries(lists);
}

/** The texts of a member that is one text or a list. Null means an empty text. */
function readTexts(values: string | readonly (string | null)[]): string[] {
  return typeof values === 'string' ? [values] : values.map((value) => value ?? '');
}

/** The example of a body; undefined if the interaction has none. */
function readBody(message: RequestJson | ResponseJson, isV4: boolean): PactBody | undefined {
  const { body } = message;
  if (body === undefined) return undefined;

  // Earlier versions write the content itself.
  const [typeInHeader] = readHeaders(message)['content-type'] ?? [];
  if (!isV4) {
    // The verifier takes an array or a number that is written as a text for the text itself.
    const isRead = typeof body === 'string' && /^\s*["{]/.test(body);
    return { content: isRead ? parseIfJson(body, typeInHeader) : body };
  }

  // Version 4 writes an object with `content`.
  if (!isObject(body) || !('content' in body)) return undefined;

  const { content, contentType, encoded } = body;
  return { content: decodeContent(content, encoded, typeof contentType === 'string' ? contentType : typeInHeader) };
}

/**
 * Parses a text if its content type is JSON, or if it has no content type and looks like JSON, as Pact's verifier does.
 */
function parseIfJson(text: string, contentType?: string): unknown {
  // Media types such as `application/hal+json` are JSON, too.
  const isJson =
    contentType === undefined ? /^\s*[{[]/.test(text) : /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType);
  return isJson ? parseOrKeep(text) : text;
}

/**
 * Decodes the content of a body. It is a JSON value, JSON as text (`encoded: "JSON"`), or bytes in Base64 (Pact version
 * 4, "Bodies"). The verifier sends and compares text of any other encoding as it is.
 */
function decodeContent(content: unknown, encoded: unknown, contentType?: string): unknown {
  if (typeof content !== 'string') return content;

  const encoding = String(encoded).toLowerCase();
  if (encoding === 'json') return parseOrKeep(content);

  return encoding === 'base64' ? parseIfJson(Buffer.from(content, 'base64').toString('utf8'), contentType) : content;
}

/** The value of a JSON text; a text that is no JSON unchanged. */
function parseOrKeep(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value;
}

/**
 * The rules as in version 4; undefined if there are none. Version 2 lists rules by path (`$.body.items`), later
 * versions by the part of the message (`body`).
 */
function readMatchingRules(json: unknown): ReadRules | undefined {
  if (!isObject(json)) return undefined;
  return Object.keys(json).some((key) => key.startsWith('$')) ? fromVersionTwo(json) : fromLaterVersion(json);
}

/** The rules of versions 3 and 4, which list them by the part of the message. */
function fromLaterVersion(json: Readonly<Record<string, unknown>>): MatchingRules {
  const { path, status, query, header, headers, body } = json;
  return {
    ...(isObject(path) && { path: readSingleRule(path) }),
    ...(isObject(status) && { status: readSingleRule(status) }),
    query: readRules(query, (name) => name),
    // Some writers say `headers`, although version 3 names the part `header`.
    header: readRules({ ...membersOf(header), ...membersOf(headers) }, (name) => name.toLowerCase()),
    body: readRules(body, (path) => path),
  };
}

/** The names of parts at the start of the paths of version 2. */
const PARTS = ['path', 'query', 'header', 'headers', 'body'];

/** The rules of version 2. Each path starts with the part: `$.headers.Location`, `$.body.items[*]`. */
function fromVersionTwo(json: Readonly<Record<string, unknown>>): ReadRules {
  const rulesOfPart = (parts: readonly string[], keyOf: (steps: PathExpression) => string): Rules => {
    const rules = new Map<string, Rule>();
    for (const [path, rule] of Object.entries(json)) {
      const [part = '', ...steps] = parsePathExpression(path);
      if (parts.includes(part)) rules.set(keyOf(steps), readRule(rule));
    }

    return Object.fromEntries(rules);
  };

  // There is one path and so at most one rule for it, under whatever key.
  const { path } = rulesOfPart(['path'], () => 'path');
  return {
    ...(path && { path }),
    query: rulesOfPart(['query'], ([name]) => String(name)),
    header: rulesOfPart(['header', 'headers'], ([name]) => String(name).toLowerCase()),
    body: rulesOfPart(['body'], formatPathExpression),
    withoutPart: Object.keys(json).filter((path) => !PARTS.includes(parsePathExpression(path)[0] ?? '')),
  };
}

/** Reads the rules of one part. @param keyOf converts the name that the pact writes */
function readRules(json: unknown, keyOf: (name: string) => string): Rules {
  const rules = Object.entries(isObject(json) ? json : {});
  return Object.fromEntries(rules.map(([name, rule]) => [keyOf(name), readRule(rule)]));
}

/**
 * The rule of a part that is one value, such as the path. Some writers, as pact-js with `matchStatus`, put it below
 * `$`.
 */
function readSingleRule(json: Readonly<Record<string, unknown>>): Rule {
  return readRule(isObject(json['$']) ? json['$'] : json);
}

/** Reads a rule: `{ combine, matchers: [...] }` since version 3, the matcher itself in version 2. */
function readRule(json: unknown): Rule {
  const { combine, matchers } = isObject(json) ? json : {};
  const list: readonly unknown[] = Array.isArray(matchers) ? matchers : [json];
  return { combine: combine === 'OR' ? 'OR' : 'AND', matchers: list.filter(isObject).flatMap(readMatcher) };
}

/** Reads a matcher; none if it has no type. Version 2 may omit `match` if another member implies it. */
function readMatcher(json: Readonly<Record<string, unknown>>): Matcher[] {
  const impliedByRange = 'min' in json || 'max' in json ? 'type' : undefined;
  const implied = 'regex' in json ? 'regex' : impliedByRange;
  const match = json['match'] ?? implied;

  return typeof match === 'string' ? [{ ...json, match }] : [];
}
