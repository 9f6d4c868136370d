/** What checks expect of responses. These expectations are for statements that no look verifies. */

import type { Json } from '../../../common/json.js';
import { isSuccess } from '../../../traffic/seen-exchange.js';
import type { Expectation } from '../check-types.js';
import { NoResultError, type ServiceExchange } from '../exchange.js';
import { itemsOf, skipCheck } from './shown-values.js';

/** A response with this or a greater status shows nothing about the service's rules. */
const SERVER_ERROR = 500;

/** Matches the statuses that are certainly no approval. The specification does not list all statuses of an approval. */
const NOT_APPROVED = /^(?:pending|rejected|expired)$/i;

/**
 * A comparison of responses. Returns what is wrong, without any value of a response; undefined if nothing is wrong.
 * Each comparison declares its own type of argument.
 */
type Comparison = (exchanges: readonly ServiceExchange[], argument: never) => string | undefined;

/** The comparisons by the names that the files of checks use. */
const COMPARISONS = new Map(Object.entries<Comparison>({ shows, parties, same, isApproved }));

/** The last response has items, and every item shows these values; `true` means any text. */
function shows(exchanges: readonly ServiceExchange[], members: Json): string | undefined {
  const items = itemsOf(exchanges.at(-1)!);
  if (items.length === 0) return 'nothing was found';

  for (const [name, wanted] of Object.entries(members)) {
    if (items.every((item) => isShown(item[name], wanted))) continue;

    return wanted === true ? `an item shows no ${name}` : `an item shows another ${name}`;
  }

  return undefined;
}

/** The last response has items of all these parties, and of no others. */
function parties(exchanges: readonly ServiceExchange[], wanted: readonly unknown[]): string | undefined {
  const shown = itemsOf(exchanges.at(-1)!).map(({ partyId }) => partyId);
  if (shown.some((party) => !wanted.includes(party))) return 'there are items of other parties';

  const absent = wanted.filter((party) => !shown.includes(party)).length;
  return absent === 0 ? undefined : `${absent} of ${wanted.length} parties are missing`;
}

/**
 * All responses show the same values of this member, in any order. Only parties of the last response count: an earlier
 * look-up may find several parties by one text. Invalid credentials do not count: points of the contract decide which
 * responses show them.
 */
function same(exchanges: readonly ServiceExchange[], member: string): string | undefined {
  const lists = exchanges.map(itemsOf);
  if (lists.some((items) => items.length === 0)) return 'nothing was found';

  const countedParties = new Set(lists.at(-1)!.map(({ partyId }) => partyId));
  const invalid = lists.flat().filter(isInvalid);
  const invalidIds = new Set(invalid.map(({ contractId }) => contractId));
  const differentValues = new Set<string>();
  let hasCounted = false;

  for (const items of lists) {
    const ofParties = items.filter(({ partyId }) => countedParties.has(partyId));
    const counted = ofParties.filter(({ contractId }) => !invalidIds.has(contractId));
    const values = counted.map((item) => item[member]);

    hasCounted ||= counted.length > 0;
    differentValues.add(JSON.stringify(values.sort()));
  }

  if (!hasCounted) skipCheck('no valid credential was found');
  return differentValues.size === 1 ? undefined : `the responses show different values of ${member}`;
}

/** The users list, searched for a party, shows that the party has approved a data request. */
function isApproved(exchanges: readonly ServiceExchange[]): string | undefined {
  const users = exchanges.at(-1)!;
  const wanted = users.query?.get('search') ?? [];
  const rows = itemsOf(users).filter(({ partyId }) => wanted.includes(String(partyId)));
  if (rows.length === 0) skipCheck('the users list does not show the party of the first score');

  const hasApproved = rows.some(({ reqStatus }) => !NOT_APPROVED.test(String(reqStatus)));
  return hasApproved ? undefined : 'the party has not approved any of its data requests';
}

/**
 * Why the responses are not as expected; undefined if they are. Without an expectation, every request has to succeed.
 * @throws NoResultError if a response cannot be read, or shows nothing
 */
export function problemIn(exchanges: readonly ServiceExchange[], expect?: Expectation): string | undefined {
  if (expect === undefined) return exchanges.find((exchange) => !isSuccess(exchange))?.description;
  if (!isComparison(expect)) return wrongStatus(exchanges, [expect].flat());

  const [name, argument] = Object.entries(expect)[0]!;
  // Each comparison declares its own type of argument, and the files of checks pass it.
  return COMPARISONS.get(name)!(exchanges, argument as never);
}

/** Whether the expectation is a comparison, not a status. */
export function isComparison(expect: Expectation | undefined): expect is Readonly<Record<string, unknown>> {
  return typeof expect === 'object' && !Array.isArray(expect);
}

/** Which response has a status that is not allowed. A server error decides nothing. @throws NoResultError */
function wrongStatus(exchanges: readonly ServiceExchange[], statuses: readonly unknown[]): string | undefined {
  const wrong = exchanges.find(({ status }) => !statuses.includes(status));
  if (wrong !== undefined && wrong.status >= SERVER_ERROR) throw new NoResultError('unusable', wrong.description);

  return wrong && `${wrong.description}, not ${statuses.join(' or ')}`;
}

/** Whether an item shows the wanted value; `true` means any text. */
function isShown(value: unknown, wanted: unknown): boolean {
  return wanted === true ? typeof value === 'string' && value !== '' : value === wanted;
}

/** Whether a list shows a credential as not valid. */
function isInvalid({ kycStatus, freshness }: Json): boolean {
  return ['EXPIRED', 'REJECTED', 'BLOCKED'].includes(String(kycStatus)) || freshness === 'REVOKED';
}
