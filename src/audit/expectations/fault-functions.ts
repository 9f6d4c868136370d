/** The parts of fault classes that depend on the call: the scenario, and why the fault would change nothing. */

import { membersOf } from '../../common/json.js';
import { type Exchange, jsonOf, type MessageBody } from '../../emulator/journal/exchange.js';
import type { AlterFault } from '../../emulator/scenarios/fault.js';
import { alteredBody } from '../../emulator/service/faults/alter.js';
import { AUDIT_EMULATOR, bodySize, type Call } from '../run/calls.js';
import { linesWithout } from '../run/output-lines.js';
import type { FaultRow } from '../audit-types.js';
import type { FaultClass, PlanContext } from './fault-class.js';
import { pageBefore, readsOn } from './list-walk.js';
import { SCHEDULES } from './overlap-schedules.js';

/** The reasons that rows name, each with the check whether a fault would change nothing at a call. */
const CHANGES_NOTHING = new Map(
  Object.entries<(call: Call, context: PlanContext) => boolean>({
    // A body of one character has no part that could be missing. Of an error, the status is enough.
    'the response has no body, or is an error': ({ exchange }) => bodySize(exchange) < 2 || exchange.status >= 400,
    'the response is 404 anyway': ({ exchange }) => exchange.status === 404,
    // A client renews its token once for a request. To give up after another 401 is right.
    'the request repeats one that was refused with 401': ({ repeatsRefused }) => repeatsRefused,
    'the batch is empty': (call) => sizeOf('results', call) === 0,
    'the batch has one item': (call) => sizeOf('results', call) < 2,
    'the page is empty': (call) => sizeOf('items', call) === 0,
    'no later page of the same list is read': (call, { calls }) => !readsOn(call, calls),
    // The fault leaves out a single item, because few tests notice one missing item. A client that reads a single page
    // may want no more, so only the last of several pages counts.
    'the page has one item, or is not the last of several': (call, { calls }) => {
      const withItems = calls.filter((each) => sizeOf('items', each) > 0);
      const isLastOfSeveral = !readsOn(call, withItems) && pageBefore(call, calls) !== undefined;
      return sizeOf('items', call) < 2 || !isLastOfSeveral;
    },
    // An emulator that the tests start would refuse the connections of their fixtures, too.
    'only the emulator beside the command can refuse connections': ({ sandbox }) => sandbox !== AUDIT_EMULATOR,
    'no write comes before': (call, { calls }) => {
      const before = calls[calls.indexOf(call) - 1];
      // A request for a token is a POST, too, and changes nothing.
      return before?.exchange.method !== 'POST' || before.exchange.issuedToken !== undefined;
    },
  }),
);

/** Why a class is left out at calls at which it could change nothing; undefined if a row names no reason. */
export function leftOutOf({ leftOut: reason, alters }: FaultRow): FaultClass['leftOut'] {
  if (reason === undefined) return undefined;

  const applies = alters === undefined ? CHANGES_NOTHING.get(reason)! : isUnaltered(alters);
  return (call, context) => (applies(call, context) ? reason : undefined);
}

/** The functions by the ID of their class. */
export const FAULT_FUNCTIONS: Readonly<Record<string, Partial<FaultClass>>> = {
  drip: {
    // The body arrives in ten pieces.
    selection: ({ exchange }) => `drip;bytes=${Math.max(1, Math.ceil(bodySize(exchange) / 10))};every="100ms"`,
  },
  'batch-items': { selection: everySecondItem, didTwice: linksMadeTwice, lostItems },
  'unknown-link': refusedOften('check-token-unknown', { least: 5, most: 2 }),
  'not-found': refusedOften('resource-unknown', { least: 5, most: 2 }),
  // As many items are added as a page has, so that the next page repeats this one. With fewer added items, the next
  // page would also have an item that the client has not seen.
  'moved-pages': { selection: (call) => `changing-pages;items=${sizeOf('items', call) || 1}` },
  'short-page': { selection: (call) => `short-page;limit=${sizeOf('items', call) - 1};times=1` },
  'refused-tokens': refusedOften('tokens-refused', { least: 8, most: 4 }),
  // A second request with a new token is right: 403 may mean that the old token has expired (specification section
  // 5.6).
  forbidden: refusedOften('institution-suspended', { least: 8, most: 2 }),
  ...Object.fromEntries(Object.entries(SCHEDULES).map(([id, schedule]) => [id, { selection: 'hold', schedule }])),
};

