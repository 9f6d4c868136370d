/** The points of the contract that the exchanges of a journal rest on. */

import type { ExchangeFacts } from '../contract/fidelity/exchange-facts.js';
import { type Basis, type FidelityPoint, isGuess } from '../contract/fidelity/point.js';
import { pointsBehind } from '../contract/fidelity/points-behind.js';
import { guessesText, sumUpGuesses } from '../contract/fidelity/guesses.js';
import { parseForm, PercentEncodingError } from '../contract/query-string.js';
import type { Contracts } from '../contract/variants/contracts.js';
import { NO_VARIANTS } from '../contract/variants/variant-point.js';
import { type Exchange, jsonOf, mediaTypeOf } from '../journal/exchange.js';

/** A point whose basis is `inferred` or `chosen`. `GET /_emulator/fidelity` shows all of it. */
export type RestsOn = Pick<FidelityPoint, 'id' | 'basis' | 'subject'>;

/** An exchange, and the `inferred` and `chosen` points that its response rests on. */
export interface ExplainedExchange extends Exchange {
  readonly restsOn: readonly RestsOn[];
}

/** An `inferred` or `chosen` point that exchanges rest on. */
export interface ExchangeGuess {
  readonly id: string;
  readonly basis: Basis;
  readonly subject: string;
  readonly note?: string;
  /** Number of exchanges that rest on it. */
  readonly count: number;
  /** IDs of the first ten of them. */
  readonly exchanges: readonly number[];
}

/** The guesses behind the exchanges of a sandbox. */
export interface SandboxFidelity {
  /** ID of the sandbox. */
  readonly sandbox: string;
  /** Number of exchanges in the journal. */
  readonly exchanges: number;
  /** First `chosen` points, then `inferred` ones; each group by the number of exchanges, most first. */
  readonly guesses: readonly ExchangeGuess[];
  /** The same as text: a line with the number of guesses, and a line for each. */
  readonly text: string;
}

/** The contracts, and the revision that a sandbox uses. */
export interface RevisedContracts {
  readonly contracts: Contracts;
  readonly revision: string;
}

const MOST_SHOWN = 10;

/** The exchange with the points that its response rests on. */
export function explainExchange(contracts: RevisedContracts, exchange: Exchange): ExplainedExchange {
  const restsOn = pointsOf(contracts, exchange)
    .filter(isGuess)
    .map(({ id, basis, subject }) => ({ id, basis, subject }));
  return { ...exchange, restsOn };
}

/** The guesses behind the exchanges. */
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
    guesses: guesses.map(({ point: { id, basis, subject: about, note }, responses }) => ({
      id,
      basis,
      subject: about,
      ...(note !== undefined && { note }),
      count: responses.length,
      exchanges: responses.slice(0, MOST_SHOWN),
    })),
    text: guessesText(guesses, subject, 'exchange'),
  };
}

/**
 * The points behind one exchange. Without a response there are none; a response that broke off counts by its head alone. An
 * exchange in another variant uses another contract: its points are replaced by the equal ones of the contract without
 * variants, so that they are counted together.
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
