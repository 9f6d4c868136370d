/** What differs between two exchanges, except for what differs in any two: times, tokens, numbers of requests. */

import type { Exchange, MessageBody } from '../../control/types.js';
import { isRoutine } from '../../parts/message.js';
import ENDINGS from '../../parts/endings.json' with { type: 'json' };
import { parseJson } from '../../../common/json.js';
import { authorizationOf } from './repeatable.js';

/** A difference between two exchanges. */
export interface Difference {
  /** What differs, for people: `response body /users/0/email`. */
  readonly what: string;
  /** The value in each exchange; undefined where it is absent. */
  readonly values: readonly [one: string | undefined, other: string | undefined];
}

/**
 * Headers that differ in any two exchanges, because they name the sandbox or the single request. The authorization is
 * compared as a fact of its own.
 */
const NOT_COMPARED = /^(?:authorization|emulator-(?:sandbox|exchange)|x-request-id|traceparent|tracestate)$/;

/** The differences: first the status and the members of an error, last the members of other responses. */
export function differencesOf(one: Exchange, other: Exchange): Difference[] {
  const factsOfOne = new Map(factsOf(one));
  const factsOfOther = new Map(factsOf(other));
  const errorFacts = [one, other].filter(({ status }) => status >= 400).flatMap(responseFacts);
  // A set keeps the order in which names were added first: what explains most comes first.
  const names = new Set(['status', ...errorFacts.map(([what]) => what), ...factsOfOne.keys(), ...factsOfOther.keys()]);

  return [...names].flatMap((what): Difference[] => {
    const values = [factsOfOne.get(what), factsOfOther.get(what)] as const;
    return values[0] === values[1] ? [] : [{ what, values }];
  });
}

/** Something that an exchange has, under a name for people. */
type Fact = readonly [what: string, value: string | undefined];

/** Everything in which two exchanges are compared, in the order of the table. */
function factsOf(exchange: Exchange): Fact[] {
  const { status, operation, clientId, method, path, query, scenarios, diagnostics, request, response } = exchange;
  const { ending } = response;
  const authorization = authorizationOf(exchange);

  return [
    ['status', ending === undefined ? String(status) : ENDINGS[ending]],
    ['operation', operation],
    ['scenarios', scenarios.map(({ scenario }) => scenario).join(', ') || undefined],
    ['method', method],
    ['path', path],
    ...[...new URLSearchParams(query)].map(([name, value]): Fact => [`query ${name}`, value]),
    ['authorization', authorization.kind === 'text' ? authorization.value : authorization.kind],
    ['client', clientId],
    ...headerFacts('request', request.headers),
    ...bodyFacts('request body', request.body),
    ...headerFacts('response', response.headers),
    ['diagnostics', diagnostics.join(' ') || undefined],
    ...responseFacts(exchange),
  ];
}

function responseFacts({ response }: Exchange): Fact[] {
  return bodyFacts('response body', response.body);
}

/** The facts of the headers that tell something of this one message. */
function headerFacts(message: string, headers: Exchange['request']['headers']): Fact[] {
  const named = headers.map(([name = '', value]) => [name.toLowerCase(), value] as const);
  const compared = named.filter(([name]) => !isRoutine(name) && !NOT_COMPARED.test(name));
  return compared.map(([name, value]) => [`${message} header ${name}`, value]);
}

/** The facts of a body: each member of JSON, under its pointer. A body that is no JSON is one fact. */
function bodyFacts(name: string, body: MessageBody | undefined): Fact[] {
  if (body === undefined) return [];
  if (!('text' in body)) return [[name, 'base64' in body ? body.base64 : `${body.bytes} bytes`]];

  const value = parseJson(body.text);

  return value === undefined ? [[name, body.text]] : memberFacts(`${name} `, value);
}

/** The facts of a JSON value: one for each value that has no members of its own. */
function memberFacts(pointer: string, value: unknown): Fact[] {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return [[pointer.trimEnd(), JSON.stringify(value)]];

  const ids = Array.isArray(value) ? value.map(idOf) : [];
  const haveIds = !ids.includes(undefined) && new Set(ids).size === ids.length;
  // An item of a list is named by its ID: one more item at the beginning would change all positions.
  const names = Object.keys(value).map((name, index) => (haveIds ? (ids[index] ?? name) : name));

  return Object.values(value).flatMap((member, index) => memberFacts(`${pointer}/${names[index]!}`, member));
}

/** The ID of an item of a list: its first member whose name ends with `id`. */
export function idOf(item: unknown): string | undefined {
  const [, id] = Object.entries(item ?? {}).find(([name]) => /id$/i.test(name)) ?? [];
  return id === undefined ? undefined : String(id);
}
