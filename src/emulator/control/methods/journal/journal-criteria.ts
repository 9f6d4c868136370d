/**
 * The criteria by which tests query a journal. A wrong name is refused: the query would find nothing, and a test that
 * expects no exchange would pass.
 */

import { nearestAtEnd } from '../../../../contract/suggestions.js';
import type { OperationId } from '../../../../contract/operation.js';
import { parseDuration } from '../../../domain/time/duration.js';
import { CRITERION_NAMES, type ExchangeCriteria, type ExchangeQuery } from '../../../journal/query.js';
import { RULES } from '../../../judge/rules.js';
import type { ScenarioName } from '../../../scenarios/shipped-scenarios.js';
import type { ControlContext } from '../../control-context.js';
import { unexpected, unprocessable } from '../../problem.js';
import type { Expectation } from './expectation.js';

/** Criteria whose values are known names, so that editors can suggest them. */
interface NamedCriteria {
  /** The `operationId` of the contract. */
  readonly operation?: OperationId;
  /** The name of a scenario that was applied: a shipped one, or one of your own. */
  readonly scenario?: ScenarioName | OtherText;
}

/** Any other text. If the union had `string` in this place, editors would suggest no names. */
type OtherText = string & Record<never, never>;

/** Conditions for exchanges, and how many of the exchanges that meet the conditions to return. */
export type JournalQuery = Omit<ExchangeQuery, keyof NamedCriteria> & NamedCriteria;

/** A part of a journal. */
export interface JournalPart {
  /** Number of the only exchange. Default: all. */
  readonly exchange?: number | undefined;
}

/** One expectation of the exchanges in a journal. */
export interface ExchangeExpectation
  extends Omit<Expectation, 'within' | 'after' | 'rule' | 'duration' | 'text' | keyof NamedCriteria>, NamedCriteria {
  /** Longest time since the last exchange of the previous expectation, by the sandbox's clock: `PT30S`, or in ms. */
  readonly within?: string | number;
}

/** The tables whose names criteria may contain. */
type KnownNames = Pick<ControlContext, 'contracts' | 'catalogue'>;

const RULE_IDS = RULES.map(({ id }) => id);

/** The members that a query may have. */
const QUERY_MEMBERS: readonly (keyof ExchangeQuery)[] = [...CRITERION_NAMES, 'limit'];

/** The members of an expectation. The criteria that are left out are for searches of the inspector. */
const EXPECTATION_MEMBERS: readonly (keyof Expectation)[] = [
  ...CRITERION_NAMES.filter((name) => !['after', 'rule', 'duration', 'text'].includes(name)),
  'count',
  'atLeast',
  'atMost',
  'within',
];

/** Checks the names in a query. @throws Problem 422 if a name is unknown */
export function checkQuery(query: ExchangeQuery, known: KnownNames): void {
  refuseUnknownNames(query, QUERY_MEMBERS, known, '');
}

/** The expectations with durations in milliseconds. @throws Problem 422 */
export function readExpectations(expect: readonly ExchangeExpectation[], known: KnownNames): Expectation[] {
  for (const [at, expectation] of expect.entries())
    refuseUnknownNames(expectation, EXPECTATION_MEMBERS, known, `/expect/${at}`);
  return expect.map(({ within, ...expectation }, at) => {
    if (within === undefined) return expectation;

    const length = typeof within === 'number' ? within : parseDuration(within);
    if (length === undefined || length < 0)
      throw unexpected('duration', 'a duration such as "PT30S" or "30s"', within, `/expect/${at}/within`);

    return { ...expectation, within: length };
  });
}

/** @param pointer JSON pointer to the criteria @throws Problem 422 if a member or its value is unknown */
function refuseUnknownNames(
  criteria: Pick<ExchangeCriteria, 'operation' | 'scenario' | 'status' | 'rule'>,
  members: readonly string[],
  { contracts, catalogue }: KnownNames,
  pointer: string,
): void {
  /** @throws Problem 422 if there is a name that is not among the known ones */
  const requireKnown = (kind: string, name: string | undefined, known: readonly string[], member: string): void => {
    if (name === undefined || known.includes(name)) return;

    const detail = `There is no ${kind} "${name}"${nearestAtEnd(name, known)}`;
    throw unprocessable(`Unknown ${kind}`, detail, `${pointer}/${member}`);
  };

  for (const member of Object.keys(criteria)) requireKnown('criterion', member, members, member);
  const { operation, scenario, status, rule } = criteria;
  requireKnown('operation', operation, [...contracts.base.operations.keys()], 'operation');
  requireKnown('scenario', scenario, [...catalogue.keys()], 'scenario');
  requireKnown('rule', rule, RULE_IDS, 'rule');

  // Text names a class of statuses. `failed` means any failure, such as a connection that a fault has closed.
  const statusPattern = typeof status === 'number' ? /^[1-5]\d\d$/ : /^(?:[1-5]xx|failed)$/;
  if (status === undefined || statusPattern.test(String(status))) return;

  const expected = 'a status such as 429 or a class of statuses such as "4xx"';
  throw unexpected('status', expected, status, `${pointer}/status`);
}
