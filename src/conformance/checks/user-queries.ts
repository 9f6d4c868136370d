/** The users list, filtered, searched and ordered. */

import type { Contract } from '../../contract/contract.js';
import { type Check, type CheckGroup, holdsIf, holdsUnless } from '../check.js';
import { NothingToCheck } from '../errors.js';
import { type Json, pageIn } from '../read-response.js';
import type { Service } from '../service.js';

const FILTERS = ['status', 'reqStatus', 'kycStatus'] as const;
const SEARCHED = ['fullName', 'email', 'partyId'] as const;

/** The group. */
export function userQueries(contract: Contract): CheckGroup {
  return {
    name: 'user-queries',
    title: 'users: filters, search and order',
    checks: [...FILTERS.map(filterCheck), ...SEARCHED.map(searchCheck), ...ORDERS, ...valueChecks(contract)],
  };
}

function filterCheck(name: (typeof FILTERS)[number]): Check {
  return {
    id: `user-queries.${name}`,
    title: `${name} returns only rows that match`,
    section: '4.2',
    run: async (service) => {
      const value = await shown(service, name);
      const rows = await rowsOf(service, { [name]: value });
      const others = rows.filter((row) => row[name] !== value).length;
      return holdsUnless([
        ...(rows.length === 0 ? ['no row was returned, although there is one'] : []),
        ...(others === 0 ? [] : [`${others} of ${rows.length} rows have another ${name}`]),
      ]);
    },
  };
}

function searchCheck(name: (typeof SEARCHED)[number]): Check {
  return {
    id: `user-queries.search-${name}`,
    title: `search finds the rows that have a text in ${name}, in any case, and no others`,
    point: 'getUsers.search:matching',
    run: async (service) => {
      const value = await shown(service, name);
      const part = value.slice(1);
      const rows = await rowsOf(service, { search: part.toUpperCase() });
      const others = rows.filter(
        (row) => !SEARCHED.some((member) => String(row[member]).toLowerCase().includes(part.toLowerCase())),
      ).length;
      return holdsUnless([
        ...(rows.some((row) => row[name] === value) ? [] : ['the row was not found']),
        ...(others === 0 ? [] : [`${others} of ${rows.length} rows do not have the text`]),
      ]);
    },
  };
}

const ORDERS: readonly Check[] = [
  {
    id: 'user-queries.ascending',
    title: 'orderBy and orderType order the list',
    point: 'getUsers.orderBy:values',
    run: async (service) => isOrdered(await rowsOf(service, { orderBy: 'id', orderType: 'ASC' }), 'id', 1),
  },
  {
    id: 'user-queries.descending',
    title: 'orderType reverses the order',
    point: 'getUsers.orderType:values',
    run: async (service) => isOrdered(await rowsOf(service, { orderBy: 'id', orderType: 'DESC' }), 'id', -1),
  },
  {
    id: 'user-queries.default-order',
    title: 'without orderBy the list is ordered by regDate',
    point: 'getUsers.orderBy:default',
    run: async (service) => sameRows(service, { orderType: 'ASC' }, { orderBy: 'regDate', orderType: 'ASC' }),
  },
  {
    id: 'user-queries.default-direction',
    title: 'without orderType the order is descending',
    point: 'getUsers.orderType:default',
    run: async (service) => sameRows(service, { orderBy: 'id' }, { orderBy: 'id', orderType: 'DESC' }),
  },
  {
    id: 'user-queries.ties',
    title: 'rows with equal values are ordered newest first',
    point: 'getUsers.orderBy:ties',
    run: async (service) => {
      const rows = await rowsOf(service, { orderBy: 'reqStatus', orderType: 'ASC' });
      const [first] = rows;
      return isOrdered(
        rows.filter(({ reqStatus }) => reqStatus === first?.['reqStatus']),
        'regDate',
        -1,
      );
    },
  },
];

/** Checks that each value in the contract is accepted. */
function valueChecks({ operations }: Contract): Check[] {
  return ['orderBy', 'orderType'].map((name): Check => {
    const { enum: values = [] } = operations
      .get('getUsers')!
      .parameters.find((parameter) => parameter.name === name)!.schema;
    return {
      id: `user-queries.${name}-values`,
      title: `${name} accepts ${values.join(', ')}`,
      point: `getUsers.${name}:values`,
      run: async (service) => {
        const refused: string[] = [];
        for (const value of values.map(String))
          if ((await service.request('getUsers', { query: { [name]: value } })).status !== 200) refused.push(value);
        return holdsUnless(
          refused.map((value) => `${value} is rejected`),
          ...values.map(String).filter((value) => !refused.includes(value)),
        );
      },
    };
  });
}

async function rowsOf(service: Service, query: Record<string, string>): Promise<readonly Json[]> {
  return pageIn(await service.request('getUsers', { query })).items;
}

/** A value that some row shows. */
async function shown(service: Service, member: string): Promise<string> {
  const value = pageIn(await service.request('getUsers'))
    .items.map((row) => row[member])
    .find((one): one is string => typeof one === 'string' && one.length > 1);
  if (value === undefined) throw new NothingToCheck(`no row of the first page has ${member}`);
  return value;
}

function isOrdered(rows: readonly Json[], member: string, direction: 1 | -1): ReturnType<typeof holdsIf> {
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

async function sameRows(
  service: Service,
  one: Record<string, string>,
  other: Record<string, string>,
): ReturnType<Check['run']> {
  const ids = async (query: Record<string, string>): Promise<string> =>
    JSON.stringify((await rowsOf(service, query)).map(({ id }) => id));
  return holdsIf((await ids(one)) === (await ids(other)), 'the order is different');
}
