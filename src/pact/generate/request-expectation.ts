/** The request of an interaction: what the consumer sent, with placeholders for secrets, and matching rules. */

import { basicHeader } from '../../common/http-basic.js';
import { decodeIfValid } from '../../common/percent-encoding.js';
import { isObject, nonEmpty } from '../../common/json.js';
import { type Authorization, readAuthorization } from '../../contract/authorization.js';
import { mediaTypeOf } from '../../contract/headers.js';
import type { Operation } from '../../contract/operation.js';
import { headerOf, type MessageBody } from '../../emulator/journal/exchange.js';
import { escapeRegExp } from '../escape-reg-exp.js';
import type { BodyDocument, RequestDocument, Rule, Rules, TextLists } from '../../emulator/control/pact-document.js';
import { rule } from '../pact-json.js';
import type { CheckedExchange } from './checked-exchange.js';
import { ACCESS_TOKEN, CLIENT_ID, CLIENT_SECRET, LINK_TOKEN } from './placeholders.js';
import { placeholderRules, withPlaceholders } from './placeholders.js';

/**
 * The rules of query parameters that only select an item or a page: other values select other items, but get a response
 * of the same form.
 */
const SELECTING_PARAMETERS: Readonly<Record<string, Rule>> = {
  offset: rule({ match: 'regex', regex: String.raw`^\d+$` }),
  limit: rule({ match: 'regex', regex: String.raw`^\d+$` }),
  partyId: rule({ match: 'type' }),
  partyIds: rule({ match: 'type' }),
};

/** Members of a request body that only select an item. */
const SELECTING_MEMBERS: ReadonlySet<string> = new Set(['partyId', 'contractId']);

/**
 * The request of an interaction.
 * @param options `hasLink`: whether a provider state provides the token in the path
 */
export function requestExpectation(
  checked: CheckedExchange,
  { hasLink }: { readonly hasLink: boolean },
): RequestDocument {
  const { exchange, operation, query, check } = checked;
  // A refused request keeps its exact values, because one of them is the mistake. A 415 is about the content type,
  // which the contract's check does not cover.
  const isValid = check.violations.length === 0 && exchange.status !== 415;
  const headers = expectedHeaders(checked);
  const sentBody = exchange.request.body;
  const body = sentBody && expectedBody(checked, sentBody);

  const matchingRules = {
    ...(operation.path.includes('{') && { path: pathRule(operation) }),
    ...nonEmpty('query', isValid ? queryRules(checked) : {}),
    ...nonEmpty('header', headerRules(headers)),
    ...nonEmpty('body', isValid && body !== undefined ? bodyRules(checked) : {}),
  };

  // The verifier replaces `${token}` by the token that the provider state returned.
  const expression = operation.path.replace('{token}', '${token}');
  const generators = { path: { type: 'ProviderState', expression, dataType: 'STRING' } } as const;

  return {
    method: exchange.method,
    path: normalizedPath(exchange.path, operation),
    ...nonEmpty('query', Object.fromEntries(query)),
    ...nonEmpty('headers', headers),
    ...(body && { body }),
    ...nonEmpty('matchingRules', matchingRules),
    ...(hasLink && { generators }),
  };
}

/** Accepts any path of the operation: any value in place of a parameter such as `{partyId}`. */
function pathRule({ path }: Operation): Rule {
  const fixedParts = path.split(/\{[^{}]+\}/).map(escapeRegExp);
  return rule({ match: 'regex', regex: `^${fixedParts.join('[^/]+')}$` });
}

/** The path without unnecessary percent-encoding, so that all clients send the same path. */
function normalizedPath(path: string, { path: template }: Operation): string {
  // The token of a link exists at run time only.
  if (template.includes('{token}')) return template.replace('{token}', LINK_TOKEN);

  // Several encoded bytes may be one character, so they are decoded together.
  return path.replace(/(?:%[0-9A-Fa-f]{2})+/g, (encoded) => {
    const decoded = decodeIfValid(encoded);
    // All characters that a segment may contain stay decoded (RFC 3986 section 3.3).
    return decoded?.replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@]/gu, encodeURIComponent) ?? encoded;
  });
}

/**
 * The headers that a pact contains: the credentials, without their secrets, and the type of the body. Other headers do
 * not matter to the service.
 */
