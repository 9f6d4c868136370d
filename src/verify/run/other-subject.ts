/** Notices a request about something else than its provider states: `p2`, where a state sets up the party `p1`. */

import type { Contract } from '../../contract/contract.js';
import { decodeOrKeep } from '../../common/percent-encoding.js';
import { parseFormIfReadable } from '../../contract/query-string.js';
import { parseJson } from '../../common/json.js';
import { matchOperation } from '../../pact/match-request.js';
import type { RawRequest } from '../../pact/provider/adapt-request.js';
import type { SetUp } from '../../pact/states/set-up-states.js';
import { isSameSubject, subjectsIn, type Subject } from '../../pact/states/subjects.js';

/** What the states name, and what the request names in its place. */
export interface OtherSubject {
  readonly named: Subject;
  readonly requested: Subject;
}

/** The first subject of a state in whose place the request names another one; undefined if there is none. */
export function otherSubject(
  request: RawRequest,
  { parameters, values }: Pick<SetUp, 'parameters' | 'values'>,
  contract: Contract,
): OtherSubject | undefined {
  const subjects = parameters.flatMap((given) => subjectsIn(given));
  if (subjects.length === 0) return undefined;
  const all = requestedSubjects(request, contract);
  const known = [...subjects, ...subjectsIn(values)];
  for (const named of subjects) {
    const requested = all.filter(({ kind }) => kind === named.kind);
    const isKnown = requested.some((one) => known.some((other) => isSameSubject(other, one)));
    if (requested.length > 0 && !isKnown) return { named, requested: requested[0]! };
  }
  return undefined;
}

function requestedSubjects({ method, target, body }: RawRequest, contract: Contract): Subject[] {
  const [path = '', query = ''] = target.split('?');
  const fields = [...(parseFormIfReadable(query) ?? [])];
  // Lists may be repeated or separated by commas (specification section 4.2).
  const lists = fields.map(([name, texts]): [string, string[]] => [name, texts.flatMap((text) => text.split(','))]);
  return [
    ...subjectsIn(matchOperation(contract, { method, path })?.pathParameters),
    ...subjectsIn(Object.fromEntries(lists)),
    ...subjectsIn(parseJson(body.toString())),
  ];
}

/** The request with what the states name in place of what it names. */
export function aboutNamed(request: RawRequest, { named, requested }: OtherSubject): RawRequest {
  const isRequested = (part: string): boolean => decodeOrKeep(part.replaceAll('+', ' ')) === requested.value;
  const parts = request.target.split(/([/?&=,]|%2C)/i);
  const body = request.body.toString().replaceAll(JSON.stringify(requested.value), () => JSON.stringify(named.value));
  return {
    ...request,
    target: parts.map((part) => (isRequested(part) ? encodeURIComponent(named.value) : part)).join(''),
    body: Buffer.from(body),
  };
}
