/** Looks in the request and the responses of a run for the subjects that provider states set up. */

import type { Contract } from '../../contract/contract.js';
import { parseFormIfReadable } from '../../contract/query-string.js';
import { parseJson } from '../../common/json.js';
import { matchOperation } from '../../pact/match-request.js';
import type { RawRequest } from '../../pact/provider/adapt-request.js';
import type { EstablishedState, SetUp } from '../../pact/states/set-up-states.js';
import { subjectsIn, type Subject } from '../../pact/states/subjects.js';
import { isKnown, isPart, nextOffset, unseenStates } from '../../pact/states/unseen-states.js';
import { bodyOf, type ObservedResponse, type OtherSubject, type Requested, type StatesInRun } from './run.js';

/**
 * Compares the states with the responses: the first, and the one without the failure, if the request was sent again.
 * @param pageAt sends the request with another offset, and another limit if there is one
 */
export async function statesIn(
  request: RawRequest,
  responses: readonly ObservedResponse[],
  { states, contract }: Pick<SetUp, 'states'> & { readonly contract: Contract },
  pageAt: (offset: number, limit?: number) => Promise<ObservedResponse>,
): Promise<StatesInRun> {
  const requested = requestedSubjects(request, contract);
  const bodies = responses.map(bodyOf);
  const appearance = { requested, status: responses[0]!.status, body: bodies[0], others: bodies.slice(1) };
  let unseen = unseenStates(states, appearance);
  const pages: unknown[] = [];
  let offset = bodies.some(isPart) ? 0 : undefined;
  while (offset !== undefined && unseen.length > 0) {
    // A list with too many pages was not searched to its end, so it proves nothing.
    if (pages.length === MOST_PAGES) return { unseen: [], others: [] };

    const large = await pageAt(offset, LARGEST_PAGE);
    // A variant may have a smaller maximum.
    const page = bodyOf(large.status === 400 ? await pageAt(offset) : large);
    pages.push(page);
    offset = nextOffset(page);
    unseen = unseenStates(states, { ...appearance, others: [...bodies, ...pages] });
  }

  return { unseen, others: unseen.flatMap((state) => otherSubject(state, requested, states) ?? []) };
}

/** The subject of the state and the one in the request, if no state is about the subject in the request. */
function otherSubject(
  state: EstablishedState,
  requested: readonly Requested[],
  states: readonly EstablishedState[],
): OtherSubject | undefined {
  for (const named of subjectsIn(state.parameters)) {
    const other = requested.find((one) => one.kind === named.kind && !isKnown(one, states));
    if (other !== undefined) return { state, named, requested: other };
  }
  return undefined;
}

const MOST_PAGES = 50;

/** The greatest `limit` of the contract. */
const LARGEST_PAGE = 100;

/** The target of another page. @param limit the size of the page. Default: the limit of the target */
export function atOffset(target: string, offset: number, limit?: number): string {
  const [path = '', query = ''] = target.split('?');
  const fields = new URLSearchParams(query);
  fields.set('offset', String(offset));
  if (limit !== undefined) fields.set('limit', String(limit));
  return `${path}?${fields.toString()}`;
}

function requestedSubjects({ method, target, body }: RawRequest, contract: Contract): Requested[] {
  const [path = '', query = ''] = target.split('?');
  const fields = [...(parseFormIfReadable(query) ?? [])];
  const at = (where: string, subjects: readonly Subject[]): Requested[] => subjects.map((one) => ({ ...one, where }));
  return [
    ...at('request path', subjectsIn(matchOperation(contract, { method, path })?.pathParameters)),
    // Lists may be repeated or separated by commas (specification section 4.2).
    ...fields.flatMap(([name, texts]) =>
      at(
        `request query ${name}`,
        texts.flatMap((text) => subjectsIn(text.split(','), name)),
      ),
    ),
    ...at('request body', subjectsIn(parseJson(body.toString()))),
  ];
}
