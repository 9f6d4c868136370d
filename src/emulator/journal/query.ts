/**
 * Finds the exchanges of a journal that meet criteria. `CHECKS` has a function for each criterion. It is called once
 * with the expected value, and returns two functions: one tests an exchange, the other says what the exchange has
 * instead, so that a failed expectation can be explained.
 */

import { targetOf } from '../../common/reporting/request-target.js';
import { forEachInSteps, type Steps } from '../../common/steps.js';
import { decodeOrKeep } from '../../common/percent-encoding.js';
import type { components } from '../../contract/control-schemas.js';
import type { Exchange } from './exchange.js';
import { hasFailed } from './outcome.js';
import { mentionedNames } from './mentioned-names.js';

/**
 * A class of statuses, such as `4xx`. `failed`: an error, a failed item of a batch, or a body that is cut off or no
 * JSON.
 */
type StatusClass = `${1 | 2 | 3 | 4 | 5}xx` | 'failed';

/** An expectation as the control plane takes it. */
export type SentExpectation = components['schemas']['Expectation'];

/** Conditions for an exchange. All given conditions must hold. */
export interface ExchangeCriteria extends Omit<
  SentExpectation,
  'operation' | 'status' | 'count' | 'atLeast' | 'atMost' | 'within'
> {
  /** The `operationId` of the contract. */
  readonly operation?: string;
  readonly status?: number | StatusClass;
  /** The ID of a judge's rule that the exchange breaks, certainly or perhaps. */
  readonly rule?: string;
  /** Only exchanges with a higher number than this one. */
  readonly after?: number;
  /** The least time that the exchange took, or has taken so far, in milliseconds. */
  readonly duration?: number;
  /** Words that the exchange contains, in its line or in its bodies. Case does not matter. */
  readonly text?: string;
}

/** Criteria, and how many of the exchanges that meet them to return. */
export interface ExchangeQuery extends ExchangeCriteria {
  /** The most exchanges to return: the last ones. Default: all. */
  readonly limit?: number;
}

/** Facts about the sandbox that a query needs. */
export interface SandboxFacts {
  /** Finds all names of a party: its ID, and other names that requests use for it. Default: the given name alone. */
  readonly namesOfParty?: (party: string) => ReadonlySet<string>;
  /** The numbers of the exchanges that break the rule of the query. Default: none. */
  readonly breakingRule?: ReadonlySet<number>;
  /**
   * Returns the milliseconds since the emulator started, from which `received` counts, too. Default: exchanges that
   * have not ended have taken no time.
   */
  readonly elapsed?: () => number;
}

type CriterionName = keyof ExchangeCriteria;

/** A criterion with its expected value, ready to be applied to many exchanges. */
export interface Criterion extends Check {
  readonly name: CriterionName;
  /** The value from the query. */
  readonly expected: string;
}

/** A test of an exchange for one criterion. */
interface Check {
  /** The actual value of an exchange, for explanations. */
  readonly found: (exchange: Exchange) => string;
  readonly holds: (exchange: Exchange) => boolean;
}

/** For each criterion, the function that makes its check. */
type Checks = {
  readonly [Name in CriterionName]: (expected: NonNullable<ExchangeCriteria[Name]>, context: SandboxFacts) => Check;
};

/** Makes the check of each criterion from the expected value. */
const CHECKS: Checks = {
  operation: (expected) => equalityCheck(expected, ({ operation }) => operation),
  method: (expected) => equalityCheck(expected.toUpperCase(), ({ method }) => method.toUpperCase()),
  path: (expected) => {
    // In a pattern such as `/api/*/users`, an asterisk stands for any text within a segment.
    const segments = expected.split('/').map((segment) => segment.split('*'));
    return { found: ({ path }) => path, holds: ({ path }) => matchesSegments(path, segments) };
  },
  status: (expected) => ({
    found: ({ status }) => String(status),
    holds: (exchange) => {
      const { status } = exchange;
      if (typeof expected === 'number') return status === expected;
      if (expected === 'failed') return hasFailed(exchange);

      return String(status).startsWith(expected.charAt(0));
    },
  }),
  party: (expected, { namesOfParty }) => {
    const names = namesOfParty?.(expected) ?? new Set([expected]);
    return {
      found: () => 'no name of that party',
      holds: (exchange) => [...mentionedNames(exchange)].some((name) => names.has(name)),
    };
  },
  scenario: (expected) => ({
    found: ({ scenarios }) => scenarios.map(({ scenario }) => scenario).join(', ') || 'none',
    holds: ({ scenarios }) => scenarios.some(({ scenario }) => scenario === expected),
  }),
  rule: (_, { breakingRule }) => ({ found: () => 'not broken', holds: ({ id }) => breakingRule?.has(id) === true }),
  clientId: (expected) => equalityCheck(expected, ({ clientId }) => clientId),
  since: (expected) => timeCheck((at) => at >= Date.parse(expected)),
  until: (expected) => timeCheck((at) => at <= Date.parse(expected)),
  after: (expected) => ({ found: ({ id }) => String(id), holds: ({ id }) => id > expected }),
  duration: (expected, { elapsed }) => {
    const timeTaken = ({ received, duration }: Exchange): number => {
      const now = elapsed?.() ?? received;
      return duration ?? now - received;
    };
    return {
      found: (exchange) => `${Math.round(timeTaken(exchange))} ms`,
      holds: (exchange) => timeTaken(exchange) >= expected,
    };
  },
  text: (expected) => {
    const words = expected.toLowerCase().split(/\s+/);
    const has = (exchange: Exchange): boolean => {
      const text = textOf(exchange);
      return words.every((word) => text.includes(word));
    };

    return { found: () => 'other text', holds: has };
  },
};