function expectedHeaders({ exchange: { request }, operation: { access, body } }: CheckedExchange): TextLists {
  const authorization = access === 'public' ? undefined : headerOf(request.headers, 'Authorization');
  const contentType = body && headerOf(request.headers, 'Content-Type');
  return {
    ...(authorization !== undefined && { Authorization: [placeholderFor(readAuthorization(authorization))] }),
    ...(contentType !== undefined && { 'Content-Type': [contentType] }),
  };
}

/**
 * The value of `Authorization` without secrets: placeholders for a bearer token or HTTP Basic, and the name alone of
 * any other scheme.
 */
function placeholderFor({ kind, scheme, credentials }: Authorization): string {
  if (kind === 'basic') return basicHeader(CLIENT_ID, CLIENT_SECRET);
  return kind === 'bearer' && credentials !== '' ? `Bearer ${ACCESS_TOKEN}` : scheme;
}

/** Accepts any parameters of a media type, and any credentials of a scheme. */
function headerRules(headers: TextLists): Rules {
  const rules = Object.entries(headers).flatMap(([name, [value = '']]): [string, Rule][] => {
    if (name === 'Content-Type') return [[name, mediaTypeRule(value)]];
    const [scheme = ''] = value.split(' ');
    // A scheme without credentials is expected exactly.
    return value.includes(' ') ? [[name, rule({ match: 'regex', regex: `^${scheme} .+$` })]] : [];
  });
  return Object.fromEntries(rules);
}

/** Accepts the media type with any parameters. */
export function mediaTypeRule(contentType: string): Rule {
  const [mediaType = ''] = contentType.split(';');
  return rule({ match: 'regex', regex: `^${escapeRegExp(mediaType.trim())}(\\s*;.*)?$` });
}

/**
 * Rules for the operation's parameters in the query. Other parameters have no rules, because their meaning is unknown.
 */
function queryRules({ query, operation }: CheckedExchange): Rules {
  const names = operation.parameters.map(({ name }) => name);
  const selecting = names.filter((name) => query.has(name) && Object.hasOwn(SELECTING_PARAMETERS, name));
  return Object.fromEntries(selecting.map((name) => [name, SELECTING_PARAMETERS[name]!]));
}

/** The body as the consumer sent it: a form with placeholders, JSON, text, or bytes in Base64. */
function expectedBody({ exchange, operation, requestBody }: CheckedExchange, sentBody: MessageBody): BodyDocument {
  const contentType = mediaTypeOf(headerOf(exchange.request.headers, 'Content-Type') ?? 'application/octet-stream');
  const text = 'text' in sentBody ? sentBody.text : undefined;
  const isTokenRequest = operation.access === 'client' && contentType === operation.body?.mediaType;
  if (isTokenRequest && text !== undefined) return { content: withPlaceholders(text), contentType, encoded: false };

  // Invalid JSON under the content type of JSON is written in Base64. As text, it would become a JSON string.
  const content = contentType === 'application/json' ? requestBody : text;
  if (content !== undefined) return { content, contentType, encoded: false };

  const bytes = 'base64' in sentBody ? sentBody.base64 : Buffer.from(text ?? '').toString('base64');

  return { content: bytes, contentType, encoded: 'base64' };
}

/** Rules for the body: placeholders of a token request, or the members that only select an item. */
function bodyRules({ operation, requestBody, exchange }: CheckedExchange): Rules {
  if (operation.access !== 'client') return Object.fromEntries(selectingRules(requestBody, '$'));

  const { body } = exchange.request;
  return body !== undefined && 'text' in body ? placeholderRules(body.text) : {};
}

/** Accepts other IDs, and lists of items of every length except 0. */
function selectingRules(value: unknown, path: string): [string, Rule][] {
  if (Array.isArray(value)) {
    if (!value.some(isObject)) return [];
    return [[path, rule({ match: 'type', min: 1 })], ...value.flatMap((item) => selectingRules(item, `${path}[*]`))];
  }
  if (!isObject(value)) return [];

  return Object.entries(value).flatMap(([name, member]): [string, Rule][] => {
    const memberPath = `${path}.${name}`;
    return SELECTING_MEMBERS.has(name) ? [[memberPath, rule({ match: 'type' })]] : selectingRules(member, memberPath);
  });
}
