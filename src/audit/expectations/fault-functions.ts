/** The parts of fault classes that depend on the call: the scenario, and why the fault would change nothing. */

import { membersOf } from '../../common/json.js';
import { type Exchange, jsonOf, type MessageBody } from '../../emulator/journal/exchange.js';
import type { AlterFault } from '../../emulator/scenarios/fault.js';
import { alteredBody } from '../../emulator/service/faults/alter.js';
import { BESIDE, bodySize, type Call } from '../run/calls.js';
import type { FaultClass, PlanContext } from './fault-class.js';
import { pageBefore, readsOn } from './list-walk.js';
import { SCHEDULES } from './overlap-schedules.js';

/** Leaves the class out at calls at which it could change nothing. */
function leftOutIf(applies: (call: Call, context: PlanContext) => boolean, reason: string): Partial<FaultClass> {
  return { leftOut: (call, context) => (applies(call, context) ? reason : undefined) };
}

const WITHOUT_BODY = leftOutIf(({ exchange }) => bodySize(exchange) < 2, 'the response has no body');
const WITHOUT_LATER_PAGE = leftOutIf(
  (call, { calls }) => !readsOn(call, calls),
  'no later page of the same list is read',
);
/** A client renews its token once for a request, so that giving up after another 401 is right. */
const REFUSED_BEFORE = leftOutIf(
  ({ repeatsRefused }) => repeatsRefused,
  'the request repeats one that was refused with 401',
);
const EMPTY_BATCH = leftOutIf((call) => sizeOf('results', call) === 0, 'the batch is empty');

/** The functions by the ID of their class. */
export const FAULT_FUNCTIONS: Readonly<Record<string, Partial<FaultClass>>> = {
  cut: WITHOUT_BODY,
  malformed: WITHOUT_BODY,
  drip: {
    ...WITHOUT_BODY,
    selection: ({ exchange }) => `drip;bytes=${Math.max(1, Math.ceil(bodySize(exchange) / 10))};every="100ms"`,
  },
  'batch-items': { ...EMPTY_BATCH, didTwice: linksMadeTwice, lostItems },
  'batch-duplicates': EMPTY_BATCH,
  'batch-order': leftOutIf((call) => sizeOf('results', call) < 2, 'the batch has one item'),
  'unknown-link': leftOutIf(isNotFound, 'the link token is unknown anyway'),
  'not-found': { ...leftOutIf(isNotFound, 'the response is 404 anyway'), ...refusedOften('resource-unknown', 5, 2) },
  'moved-pages': {
    ...WITHOUT_LATER_PAGE,
    // With fewer new items, each later page would have an item that the client has not seen.
    selection: (call) => `changing-pages;items=${sizeOf('items', call) || 1}`,
  },
  'short-page': {
    // Only one item is missing, because few tests notice that. A client that reads a single page may want no more.
    ...leftOutIf((call, { calls }) => {
      const whole = calls.filter((each) => sizeOf('items', each) > 0);
      const isLastOfSeveral = !readsOn(call, whole) && pageBefore(call, calls) !== undefined;
      return sizeOf('items', call) < 2 || !isLastOfSeveral;
    }, 'the page has one item, or is not the last of several'),
    selection: (call) => `short-page;limit=${sizeOf('items', call) - 1};times=1`,
  },
  'removed-items': WITHOUT_LATER_PAGE,
  'repeated-items': leftOutIf((call) => sizeOf('items', call) === 0, 'the page is empty'),
  'refused-tokens': refusedOften('tokens-refused', 8, 4),
  // A second request with a new token is right: 403 may mean that the old token has expired (specification section
  // 5.6).
  forbidden: refusedOften('institution-suspended', 8, 2),
  nulls: unalteredBy('null-where-allowed', 'the response has no member that may be null'),
  'unknown-value': unalteredBy('unknown-enum', 'the response has no value of an enumeration'),
  'fewer-members': unalteredBy('without-optional', 'the response has no optional member'),
  'more-members': unalteredBy('extra-members', 'the response has no object'),
  // An emulator that the tests start would refuse the connections of their fixtures, too.
  'connection-refused': leftOutIf(
    ({ sandbox }) => sandbox !== BESIDE,
    'only the emulator beside the command can refuse connections',
  ),
  'expired-token': REFUSED_BEFORE,
  'revoked-token': REFUSED_BEFORE,
  'killed-before-next': leftOutIf((call, { calls }) => {
    const before = calls[calls.indexOf(call) - 1];
    return before?.exchange.method !== 'POST' || before.exchange.issuedToken !== undefined;
  }, 'no write comes before'),
  ...Object.fromEntries(Object.entries(SCHEDULES).map(([id, schedule]) => [id, { selection: 'hold', schedule }])),
};

/**
 * Refuses the request more often than clients without a mistake send it, even if several tests send the same request.
 * @param least the smallest number of refusals
 * @param most how often one client may send the request
 */
function refusedOften(scenario: string, least: number, most: number): Partial<FaultClass> {
  return {
    mostRequests: most,
    selection: ({ identity }, { calls }) => {
      const usual = calls.filter((call) => call.identity === identity).length;
      return `${scenario};times=${Math.max(least, most * (usual + 1))}`;
    },
  };
}

/** How many items of the batch succeeded, and were sent again in a later batch, as a sentence; undefined if none. */
function linksMadeTwice(met: Exchange, later: readonly Exchange[]): string | undefined {
  const made = new Set(
    listIn(met.response.body, 'results').flatMap(({ result, contractId }) => (result ? contractId : [])),
  );
  const again = itemsAgain(met, later).filter((contractId) => made.has(contractId));
  if (again.length === 0) return undefined;

  return `The client sent ${again.length === 1 ? 'an item' : `${again.length} items`} of the batch again that had succeeded, so that there are two links.`;
}

/** The number of items that failed because of the fault, and that no later batch contains. */
function lostItems(met: Exchange, later: readonly Exchange[], usual: Exchange): number {
  const again = new Set(itemsAgain(met, later));
  const failedIn = ({ response }: Exchange): unknown[] =>
    listIn(response.body, 'results').flatMap(({ result, contractId }) => (result ? [] : contractId));
  return failedIn(met).filter((contractId) => !again.has(contractId) && !failedIn(usual).includes(contractId)).length;
}

/** The contract IDs that later batches request. */
function itemsAgain({ operation }: Exchange, later: readonly Exchange[]): unknown[] {
  const batches = later.filter((exchange) => exchange.operation === operation);
  return batches.flatMap(({ request }) => listIn(request.body, 'requests')).map(({ contractId }) => contractId);
}

function listIn(body: MessageBody | undefined, name: string): readonly Readonly<Record<string, unknown>>[] {
  const list = membersOf(jsonOf(body))[name];
  return Array.isArray(list) ? list.map(membersOf) : [];
}

function sizeOf(name: 'items' | 'results', { exchange }: Call): number {
  return listIn(exchange.response.body, name).length;
}

function isNotFound({ exchange }: Call): boolean {
  return exchange.status === 404;
}

/** Leaves the class out at calls whose response stays the same when it is altered in this way. */
function unalteredBy(how: AlterFault['how'], reason: string): Partial<FaultClass> {
  return {
    leftOut: ({ operation, exchange: { status, response } }, { contract }) => {
      const schema = contract.operations.get(operation as never)?.responses.get(status)?.schema;
      const body = jsonOf(response.body);
      if (schema === undefined || status >= 400) return 'the response has no data';
      if (body === undefined) return undefined;

      return JSON.stringify(alteredBody(how, body, { contract, schema })) === JSON.stringify(body) ? reason : undefined;
    },
  };
}
