/**
 * Looks for the subjects that provider states set up (parties, credentials, handles, links) in the request and the
 * responses of a run.
 */

import type { Contract } from '../../contract/contract.js';
import { parseFormIfReadable, splitUrl } from '../../contract/query-string.js';
import { parseJson, withoutUndefined } from '../../common/json.js';
import { targetOf } from '../../common/reporting/request-target.js';
import { matchRequest } from '../../pact/match-request.js';
import type { RawRequest } from '../../pact/provider/adapt-request.js';
import type { EstablishedState, SetUp } from '../../pact/states/set-up-states.js';
import { subjectsIn, type Subject } from '../../pact/states/subjects.js';
import { appearsIn, isKnown, isPartOfList, nextOffset, unseenStates } from '../../pact/states/unseen-states.js';
import { bodyOf, type ObservedResponse, type Requested, type UnseenState } from './run.js';

/** A request, and what is needed to look for the subjects of its states. */
interface SentRequest extends Pick<SetUp, 'states'> {
  /** The request as the verifier sent it. */
  readonly request: RawRequest;
  readonly response: ObservedResponse;
  /** The response without the expected failure. Undefined if the request was not sent again. */
  readonly secondResponse: ObservedResponse | undefined;
  /** The contract of the sandbox. */
  readonly contract: Contract;
  /** Sends the request once more, with a changed query. The other pages of a list are read in this way. */
  readonly search: (change: (query: URLSearchParams) => void) => Promise<ObservedResponse>;
}

/** The states of which nothing appears: neither in the responses, nor in further pages of a list. */
export async function unseenIn(sent: SentRequest): Promise<readonly UnseenState[]> {
  const { request, response, secondResponse, states, contract } = sent;
  const requested = requestedSubjects(request, contract);
  const body = bodyOf(response);
  const others = secondResponse === undefined ? [] : [bodyOf(secondResponse)];
  const stillUnseen = (): EstablishedState[] =>
    unseenStates(states, { requested, status: response.status, body, others });

  let unseen = stillUnseen();
  const isPaged = [body, ...others].some(isPartOfList);
  if (unseen.length > 0 && isPaged)
    for await (const page of pagesOf(sent, [])) {
      // A list with too many pages is not read to its end, so it proves nothing.
      if (page === CUT_OFF) return unseen.map((state) => ({ state, requested, filters: [], isSearched: false }));

      others.push(page);
      unseen = stillUnseen();
      if (unseen.length === 0) break;
    }

  const reasons = unseen.map(async (state): Promise<UnseenState> => {
    const difference = differenceOf(state, requested, states);
    const filters = difference === undefined ? await excludingFilters(sent, state) : [];
    return { state, requested, isSearched: true, filters, ...withoutUndefined({ difference }) };
  });

  return await Promise.all(reasons);
}

/**
 * Finds out whether the request names another subject than the state: one of the kind that the state is about, which no
 * state sets up.
 */
function differenceOf(
  state: EstablishedState,
  requested: readonly Requested[],
  states: readonly EstablishedState[],
): UnseenState['difference'] {
  for (const inState of subjectsIn(state.parameters)) {
    const inRequest = requested.find((one) => one.kind === inState.kind && !isKnown(one, states));
    if (inRequest !== undefined) return { inState, inRequest };
  }

  return undefined;
}

/**
 * The filters in the request because of which a list lacks what the state sets up. Without these filters, it appears.
 * None if it does not appear even without all filters.
 */
async function excludingFilters(sent: SentRequest, { subjects }: EstablishedState): Promise<readonly string[]> {
  const [, query = ''] = splitUrl(sent.request.target);
  const fields = new URLSearchParams(query);
  const filters = [...new Set(fields.keys())].filter((name) => name !== 'offset' && name !== 'limit');
  if (sent.request.method !== 'GET' || filters.length === 0) return [];

  const appearsWithout = async (leftOut: readonly string[]): Promise<boolean> => {
    for await (const page of pagesOf(sent, leftOut)) if (appearsIn(page, subjects)) return true;
    return false;
  };

  if (!(await appearsWithout(filters))) return [];

  // Keeps as few filters as possible: a filter without which the subject is still excluded is not the cause.
  let excluding = filters;

  for (const name of filters) {
    const fewer = excluding.filter((one) => one !== name);
    if (await appearsWithout(fewer)) excluding = fewer;
  }

  return excluding.map((name) => `${name}=${fields.getAll(name).join(',')}`);
}

/** The most pages of a list that are read. */
const MOST_PAGES = 50;
/** Stands for the pages that were not read because the list has too many. */
const CUT_OFF = Symbol('more pages');

/**
 * Reads a list from its beginning, page by page.
 * @param leftOut names of the parameters that are left out
 * @returns the bodies of the pages; {@link CUT_OFF} at the end if there are more than {@link MOST_PAGES}
 */
async function* pagesOf({ request, contract, search }: SentRequest, leftOut: readonly string[]): AsyncGenerator {
  const [path = ''] = splitUrl(request.target);
  const { parameters = [] } = matchRequest(contract, { ...request, path }).operation ?? {};
  // The largest pages need the fewest requests.
  const largestLimit = parameters.find(({ name }) => name === 'limit')?.schema.maximum;
  let offset: number | undefined = 0;

  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const from = String(offset);
    const response = await search((query) => {
      for (const name of leftOut) query.delete(name);
      query.set('offset', from);
      if (largestLimit !== undefined) query.set('limit', String(largestLimit));
    });

    const page = bodyOf(response);
    yield page;

    offset = nextOffset(page);
    if (offset === undefined) return;
  }

  yield CUT_OFF;
}

/** The target of a request with a changed query. */
export function withQuery(target: string, change: (query: URLSearchParams) => void): string {
  const [path = '', query = ''] = splitUrl(target);
  const fields = new URLSearchParams(query);
  change(fields);

  return targetOf({ path, query: fields.toString() });
}

/** The subjects that the path, the query and the body of a request name. */
function requestedSubjects({ method, target, body }: RawRequest, contract: Contract): Requested[] {
  const [path = '', query = ''] = splitUrl(target);
  const requested: Requested[] = [];
  const add = (where: string, subjects: readonly Subject[]): void => {
    for (const subject of subjects) requested.push({ ...subject, where });
  };

  add('request path', subjectsIn(matchRequest(contract, { method, path }).pathParameters));
  for (const [name, texts] of parseFormIfReadable(query) ?? [])
    // Lists may be repeated or separated by commas (specification section 4.2).
    for (const text of texts) add(`request query ${name}`, subjectsIn(text.split(','), name));

  add('request body', subjectsIn(parseJson(body.toString())));

  return requested;
}
