/**
 * Compares exchanges with the contract: the points that responses rest on, and the violations in requests. A point is
 * one fact about the service that the contract states, with the basis of the fact: the specification, or a guess.
 */

import { targetOf } from '../../../../common/reporting/request-target.js';
import { forEachInSteps, type Steps } from '../../../../common/steps.js';
import { type FidelityPoint, isGuess } from '../../../../contract/fidelity/point.js';
import { pointsBehind } from '../../../../contract/fidelity/points-behind.js';
import { GuessCollection, guessesText } from '../../../../contract/fidelity/guesses.js';
import type { Contract } from '../../../../contract/contract.js';
import { mediaTypeOf } from '../../../../contract/headers.js';
import { firstValues, parseFormIfReadable } from '../../../../contract/query-string.js';
import { readRequest } from '../../../../contract/reading/read-request.js';
import { nearPaths } from '../../../../contract/suggestions.js';
import type { Violation } from '../../../../contract/violation.js';
import type { VariantChoices } from '../../../../contract/variants/variant-point.js';
import { bytesOf, type Exchange, headerOf, jsonOf } from '../../../journal/exchange.js';
import { hasStatus } from '../../../journal/exchange-line.js';
import type { ExplainedExchange, SandboxFidelity } from '../../documents.js';
import type { ExchangeFacts } from '../../../../contract/fidelity/exchange-facts.js';

/** Returns the contract of a sandbox with these variants. Default: without variants. */
export type ContractIn = (variants?: VariantChoices) => Contract;

/** How many exchanges are listed for a guess. */
const MOST_LISTED = 10;

/** How many similar paths are suggested for a request to an unknown path. */
const MOST_SUGGESTED = 3;

/** The exchange, and why it got its response. */
export function explainExchange(contractIn: ContractIn, exchange: Exchange): Omit<ExplainedExchange, 'repetition'> {
  const guesses = pointsOf(contractIn, exchange).filter(isGuess);
  const restsOn = guesses.map(({ id, basis, subject }) => ({ id, basis, subject }));
  const { operation, method, path, variants } = exchange;
  const contract = contractIn(variants);
  const nearMisses = operation === undefined ? nearPaths(contract, method, path).slice(0, MOST_SUGGESTED) : [];

  return { ...exchange, restsOn, violations: requestViolations(contract, exchange), nearMisses };
}

/** Violations in a request. Tokens are not checked, because the journal has none. Empty for unknown operations. */
function requestViolations(contract: Contract, exchange: Exchange): readonly Violation[] {
  const { operation, method, request } = exchange;
  if (operation === undefined) return [];

  const headers = Object.fromEntries(request.headers.map(([name, value]) => [name.toLowerCase(), value]));
  const body = request.body === undefined ? Buffer.alloc(0) : bytesOf(request.body);
  const { violations } = readRequest(contract, { method, target: targetOf(exchange), headers, body });

  return violations.filter(({ code }) => code !== 'security');
}

/** Sums up the guesses behind the exchanges of clients. */
export function* sumUpExchanges(
  contractIn: ContractIn,
  sandbox: string,
  exchanges: Iterable<Exchange>,
): Steps<SandboxFidelity> {
  const collection = new GuessCollection<number>();
  let count = 0;
  yield* forEachInSteps(exchanges, (exchange) => {
    if (exchange.sentByEmulator === true) return;

    count++;
    collection.add(exchange.id, pointsOf(contractIn, exchange));
  });
  const guesses = collection.ranked();

  return {
    sandbox,
    exchanges: count,
    guesses: guesses.map(({ point: { id, basis, subject, note }, responses }) => ({
      id,
      basis,
      subject,
      ...(note !== undefined && { note }),
      count: responses.length,
      exchanges: responses.slice(0, MOST_LISTED),
    })),
    text: guessesText(guesses, count, 'exchange'),
  };
}

/**
 * The points behind one exchange. An exchange without a response has no points. If a response is incomplete, only its
 * head counts.
 *
 * An exchange in a variant uses another contract, with other objects for its points. These points are replaced by the
 * equal points of the contract without variants, so that equal points are counted together.
 */
function pointsOf(contractIn: ContractIn, exchange: Exchange): readonly FidelityPoint[] {
  if (!hasStatus(exchange)) return [];

  const points = pointsBehind(contractIn(exchange.variants), factsOf(exchange));
  if (exchange.variants === undefined) return points;

  const { points: withoutVariants } = contractIn().fidelity();
  const byId = new Map(withoutVariants.map((point) => [point.id, point]));
  return points.map((point) => byId.get(point.id) ?? point);
}

/** The facts that decide which points of the contract a response rests on. */
export function factsOf({ operation, method, query, status, request, response }: Exchange): ExchangeFacts {
  return {
    operationId: operation,
    request: { method, query, headers: Object.fromEntries(request.headers), body: sentBody(request) },
    response: {
      status,
      headers: Object.fromEntries(response.headers),
      body: response.ending === undefined ? jsonOf(response.body) : undefined,
    },
  };
}

/** The JSON value of a request body, or the fields of a form. */
function sentBody({ headers, body }: Exchange['request']): unknown {
  const type = mediaTypeOf(headerOf(headers, 'Content-Type'));
  const isForm = type === 'application/x-www-form-urlencoded';
  if (!isForm || body === undefined || !('text' in body)) return jsonOf(body);

  const fields = parseFormIfReadable(body.text);
  return fields && firstValues(fields);
}
