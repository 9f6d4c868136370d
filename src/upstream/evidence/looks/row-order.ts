/** Looks at the order of the rows of the users list, and at its filters. */

import { WORDS } from '../words.js';
import type { Json } from '../../../common/json.js';
import { isRedacted, timeOf } from '../../../traffic/values.js';
import { type Finding, noFit, stated, statedIf } from './look.js';
import type { SeenPage } from './seen-page.js';

/** The parameters that filter the users list. Each has the name of a member of the rows. */
const FILTERS = ['status', 'reqStatus', 'kycStatus'];
/** The members by which the contract orders rows. */
const ORDERS = ['id', 'fullName', 'email', 'regDate', 'kycStatus', 'reqStatus', 'status'];

/** Whether rows are ordered as the parameters of the request, or their defaults, demand. */
export function* orderLooks(page: SeenPage): Generator<Finding> {
  const { items, parameters } = page;
  const [orderBy = 'regDate', ...otherOrders] = parameters.get('orderBy') ?? [];
  const [orderType = 'DESC', ...otherTypes] = parameters.get('orderType') ?? [];
  // Other looks decide about repeated parameters.
  if (otherOrders.length > 0 || otherTypes.length > 0) return;
  if (!ORDERS.includes(orderBy) || !/^(?:asc|desc)$/i.test(orderType)) return;

  const isUpward = /^asc$/i.test(orderType);
  // The rows are compared in ascending order, whatever the direction.
  const ascending = isUpward ? items : items.toReversed();
  if (ascending.some((row) => isRedacted(row[orderBy]))) return;

  yield* directionLooks(page, orderBy, ascending);

  // Where rows stand that have no value to compare.
  const values = ascending.map((row) => orderValue(row[orderBy]));
  const firstPresent = values.findIndex((value) => value !== undefined);
  if (firstPresent !== -1 && values.includes(undefined)) {
    const missingComeFirst = !values.slice(firstPresent).includes(undefined);
    const seen = statedIf(missingComeFirst, 'getUsers.orderBy:missing', 'rows without a value');
    yield { ...seen, circumstance: isUpward ? 'ascending' : 'descending' };
  }

  // Rows with equal dates have no order that the contract states.
  if (orderBy !== 'regDate') yield* tiesLook(items, orderBy);
}

/** Whether the newer of two neighbours with equal values comes first. */
function* tiesLook(items: readonly Json[], orderBy: string): Generator<Finding> {
  // For each pair of neighbours with equal values: whether the newer row comes first.
  const newerFirst: boolean[] = [];
  for (const [at, row] of items.entries()) {
    const next = items[at + 1];
    if (next === undefined || orderValue(row[orderBy]) !== orderValue(next[orderBy])) continue;

    const newerBy = timeOf(row['regDate']) - timeOf(next['regDate']);
    if (newerBy !== 0 && !Number.isNaN(newerBy)) newerFirst.push(newerBy > 0);
  }

  if (newerFirst.length > 0)
    yield statedIf(newerFirst.every(Boolean), 'getUsers.orderBy:ties', 'newest first', 'another order');
}

/**
 * Looks at the direction of the order, and at how texts are compared.
 * @param rows the rows, whose values ascend if the rows are ordered as demanded
 */
function* directionLooks({ parameters }: SeenPage, orderBy: string, rows: readonly Json[]): Generator<Finding> {
  const values = rows.map((row) => orderValue(row[orderBy])).filter((value) => value !== undefined);
  if (new Set(values).size < 2) return;

  const isRight = isAscending(values);
  const isReversed = isAscending(values.toReversed());

  // How names are compared. `values` are in lower case. If they are in no order, their texts may be in one that
  // depends on capitals.
  const texts = rows.map((row) => row[orderBy]).filter((value) => typeof value === 'string');
  const capitalsFirst = isAscending(texts);
  const isInDictionaryOrder = texts.every((text, at) => at === 0 || text.localeCompare(texts[at - 1]!, 'en') >= 0);
  const isName = orderBy === 'fullName' || orderBy === 'email';
  if (isName && !isRight && !isReversed && (capitalsFirst || isInDictionaryOrder)) {
    yield noFit('getUsers.orderBy:case', capitalsFirst ? 'capitals first' : 'as in a dictionary');
    return;
  }

  if (isName && isRight && !capitalsFirst) yield stated('getUsers.orderBy:case', 'without case');

  // By which member the rows are ordered, and in which direction. Rows in reverse order show only a wrong direction,
  // and rows in no order only a wrong member.
  const otherwise = isReversed ? `by ${orderBy}, in the other direction` : `not by ${orderBy}`;
  const form = isRight ? `by ${orderBy}` : otherwise;
  if (isRight || !isReversed)
    yield statedIf(isRight, `getUsers.orderBy:${parameters.has('orderBy') ? 'values' : 'default'}`, form);
  if (isRight || isReversed)
    yield statedIf(isRight, `getUsers.orderType:${parameters.has('orderType') ? 'values' : 'default'}`, form);
}

/** Whether no value is below the one before it. */
function isAscending(values: readonly (string | number)[]): boolean {
  return values.every((value, at) => at === 0 || value >= values[at - 1]!);
}

/**
 * Whether rows are ordered by a member by which the contract does not order. With fewer than six different values, the
 * order may be chance.
 */
export function isOrderedByOther(member: string | undefined, rows: readonly Json[]): boolean {
  if (member === undefined || ORDERS.includes(member)) return false;

  const values = rows.map((row) => orderValue(row[member])).filter((value) => value !== undefined);
  const isComplete = values.length === rows.length && new Set(values).size > 5;
  return isComplete && (isAscending(values) || isAscending(values.toReversed()));
}

/** A value as it is compared: times as numbers, texts without case. Undefined if there is no value. */
function orderValue(value: unknown): string | number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || isRedacted(value)) return undefined;

  // Times may be written with different offsets, so they are not compared as texts.
  return /^\d{4}-\d\d-\d\dT/.test(value) ? timeOf(value) : value.toLowerCase();
}

/** Whether the rows of a filtered list meet the filters. */
export function* filterLooks({ items, parameters }: SeenPage): Generator<Finding> {
  const given = new Map<string, string>();
  for (const name of FILTERS) {
    const [value = '', ...more] = parameters.get(name) ?? [];
    // The service may ignore an unknown value.
    const isKnown = WORDS.filterValues.some((known) => known === value);
    if (isKnown && more.length === 0) given.set(name, value);
  }

  let areMet = true;
  for (const [name, wanted] of given) {
    const shown = items.map((row) => row[name]).filter((value) => !isRedacted(value));
    if (shown.every((value) => String(value).toUpperCase() === wanted)) continue;

    areMet = false;
    yield { kind: 'contradiction', what: `a list that is filtered by ${name} has rows with other values` };
    yield noFit('getUsers:filters', `rows with another ${name}`);
  }

  if (given.size > 1 && items.length > 0 && areMet) yield stated('getUsers:filters', 'rows that meet all filters');
}
