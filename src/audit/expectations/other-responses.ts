/** Faults that are other data: what a response may contain that it did not contain before. */

import { membersOf } from '../../common/json.js';
import { type Exchange, jsonOf, type MessageBody } from '../../emulator/journal/exchange.js';
import type { AlterFault } from '../../emulator/scenarios/fault.js';
import { alteredBody } from '../../emulator/service/faults/alter.js';
import type { Call } from '../plan/calls.js';
import type { FaultClass, PlanContext } from './fault-class.js';
import { readsOn } from './list-walk.js';
import { always, OTHER_DATA, RECOVERED, RECOVERED_OR_GAVE_UP } from './right-reactions.js';

/** The request is carried out, and the client gets other data, with which it may do what it likes. */
const CHANGED_DATA = { mayHaveArrived: false, changesData: true, wait: 0, expected: always(OTHER_DATA) };

export const OTHER_RESPONSES: readonly FaultClass[] = [
  {
    id: 'batch-items',
    title: 'batch',
    summary: 'some items of the batch fail, each with its own error',
    selection: 'batch-partial-failure;share=0.5',
    leftOut: (call) => (itemsOf(call) === 0 ? 'the batch is empty' : undefined),
    didTwice: linksMadeTwice,
    lostItems,
    ...CHANGED_DATA,
    expected: always(RECOVERED_OR_GAVE_UP),
    remedy: 'Look at each result of a batch: request the failed items again, or report them.',
  },
  {
    id: 'batch-duplicates',
    title: 'duplicates',
    summary: 'the first result of the batch comes twice',
    selection: 'batch-duplicate-items',
    leftOut: (call) => (itemsOf(call) === 0 ? 'the batch is empty' : undefined),
    ...CHANGED_DATA,
    remedy: 'Find the result of an item by its contractId.',
  },
  {
    id: 'batch-order',
    title: 'reordered',
    summary: 'the results of the batch come in another order',
    selection: 'batch-reordered-items',
    leftOut: (call) => (itemsOf(call) < 2 ? 'the batch has one item' : undefined),
    ...CHANGED_DATA,
    remedy: 'Find the result of an item by its contractId.',
  },
  {
    id: 'unknown-link',
    title: 'unknown link',
    summary: '404: the link token has become unknown',
    selection: 'check-token-unknown',
    leftOut: ({ exchange: { status } }) => (status === 404 ? 'the link token is unknown anyway' : undefined),
    ...CHANGED_DATA,
    remedy: 'A 404 of the public check is an answer: the link is unknown or has expired.',
  },
  {
    id: 'not-found',
    title: '404',
    summary: '404, five times in a row: the party or the credential has become unknown',
    selection: 'resource-unknown;times=5',
    leftOut: ({ exchange: { status } }) => (status === 404 ? 'the response is 404 anyway' : undefined),
    ...CHANGED_DATA,
    mostRequests: 2,
    remedy: 'A 404 is an answer: what you asked for does not exist, or no longer. Asking again gets the same.',
  },
  {
    id: 'moved-pages',
    title: 'pages',
    summary: 'a page of other items arrives after this page, so that later ones move',
    // With fewer items, each later page has one that the client has not seen.
    selection: ({ exchange }) => `changing-pages;items=${listIn(exchange.response.body, 'items').length || 1}`,
    leftOut: (call, { calls }) => (readsOn(call, calls) ? undefined : 'no later page of the same list is read'),
    ...CHANGED_DATA,
    alone: true,
    expected: always(RECOVERED),
    remedy:
      'Read on until the total of the last page is reached, in an order in which new items come last, and drop items that come twice.',
  },
  {
    id: 'short-page',
    title: 'short page',
    summary: 'a page has half of its items, and the next one begins behind them',
    selection: ({ exchange }) =>
      `short-page;limit=${Math.ceil(listIn(exchange.response.body, 'items').length / 2)};times=1`,
    leftOut: ({ exchange }) =>
      listIn(exchange.response.body, 'items').length < 2 ? 'the page has one item' : undefined,
    ...CHANGED_DATA,
    alone: true,
    expected: always(RECOVERED_OR_GAVE_UP),
    remedy: 'Go on behind the items that have come, until the total is reached: a page may be shorter than its limit.',
  },
  {
    id: 'removed-items',
    title: 'removed',
    summary: 'the first party of a page leaves the list after it, so that later items move up',
    selection: 'removed-items',
    leftOut: (call, { calls }) => (readsOn(call, calls) ? undefined : 'no later page of the same list is read'),
    ...CHANGED_DATA,
    alone: true,
    remedy: 'Read on until the total of the last page is reached, which may be less than that of the first.',
  },
  {
    id: 'repeated-items',
    title: 'repeated',
    summary: 'the first item of a page comes twice',
    selection: 'repeated-items',
    leftOut: ({ exchange }) => (listIn(exchange.response.body, 'items').length === 0 ? 'the page is empty' : undefined),
    ...CHANGED_DATA,
    remedy: 'Drop items that come twice.',
  },
  {
    id: 'revoked-later',
    title: 'revoked later',
    summary: 'a listed credential is revoked right after it was listed',
    selection: 'revoked-after-listing',
    ...CHANGED_DATA,
    remedy: 'A credential may be revoked between a list and a look-up: read what the look-up says.',
  },
  {
    id: 'nulls',
    title: 'nulls',
    summary: 'every member that may be null is null',
    selection: 'nulls',
    leftOut: unalteredBy('null-where-allowed', 'the response has no member that may be null'),
    ...CHANGED_DATA,
    remedy: 'Treat every member that may be null as possibly null.',
  },
  {
    id: 'unknown-value',
    title: 'enum',
    summary: 'enumerations have a value that the contract does not define',
    selection: 'unknown-enum-values',
    leftOut: unalteredBy('unknown-enum', 'the response has no value of an enumeration'),
    ...CHANGED_DATA,
    remedy: 'Have a branch for values that do not exist yet: pass them on, or report them.',
  },
  {
    id: 'fewer-members',
    title: 'less',
    summary: 'optional members are left out',
    selection: 'without-optional-members',
    leftOut: unalteredBy('without-optional', 'the response has no optional member'),
    ...CHANGED_DATA,
    remedy: 'Treat every optional member as possibly absent.',
  },
  {
    id: 'more-members',
    title: 'more',
    summary: 'objects have a member that the contract does not define',
    selection: 'extra-members',
    leftOut: unalteredBy('extra-members', 'the response has no object'),
    ...CHANGED_DATA,
    expected: always(RECOVERED_OR_GAVE_UP),
    remedy: 'Ignore members that you do not know.',
  },
];