/** The names of all criteria by which exchanges are found. */
export const CRITERION_NAMES = Object.keys(CHECKS) as readonly CriterionName[];

/** The criteria that have a value, prepared for many exchanges. */
export function prepareCriteria(criteria: ExchangeCriteria, context: SandboxFacts = {}): readonly Criterion[] {
  return CRITERION_NAMES.flatMap((name) => {
    const expected = criteria[name];
    if (expected === undefined) return [];

    const check = CHECKS[name] as (expected: string | number, context: SandboxFacts) => Check;

    return [{ name, expected: String(expected), ...check(expected, context) }];
  });
}

/** The exchanges that meet every criterion, in the given order. */
export function* selectExchanges(
  exchanges: readonly Exchange[],
  query: ExchangeQuery,
  context: SandboxFacts = {},
): Steps<Exchange[]> {
  const found = yield* indexesOfMatching(exchanges, prepareCriteria(query, context));
  const { limit = found.length } = query;
  return found.slice(Math.max(0, found.length - limit)).map((at) => exchanges[at]!);
}

/** The indexes of the exchanges that meet every criterion. */
export function* indexesOfMatching(exchanges: readonly Exchange[], criteria: readonly Criterion[]): Steps<number[]> {
  const indexes: number[] = [];
  yield* forEachInSteps(exchanges.entries(), ([at, exchange]) => {
    if (criteria.every(({ holds }) => holds(exchange))) indexes.push(at);
  });
  return indexes;
}

/** The searchable text of an exchange: its line and its bodies, in lower case. */
function textOf(exchange: Exchange): string {
  const { id, method, operation, status, clientId, scenarios, diagnostics, request, response } = exchange;
  const target = targetOf(exchange);
  const bodies = [request.body, response.body].map((body) => (body !== undefined && 'text' in body ? body.text : ''));
  const names = scenarios.map(({ scenario }) => scenario);
  // People search for a name as they write it, and requests encode it.
  const asWritten = decodeOrKeep(target.replaceAll('+', ' '));
  const line = [`#${id}`, method, target, asWritten, operation, status, clientId];

  return [...line, ...names, ...diagnostics, ...bodies].join(' ').toLowerCase();
}

/** A criterion that a value of the exchange is equal to the expected one. */
function equalityCheck(expected: string, read: (exchange: Exchange) => string | undefined): Check {
  return { found: (exchange) => read(exchange) ?? 'none', holds: (exchange) => read(exchange) === expected };
}

/** Whether each segment of the path matches the pattern at the same position. */
function matchesSegments(text: string, patterns: readonly (readonly string[])[]): boolean {
  const segments = text.split('/');
  if (segments.length !== patterns.length) return false;

  return patterns.every((pieces, at) => hasPieces(segments[at]!, pieces));
}

/**
 * Whether a text begins with the first piece, ends with the last piece, and contains the other pieces in order between
 * them. The search never goes back, so it takes linear time. A regular expression would backtrack.
 * @param pieces the parts of a pattern between its asterisks
 */
function hasPieces(text: string, pieces: readonly string[]): boolean {
  const first = pieces[0]!;
  const last = pieces.at(-1)!;
  if (pieces.length === 1) return text === first;

  const end = text.length - last.length;
  // The first and the last piece must not overlap.
  if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false;

  let next = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, next);
    if (found === -1 || found + piece.length > end) return false;
    next = found + piece.length;
  }

  return true;
}

/** A criterion on the time of the request. */
function timeCheck(holds: (at: number) => boolean): Check {
  return { found: ({ at }) => at, holds: ({ at }) => holds(Date.parse(at)) };
}
