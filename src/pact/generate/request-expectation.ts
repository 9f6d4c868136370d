/** The request of an interaction: what the consumer sent, secrets replaced, and where another value would do as well. */

import type { Operation } from '../../contract/operation.js';
import { escapeRegExp } from '../../journal/query.js';
import { headerOf, type MessageBody, mediaTypeOf } from '../../journal/exchange.js';
import { rule, type BodyDocument, type TextLists, type RequestDocument, type Rule, type Rules } from '../pact-json.js';
import { ACCESS_TOKEN, LINK_TOKEN } from './placeholders.js';
import { requestBodyRules } from './request-body-rules.js';
import type { SeenExchange } from './seen-exchange.js';
import { tokenForm, tokenFormRules } from './token-form.js';

/** Query parameters whose value tells nothing but which item or page is meant. */
const EXCHANGEABLE: Readonly<Record<string, Rule>> = {
  offset: rule({ match: 'regex', regex: String.raw`^\d+$` }),
  limit: rule({ match: 'regex', regex: String.raw`^\d+$` }),
  partyId: rule({ match: 'type' }),
  partyIds: rule({ match: 'type' }),
};

/** The request; `link` tells whether the provider state gives the link's token. */
export function requestExpectation(seen: SeenExchange, link: boolean): RequestDocument {
  const { exchange, operation, query, check } = seen;
  // What is wrong with a refused request has to stay as it is.
  const isGood = check.violations.length === 0;
  const headers = requestHeaders(seen);
  const kept = exchange.request.body ?? unreadBody(seen);
  const body = kept && requestBody(seen, kept);
  const matchingRules = {
    ...(hasParameters(operation) && { path: rule({ match: 'regex', regex: pathPattern(operation) }) }),
    ...nonEmpty('query', isGood ? queryRules(seen) : {}),
    ...nonEmpty('header', headerRules(headers)),
    ...nonEmpty('body', isGood && body !== undefined ? bodyRules(seen) : {}),
  };
  return {
    method: exchange.method,
    path: readablePath(exchange.path, operation),
    ...nonEmpty('query', Object.fromEntries(query)),
    ...nonEmpty('headers', headers),
    ...(body && { body }),
    ...nonEmpty('matchingRules', matchingRules),
    ...(link && {
      generators: {
        path: { type: 'ProviderState', expression: operation.path.replace('{token}', '${token}'), dataType: 'STRING' },
      },
    }),
  };
}

function hasParameters({ path }: Operation): boolean {
  return path.includes('{');
}

function pathPattern({ path }: Operation): string {
  return `^${path
    .split(/\{[^}]+\}/)
    .map(escapeRegExp)
    .join('[^/]+')}$`;
}

/** Without encoding that is not needed, so that the same path looks the same however a client encodes. */
function readablePath(path: string, { path: template }: Operation): string {
  if (template.includes('{token}')) return template.replace('{token}', LINK_TOKEN);
  return path.replace(/(?:%[0-9A-Fa-f]{2})+/g, (encoded) =>
    decodeURIComponent(encoded).replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@]/gu, encodeURIComponent),
  );
}

function requestHeaders({ exchange: { request }, operation: { access, body } }: SeenExchange): TextLists {
  const authorization = access === 'public' ? undefined : headerOf(request.headers, 'Authorization');
  const contentType = body && headerOf(request.headers, 'Content-Type');
  return {
    ...(authorization !== undefined && {
      Authorization: [
        /^bearer /i.test(authorization) ? `Bearer ${ACCESS_TOKEN}` : placeholderCredentials(authorization),
      ],
    }),
    ...(contentType !== undefined && { 'Content-Type': [contentType] }),
  };
}

/** Another scheme with nothing secret in it. */
function placeholderCredentials(authorization: string): string {
  const [scheme = ''] = authorization.split(' ');
  return scheme.toLowerCase() === 'basic'
    ? `Basic ${Buffer.from('client-id:client-secret').toString('base64')}`
    : scheme;
}

function headerRules(headers: TextLists): Rules {
  const rules = Object.entries(headers).map(([name, [value = '']]): [string, Rule][] => {
    if (name === 'Content-Type') return [[name, mediaTypeRule(value)]];
    const [scheme = ''] = value.split(' ');
    return value.includes(' ') ? [[name, rule({ match: 'regex', regex: `^${scheme} .+$` })]] : [];
  });
  return Object.fromEntries(rules.flat());
}

/** The media type with any parameters. */
export function mediaTypeRule(contentType: string): Rule {
  const mediaType = contentType.split(';')[0]!.trim();
  return rule({ match: 'regex', regex: `^${escapeRegExp(mediaType)}(\\s*;.*)?$` });
}

/** Of parameters that the operation has; what others mean, nobody knows. */
function queryRules({ query, operation }: SeenExchange): Rules {
  const known = operation.parameters
    .map(({ name }) => name)
    .filter((name) => query.has(name) && Object.hasOwn(EXCHANGEABLE, name));
  return Object.fromEntries(known.map((name) => [name, EXCHANGEABLE[name]!]));
}

function requestBody({ exchange, operation, body }: SeenExchange, kept: MessageBody): BodyDocument {
  const contentType = mediaTypeOf(exchange.request.headers) ?? 'application/octet-stream';
  const text = 'text' in kept ? kept.text : undefined;
  if (contentType === operation.body?.mediaType && text !== undefined && operation.access === 'client')
    return { content: tokenForm(text), contentType, encoded: false };
  if (body !== undefined && contentType === 'application/json') return { content: body, contentType, encoded: false };
  // A text of type JSON that is none would be written as a JSON string.
  const isText = text !== undefined && contentType !== 'application/json';
  return isText
    ? { content: text, contentType, encoded: false }
    : { content: base64Of(kept), contentType, encoded: 'base64' };
}

/** A body that was refused for its type alone is not read, so any will do. */
function unreadBody({ exchange: { status } }: SeenExchange): MessageBody | undefined {
  return status === 415 ? { text: '{}' } : undefined;
}

function base64Of(kept: MessageBody): string {
  if ('base64' in kept) return kept.base64;
  return 'text' in kept ? Buffer.from(kept.text).toString('base64') : '';
}

function bodyRules({ operation, body, exchange }: SeenExchange): Rules {
  if (operation.access !== 'client') return requestBodyRules(body);
  const kept = exchange.request.body;
  return kept !== undefined && 'text' in kept ? tokenFormRules(kept.text) : {};
}

/** A member where there is anything in it. */
function nonEmpty<Name extends string, Value extends object>(
  name: Name,
  value: Value,
): Readonly<Partial<Record<Name, Value>>> {
  return (Object.keys(value).length === 0 ? {} : { [name]: value }) as Partial<Record<Name, Value>>;
}