/** Whether a later batch has an item that was successful in this one: another link is made for it. */
function linksMadeTwice(met: Exchange, later: readonly Exchange[]): string | undefined {
  const made = new Set(
    listIn(met.response.body, 'results').flatMap(({ result, contractId }) => (result ? contractId : [])),
  );
  const again = later
    .filter(({ operation }) => operation === met.operation)
    .flatMap(({ request }) => listIn(request.body, 'requests'))
    .filter(({ contractId }) => made.has(contractId));
  if (again.length === 0) return undefined;
  return `The client sent ${again.length === 1 ? 'an item' : `${again.length} items`} of the batch again that had succeeded, so that there are two links.`;
}

/** Items that failed, although they do not without the fault, and that no later batch contains. */
function lostItems(met: Exchange, later: readonly Exchange[], usual: Exchange): number {
  const again = new Set(
    later
      .filter(({ operation }) => operation !== undefined && operation === met.operation)
      .flatMap(({ request }) => listIn(request.body, 'requests'))
      .map(({ contractId }) => contractId),
  );
  const failedIn = ({ response }: Exchange): unknown[] =>
    listIn(response.body, 'results').flatMap(({ result, contractId }) => (result ? [] : contractId));
  return failedIn(met).filter((contractId) => !again.has(contractId) && !failedIn(usual).includes(contractId)).length;
}

function listIn(body: MessageBody | undefined, name: string): readonly Readonly<Record<string, unknown>>[] {
  const list = membersOf(jsonOf(body))[name];
  return Array.isArray(list) ? list.map(membersOf) : [];
}

function itemsOf({ exchange }: Call): number {
  return listIn(exchange.response.body, 'results').length;
}

/** Left out if altering the response in this way leaves it as it is. */
function unalteredBy(how: AlterFault['how'], reason: string): NonNullable<FaultClass['leftOut']> {
  return ({ operation, exchange: { status, response } }: Call, { contract }: PlanContext) => {
    const schema = contract.operations.get(operation as never)?.responses.get(status)?.schema;
    const body = jsonOf(response.body);
    if (schema === undefined || status >= 400) return 'the response has no data';
    if (body === undefined) return undefined;
    return JSON.stringify(alteredBody(how, body, { contract, schema })) === JSON.stringify(body) ? reason : undefined;
  };
}
