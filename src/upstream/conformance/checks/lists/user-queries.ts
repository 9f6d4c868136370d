/** The users list, filtered, searched and ordered. */

import type { Contract } from '../../../../contract/contract.js';
import { holdsIf, holdsUnless, type Observation } from '../../check.js';
import { type Json, NothingToCheck, pageIn } from '../../exchange.js';
import type { Service } from '../../service.js';
import { itemsOf, type Query, users } from '../requests.js';
import { type CheckRow, type CheckRows, type GroupTables, point, section } from '../table.js';

const FILTERS = ['status', 'reqStatus', 'kycStatus'] as const;
const SEARCHED = ['fullName', 'email', 'partyId'] as const;

export function userQueries(contract: Contract): GroupTables {
  const rows: CheckRows = {
    ...Object.fromEntries(FILTERS.map((name) => [name, filterRow(name)])),
    ...Object.fromEntries(SEARCHED.map((name) => [`search-${name}`, searchRow(name)])),
    ...ORDERS,
    ...Object.fromEntries(['orderBy', 'orderType'].map((name) => [`${name}-values`, valuesRow(contract, name)])),
  };
  return { name: 'user-queries', title: 'users: filters, search and order', rows };
}

function filterRow(name: (typeof FILTERS)[number]): CheckRow {
  return section('4.2').run(`${name} returns only rows that match`, async (service) => {
    const value = await shown(service, name);
    const rows = await itemsOf(service, 'getUsers', { [name]: value });
    const others = rows.filter((row) => row[name] !== value).length;
    return holdsUnless([
      ...(rows.length === 0 ? ['no row was returned, although there is one'] : []),
      ...(others === 0 ? [] : [`${others} of ${rows.length} rows have another ${name}`]),
    ]);
  });
}

function searchRow(name: (typeof SEARCHED)[number]): CheckRow {
  return point('getUsers.search:matching').run(
    `search finds the rows that have a text in ${name}, in any case, and no others`,
    async (service) => {
      const value = await shown(service, name);
      const part = value.slice(1);
      const rows = await itemsOf(service, 'getUsers', { search: part.toUpperCase() });
      const others = rows.filter(
        (row) => !SEARCHED.some((member) => String(row[member]).toLowerCase().includes(part.toLowerCase())),
      ).length;
      return holdsUnless([
        ...(rows.some((row) => row[name] === value) ? [] : ['the row was not found']),
        ...(others === 0 ? [] : [`${others} of ${rows.length} rows do not have the text`]),
      ]);
    },
  );
}

const ORDERS: CheckRows = {
  ascending: point('getUsers.orderBy:values').row('orderBy and orderType order the list', {
    request: users({ orderBy: 'id', orderType: 'ASC' }),
    expect: (exchange) => isOrdered(pageIn(exchange).items, 'id', 1),
  }),
  descending: point('getUsers.orderType:values').row('orderType reverses the order', {
    request: users({ orderBy: 'id', orderType: 'DESC' }),
    expect: (exchange) => isOrdered(pageIn(exchange).items, 'id', -1),
  }),
  'default-order': point('getUsers.orderBy:default').run('without orderBy the list is ordered by regDate', (service) =>
    sameRows(service, { orderType: 'ASC' }, { orderBy: 'regDate', orderType: 'ASC' }),
  ),
  'default-direction': point('getUsers.orderType:default').run('without orderType the order is descending', (service) =>
    sameRows(service, { orderBy: 'id' }, { orderBy: 'id', orderType: 'DESC' }),
  ),
  ties: point('getUsers.orderBy:ties').row('rows with equal values are ordered newest first', {
    request: users({ orderBy: 'reqStatus', orderType: 'ASC' }),
    expect: (exchange) => {
      const { items } = pageIn(exchange);
      const tied = items.filter(({ reqStatus }) => reqStatus === items[0]?.['reqStatus']);
      return isOrdered(tied, 'regDate', -1);
    },
  }),
};

/** Whether each value in the contract is accepted. */
function valuesRow({ operations }: Contract, name: string): CheckRow {
  const parameter = operations.get('getUsers')!.parameters.find((known) => known.name === name)!;
  const values = (parameter.schema.enum ?? []).map(String);
  return point(`getUsers.${name}:values`).run(`${name} accepts ${values.join(', ')}`, async (service) => {
    const refused: string[] = [];
    for (const value of values)
      if ((await service.request(...users({ [name]: value }))).status !== 200) refused.push(value);
    return holdsUnless(
      refused.map((value) => `${value} is rejected`),
      ...values.filter((value) => !refused.includes(value)),
    );
  });
}

/** A value that some row shows. */
async function shown(service: Service, member: string): Promise<string> {
  const value = (await itemsOf(service, 'getUsers'))
    .map((row) => row[member])
    .find((one): one is string => typeof one === 'string' && one.length > 1);
  if (value === undefined) throw new NothingToCheck(`no row of the first page has ${member}`);
  return value;
}

function isOrdered(rows: readonly Json[], member: string, direction: 1 | -1): Observation {
  const values = rows
    .map((row) => row[member])
    .filter((value): value is string | number => typeof value === 'string' || typeof value === 'number');
  if (new Set(values).size < 2) throw new NothingToCheck(`all rows have the same ${member}`);
  const isRight = values.every(
    (value, at) =>
      at === 0 || value === values[at - 1] || (direction === 1 ? value > values[at - 1]! : value < values[at - 1]!),
  );
  return holdsIf(isRight, `the rows are not ordered by ${member}, ${direction === 1 ? 'ascending' : 'descending'}`);
}

async function sameRows(service: Service, one: Query, other: Query): Promise<Observation> {
  const ids = async (query: Query): Promise<string> =>
    JSON.stringify((await itemsOf(service, 'getUsers', query)).map(({ id }) => id));
  return holdsIf((await ids(one)) === (await ids(other)), 'the order is different');
}
