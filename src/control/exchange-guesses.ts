/** What the exchanges of a journal rest on. */

import type { ExchangeFacts } from '../contract/fidelity/exchange-facts.js';
import { type Basis, type FidelityPoint, isGuess } from '../contract/fidelity/point.js';
import { pointsBehind } from '../contract/fidelity/points-behind.js';
import { guessesText, sumUpGuesses } from '../contract/fidelity/guesses.js';
import { parseForm, PercentEncodingError } from '../contract/query-string.js';
import type { Contracts } from '../contract/variants/contracts.js';
import { NO_VARIANTS } from '../contract/variants/variant-point.js';
import { type Exchange, jsonOf, mediaTypeOf } from '../journal/exchange.js';

/** A point that an answer rests on and that nobody has shown to be so; `GET /_emulator/fidelity` has the rest of it. */
export type RestsOn = Pick<FidelityPoint, 'id' | 'basis' | 'subject'>;

/** An exchange, and the `inferred` and `chosen` points that its answer rests on. */
export interface ExplainedExchange extends Exchange {
  readonly restsOn: readonly RestsOn[];
}

/** A guess that exchanges rest on. */
export interface ExchangeGuess {
  readonly id: string;
  readonly basis: Basis;
  readonly subject: string;
  readonly note?: string;
  /** How many exchanges rest on it. */
  readonly count: number;
  /** The numbers of the first of them, at most ten. */
  readonly exchanges: readonly number[];
}

/** What the exchanges of a sandbox rest on. */
export interface SandboxFidelity {
  /** The sandbox's ID. */
  readonly sandbox: string;
  /** How many exchanges were looked at. */
  readonly exchanges: number;
  /** The `inferred` and `chosen` points of the contract: chosen ones first, then those that most exchanges rest on. */
  readonly guesses: readonly ExchangeGuess[];
  /** The same for people: a line that says how many there are, and one for each. */
  readonly text: string;
}

/** The contracts, and which revision of them a sandbox keeps to. */
export interface RevisedContracts {
  readonly contracts: Contracts;
  readonly revision: string;
}

const MOST_SHOWN = 10;

/** The exchange with what its answer rests on. */
export function explainExchange(contracts: RevisedContracts, exchange: Exchange): ExplainedExchange {
  const restsOn = pointsOf(contracts, exchange)
    .filter(isGuess)
    .map(({ id, basis, subject }) => ({ id, basis, subject }));
  return { ...exchange, restsOn };
}

/** The guesses behind all exchanges. */
export function sumUpExchanges(
  contracts: RevisedContracts,
  sandbox: string,
  exchanges: readonly Exchange[],
): SandboxFidelity {
  const guesses = sumUpGuesses(
    exchanges.map((exchange) => ({ name: exchange.id, points: pointsOf(contracts, exchange) })),
  );
  const subject = exchanges.length === 1 ? '1 exchange rests' : `${exchanges.length} exchanges rest`;
  return {
    sandbox,
    exchanges: exchanges.length,
    guesses: guesses.map(({ point: { id, basis, subject: about, note }, answers }) => ({
      id,
      basis,
      subject: about,
      ...(note !== undefined && { note }),
      count: answers.length,
      exchanges: answers.slice(0, MOST_SHOWN),
    })),
    text: guessesText(guesses, subject, 'exchange'),
  };
}

/**
 * The points of the contract that it was held against. A client that has got no answer learns nothing from it, and of one
 * that broke off no more than its head. Points that the shipped contract has, too, are that one's: exchanges in other
 * variants rest on the same.
 */
function pointsOf({ contracts, revision }: RevisedContracts, exchange: Exchange): readonly FidelityPoint[] {
  const { ending } = exchange.response;
  const isHeadSent = ending === undefined || ending === 'cut' || ending === 'broken-chunks';
  if (!isHeadSent) return [];
  const contract = contracts.in({ revision, variants: exchange.variants ?? NO_VARIANTS });
  const points = pointsBehind(contract, factsOf(exchange));
  const shippedContract = contracts.of(revision);
  if (contract === shippedContract) return points;
  const shipped = new Map(shippedContract.fidelity().points.map((point) => [point.id, point]));
  return points.map((point) => shipped.get(point.id) ?? point);
}

function factsOf({ operation, query, status, request, response }: Exchange): ExchangeFacts {
  return {
    operationId: operation,
    request: { query, headers: Object.fromEntries(request.headers), body: sentBody(request) },
    response: {
      status,
      headers: Object.fromEntries(response.headers),
      body: response.ending === undefined ? jsonOf(response.body) : undefined,
    },
  };
}

function sentBody({ headers, body }: Exchange['request']): unknown {
  if (mediaTypeOf(headers) !== 'application/x-www-form-urlencoded' || body === undefined || !('text' in body))
    return jsonOf(body);
  try {
    return Object.fromEntries([...parseForm(body.text)].map(([name, [value]]) => [name, value]));
  } catch (error) {
    if (error instanceof PercentEncodingError) return undefined;
    throw error;
  }
}
