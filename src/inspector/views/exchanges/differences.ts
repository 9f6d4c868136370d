/** What differs between two exchanges, except for what differs in any two: times, tokens, numbers of requests. */

import type { Exchange, MessageBody } from '../../control/types.js';
import { isRoutine } from '../../parts/message.js';
import { ENDINGS } from '../../parts/status.js';
import { authorizationOf, parsed } from './repeatable.js';

export interface Difference {
  /** What differs, for people: `response body /users/0/email`. */
  readonly what: string;
  /** Its value in each; undefined where it is absent. */
  readonly values: readonly [one: string | undefined, other: string | undefined];
}

/** Headers of the emulator and of single requests. The comparison says in another way what authorized a request. */
const NOT_COMPARED = /^(?:authorization|emulator-(?:sandbox|exchange)|x-request-id|traceparent|tracestate)$/;

/** The status first, the members of the response's body last. */
export function differencesOf(one: Exchange, other: Exchange): Difference[] {
  const others = groupsOf(other);
  return groupsOf(one).flatMap((group, at) => {
    const otherGroup = others[at]!;
    const names = new Set([...group.keys(), ...otherGroup.keys()]);
    return [...names].flatMap((what): Difference[] => {
      const values = [group.get(what), otherGroup.get(what)] as const;
      return values[0] === values[1] ? [] : [{ what, values }];
    });
  });
}

type Facts = ReadonlyMap<string, string>;

function groupsOf(exchange: Exchange): Facts[] {
  const { status, operation, method, path, query, scenarios, diagnostics, request, response } = exchange;
  const { ending } = response;
  return [
    factsOf({
      status: ending === undefined ? String(status) : ENDINGS[ending][0],
      operation,
      scenarios: scenarios.map(({ scenario }) => scenario).join(', '),
      method,
      path,
    }),
    new Map([...new URLSearchParams(query)].map(([name, value]) => [`query ${name}`, value])),
    factsOf({ authorization: authorizationText(exchange), client: exchange.clientId }),
    headerFacts('request', request.headers),
    bodyFacts('request', request.body),
    headerFacts('response', response.headers),
    factsOf({ diagnostics: diagnostics.join(' ') }),
    bodyFacts('response', response.body),
  ];
}

function factsOf(values: Readonly<Record<string, string | undefined>>): Facts {
  return new Map(
    Object.entries(values).flatMap(([name, value]): [string, string][] =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  );
}

function authorizationText(exchange: Exchange): string {
  const authorization = authorizationOf(exchange);
  if (authorization.kind === 'text') return authorization.value;
  return authorization.kind === 'none' || authorization.kind === 'basic'
    ? authorization.kind
    : `token, ${authorization.kind}`;
}

function headerFacts(message: string, headers: Exchange['request']['headers']): Facts {
  const named = headers.map(([name = '', value = '']) => [name.toLowerCase(), value] as const);
  const compared = named.filter(([name]) => !isRoutine(name) && !NOT_COMPARED.test(name));
  return new Map(compared.map(([name, value]) => [`${message} header ${name}`, value]));
}

/** Each member of JSON by its pointer. */
function bodyFacts(message: string, body: MessageBody | undefined): Facts {
  const name = `${message} body`;
  if (body === undefined) return new Map();
  if (!('text' in body)) return new Map([[name, 'base64' in body ? body.base64 : `${body.bytes} bytes`]]);
  const value = parsed(body.text);
  return new Map(value === undefined ? [[name, body.text]] : membersOf(`${name} `, value));
}

function membersOf(pointer: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return [[pointer.trimEnd(), JSON.stringify(value)]];
  return Object.entries(value).flatMap(([name, member]) => membersOf(`${pointer}/${name}`, member));
}
