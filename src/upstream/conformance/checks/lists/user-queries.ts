/** What checks observe of the users list, filtered, searched and ordered. */

import { holdsIf, holdsUnless, type Observation } from '../../check.js';
import { type Json, NothingToCheckError, pageIn } from '../../exchange.js';
import type { Service } from '../../service.js';
import type { CheckFunctions } from '../functions.js';
import { requestItems, type Query } from '../requests.js';

const SEARCHED = ['fullName', 'email', 'partyId'] as const;

export const USER_QUERIES: CheckFunctions = {
  runs: {
    filters: async (service, member: string) => {
      const value = await shown(service, member);
      const rows = await requestItems(service, 'getUsers', { [member]: value });
      const others = rows.filter((row) => row[member] !== value).length;
      return holdsUnless([
        ...(rows.length === 0 ? ['no row was returned, although there is one'] : []),
        ...(others === 0 ? [] : [`${others} of ${rows.length} rows have another ${member}`]),
      ]);
    },
    searches: async (service, member: string) => {
      const value = await shown(service, member);
      const part = value.slice(1);
      const rows = await requestItems(service, 'getUsers', { search: part.toUpperCase() });
      const others = rows.filter(
        (row) => !SEARCHED.some((name) => String(row[name]).toLowerCase().includes(part.toLowerCase())),
      ).length;
      return holdsUnless([
        ...(rows.some((row) => row[member] === value) ? [] : ['the row was not found']),
        ...(others === 0 ? [] : [`${others} of ${rows.length} rows do not have the text`]),
      ]);
    },
    /** Whether two queries return the same rows in the same order. */
    areAlike: async (service, [one, other]: readonly [Query, Query]) => {
      const ids = async (query: Query): Promise<string> =>
        JSON.stringify((await requestItems(service, 'getUsers', query)).map(({ id }) => id));
      return holdsIf((await ids(one)) === (await ids(other)), 'the order is different');
    },
    accepts: async (service, { parameter, values }: { parameter: string; values: readonly string[] }) => {
      const refused: string[] = [];
      for (const value of values)
        if ((await service.request('getUsers', { query: { [parameter]: value } })).status !== 200) refused.push(value);
      return holdsUnless(
        refused.map((value) => `${value} is rejected`),
        ...values.filter((value) => !refused.includes(value)),
      );
    },
  },
  looks: {
    isOrdered: (exchange, order: Order) => isOrdered(pageIn(exchange).items, order),
    ordersTies: (exchange) => {
      const { items } = pageIn(exchange);
      const tied = items.filter(({ reqStatus }) => reqStatus === items[0]?.['reqStatus']);
      return isOrdered(tied, { member: 'regDate', direction: 'descending' });
    },
  },
};

/** A value that some row shows. */
async function shown(service: Service, member: string): Promise<string> {
  const value = (await requestItems(service, 'getUsers'))
    .map((row) => row[member])
    .find((one): one is string => typeof one === 'string' && one.length > 1);
  if (value === undefined) throw new NothingToCheckError(`no row of the first page has ${member}`);
  return value;
}

interface Order {
  readonly member: string;
  readonly direction: 'ascending' | 'descending';
}

function isOrdered(rows: readonly Json[], { member, direction }: Order): Observation {
  const values = rows
    .map((row) => row[member])
    .filter((value): value is string | number => typeof value === 'string' || typeof value === 'number');
  if (new Set(values).size < 2) throw new NothingToCheckError(`all rows have the same ${member}`);
  const upward = direction === 'ascending' ? values : values.toReversed();
  const isRight = upward.every((value, at) => at === 0 || value >= upward[at - 1]!);
  return holdsIf(isRight, `the rows are not ordered by ${member}, ${direction}`);
}