/**
 * The functions of a class that refuses a request more often than clients without a mistake send the request.
 * @param counts `least`: how many refusals there are at least. `most`: how often one client may send the request
 */
function refusedOften(scenario: string, counts: Readonly<Record<'least' | 'most', number>>): Partial<FaultClass> {
  const { least, most } = counts;
  return {
    mostRequests: most,
    selection: ({ identity }, { calls }) => {
      // Each of the usual requests may come from a test of its own, whose client may repeat the request.
      const usual = calls.filter((call) => call.identity === identity).length;
      return `${scenario};times=${Math.max(least, most * (usual + 1))}`;
    },
  };
}

/** Fails every second item from the first on: a client that goes on by position then sends what has succeeded. */
function everySecondItem(call: Call): string {
  const positions = Array.from({ length: Math.ceil(sizeOf('results', call) / 2) }, (_, at) => at * 2);
  return `batch-partial-failure;indexes="${positions.join(',')}"`;
}

/**
 * How many items of the batch succeeded, and were sent again in a later batch, as a sentence; undefined if none.
 * Another test may send an item in a batch of its own, as it does without the fault.
 */
function linksMadeTwice(withFault: Exchange, later: Exchange[], usual: Exchange[]): string | undefined {
  const results = listIn(withFault.response.body, 'results');
  const made = new Set(results.flatMap(({ result, contractId }) => (result ? contractId : [])));
  const again = linesWithout(itemsAgain(withFault, later), itemsAgain(withFault, usual));
  const { length } = again.filter((contractId) => made.has(contractId));
  if (length === 0) return undefined;

  const items = length === 1 ? 'an item' : `${length} items`;
  return `The client sent ${items} of the batch again that had succeeded, so that there are two links.`;
}

/** The number of items that failed because of the fault, and that no later batch contains. */
function lostItems(withFault: Exchange, later: readonly Exchange[], usual: Exchange): number {
  const again = new Set<unknown>(itemsAgain(withFault, later));
  const failedIn = ({ response }: Exchange): unknown[] =>
    listIn(response.body, 'results').flatMap(({ result, contractId }) => (result ? [] : contractId));
  const isLost = (id: unknown): boolean => !again.has(id) && !failedIn(usual).includes(id);

  return failedIn(withFault).filter(isLost).length;
}

/** The contract IDs that later batches request. */
function itemsAgain({ operation }: Exchange, later: readonly Exchange[]): string[] {
  const batches = later.filter((exchange) => exchange.operation === operation);
  return batches.flatMap(({ request }) => listIn(request.body, 'requests')).map(({ contractId }) => String(contractId));
}

/** The objects in a list of a body; none if the body has no such list. */
function listIn(body: MessageBody | undefined, name: string): readonly Readonly<Record<string, unknown>>[] {
  const list = membersOf(jsonOf(body))[name];
  return Array.isArray(list) ? list.map(membersOf) : [];
}

/** The number of items in a list of the response; 0 if it has no such list. */
function sizeOf(name: 'items' | 'results', { exchange }: Call): number {
  return listIn(exchange.response.body, name).length;
}

/** Makes the check whether a response stays equal when it is altered in this way. */
function isUnaltered(how: AlterFault['how']): (call: Call, context: PlanContext) => boolean {
  return ({ operation, exchange: { status, response } }, { contract }) => {
    const schema = contract.operations.get(operation as never)?.responses.get(status)?.schema;
    const body = jsonOf(response.body);
    // Only successful responses are altered.
    if (schema === undefined || status >= 400) return true;

    // If the journal has no JSON body, nobody knows whether the response stays equal, and the fault is tried.
    return body !== undefined && JSON.stringify(alteredBody(how, body, { contract, schema })) === JSON.stringify(body);
  };
}
