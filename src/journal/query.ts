/** Finds exchanges in a journal. */

import { escapeRegExp } from './escape-reg-exp.js';
import type { Exchange } from './exchange.js';
import { namesIn } from './request-names.js';

/** A class of statuses, such as `4xx`. */
export type StatusClass = `${1 | 2 | 3 | 4 | 5}xx`;

/** What an exchange has to be like; whatever is absent does not matter. */
export interface ExchangeCriteria {
  /** The `operationId` of the contract. */
  readonly operation?: string;
  /** In any case. */
  readonly method?: string;
  /** The whole path without the query; `*` stands for any text within a segment. */
  readonly path?: string;
  readonly status?: number | StatusClass;
  /** An ID of a party, or any other name that the world knows it by. */
  readonly party?: string;
  /** The name of a scenario that was applied. */
  readonly scenario?: string;
  /** With its suffix, if it has one. */
  readonly clientId?: string;
  /** ISO 8601, by the sandbox's clock; that moment included. */
  readonly since?: string;
  /** ISO 8601, by the sandbox's clock; that moment included. */
  readonly until?: string;
  /** The number of an exchange: only later ones. */
  readonly after?: number;
}

/** What the journal does not know itself. */
export interface CriteriaContext {
  /** All names of a party: its ID, its contract IDs, its e-mails and usernames. Default: the given one alone. */
  readonly namesOfParty?: (party: string) => ReadonlySet<string>;
}

export type CriterionName = keyof ExchangeCriteria;

/** One thing that is asked of an exchange. */
export interface Criterion {
  readonly name: CriterionName;
  /** As the query has it. */
  readonly expected: string;
  /** What the exchange has instead. */
  readonly found: (exchange: Exchange) => string;
  readonly holds: (exchange: Exchange) => boolean;
}

/** What a kind of criterion looks at. */
interface Check {
  readonly found: (exchange: Exchange) => string;
  readonly holds: (exchange: Exchange) => boolean;
}

type Checks = {
  readonly [Name in CriterionName]: (expected: NonNullable<ExchangeCriteria[Name]>, context: CriteriaContext) => Check;
};

const CHECKS: Checks = {
  operation: (expected) => equal(expected, ({ operation }) => operation),
  method: (expected) => equal(expected.toUpperCase(), ({ method }) => method.toUpperCase()),
  path: (expected) => path(expected),
  status: (expected) => status(expected),
  party: (expected, context) => party(expected, context),
  scenario: (expected) => scenario(expected),
  clientId: (expected) => equal(expected, ({ clientId }) => clientId),
  since: (expected) => time((at) => at >= Date.parse(expected)),
  until: (expected) => time((at) => at <= Date.parse(expected)),
  after: (expected) => ({ found: ({ id }) => String(id), holds: ({ id }) => id > expected }),
};

/** The criteria that are given, made ready once for many exchanges. */
export function prepareCriteria(criteria: ExchangeCriteria, context: CriteriaContext = {}): readonly Criterion[] {
  return (Object.keys(CHECKS) as CriterionName[]).flatMap((name) => {
    const expected = criteria[name];
    if (expected === undefined) return [];
    const check = CHECKS[name] as (expected: string | number, context: CriteriaContext) => Check;
    return [{ name, expected: String(expected), ...check(expected, context) }];
  });
}

function equal(expected: string, read: (exchange: Exchange) => string | undefined): Check {
  return { found: (exchange) => read(exchange) ?? 'none', holds: (exchange) => read(exchange) === expected };
}

function path(expected: string): Check {
  const pattern = new RegExp(`^${expected.split('*').map(escapeRegExp).join('[^/]*')}$`);
  return { found: (exchange) => exchange.path, holds: (exchange) => pattern.test(exchange.path) };
}

function status(expected: number | StatusClass): Check {
  const holds = (given: number): boolean =>
    typeof expected === 'number' ? given === expected : String(given).startsWith(expected[0]!);
  return { found: (exchange) => String(exchange.status), holds: (exchange) => holds(exchange.status) };
}

function party(expected: string, { namesOfParty }: CriteriaContext): Check {
  const names = namesOfParty?.(expected) ?? new Set([expected]);
  return {
    found: () => 'no name of that party',
    holds: (exchange) => [...namesIn(exchange)].some((name) => names.has(name)),
  };
}

function scenario(expected: string): Check {
  return {
    found: ({ scenarios }) =>
      scenarios.length === 0 ? 'none' : scenarios.map((applied) => applied.scenario).join(', '),
    holds: ({ scenarios }) => scenarios.some((applied) => applied.scenario === expected),
  };
}

function time(holds: (at: number) => boolean): Check {
  return { found: ({ at }) => at, holds: ({ at }) => holds(Date.parse(at)) };
}

/** Which exchanges are asked for: all criteria have to hold. */
export interface ExchangeQuery extends ExchangeCriteria {
  /** Only the last so many. */
  readonly limit?: number;
}

/** Whether an exchange meets every criterion. */
export function matchesQuery(exchange: Exchange, criteria: ExchangeCriteria, context: CriteriaContext = {}): boolean {
  return prepareCriteria(criteria, context).every(({ holds }) => holds(exchange));
}

/** The exchanges that meet every criterion, oldest first as they are given. */
export function selectExchanges(
  exchanges: readonly Exchange[],
  query: ExchangeQuery,
  context: CriteriaContext = {},
): Exchange[] {
  const criteria = prepareCriteria(query, context);
  const found = exchanges.filter((exchange) => criteria.every(({ holds }) => holds(exchange)));
  return query.limit === undefined ? found : found.slice(Math.max(0, found.length - query.limit));
}
