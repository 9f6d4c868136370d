/** What is known of an exchange, and how an error leaves the stages of a request's way. */

import type { Contract } from '../../contract/contract.js';
import type { Access, Operation } from '../../contract/operation.js';
import type { ExchangeStart, Sandbox } from '../../domain/sandbox/sandbox.js';
import type { Claims } from '../../domain/tokens/access-tokens.js';
import type { Link } from '../../domain/tokens/link-tokens.js';
import type { DecidedFault } from '../../scenarios/decide-faults.js';
import type { ServiceContext } from '../service-context.js';
import type { Arrival } from './arrive.js';

/**
 * What the stages have found so far. Each stage returns a new value that has more of it.
 *
 * Stages write object literals and do not spread a value to add members to it: V8 gives every such object a hidden class of
 * its own, which takes longer than the rest of the stage.
 */
export interface Exchange {
  readonly arrival: Arrival;
  /** Of the access token in the request, if this emulator issued it. Not verified by any clock. */
  readonly claims?: Claims | undefined;
  /** The sandbox of the caller; until the caller is authenticated, the one that the request names. */
  readonly sandbox: Sandbox;
  /** Of the caller, with the suffix that selects scenarios. Empty if the request names no known client. */
  readonly clientId: string;
  /** The contract of the sandbox in the selected variants. */
  readonly contract: Contract;
  /** Of the endpoint. Known even if the endpoint has no operation for the method. */
  readonly access?: Access | undefined;
  readonly operation?: Operation | undefined;
  /** The body as received, or the number of bytes of one that was too large. */
  readonly requestBody?: Buffer | number | undefined;
  /** Whose token is in the path. */
  readonly link?: Link | undefined;
  /** The outermost first. */
  readonly faults?: readonly DecidedFault[];
  /** What the emulator reports of the request. Goes into the `Emulator-Diagnostic` header. */
  readonly diagnostics: readonly string[];
}

/** An exchange that has its number in the journal and its moment of the sandbox's clock. */
export interface Started extends Exchange {
  readonly start: ExchangeStart;
  readonly faults: readonly DecidedFault[];
}

/** An exchange that got its moment before its faults were chosen. */
export function started(exchange: Exchange, start: ExchangeStart): Started {
  const { arrival, claims, sandbox, clientId, contract, access, operation, requestBody, link, diagnostics } = exchange;
  const { faults = [] } = exchange;
  return {
    arrival,
    claims,
    sandbox,
    clientId,
    contract,
    access,
    operation,
    requestBody,
    link,
    faults,
    diagnostics,
    start,
  };
}

/** Runs `act` at one moment of the sandbox's clock, and gives the exchange its number. */
export function runAtomically<Result>({ arrival, sandbox }: Exchange, act: (start: ExchangeStart) => Result): Result {
  sandbox.lastUsedAt = arrival.received;
  return sandbox.exchange(act);
}

/** An error that ended a request's way, with what was known of the exchange by then. */
export class StageError extends Error {
  override readonly name = 'StageError';
  readonly exchange: Exchange;

  constructor(cause: unknown, exchange: Exchange) {
    super('a stage failed', { cause });
    this.exchange = exchange;
  }

  /** The error itself if it is a StageError; otherwise one with `exchange`. */
  static from(error: unknown, exchange: Exchange): StageError {
    return error instanceof StageError ? error : new StageError(error, exchange);
  }
}

/**
 * Runs a stage.
 * @throws StageError with `known` if the stage throws
 */
export function runStage<Known extends Exchange, Next>(
  stage: (context: ServiceContext, known: Known) => Next,
  context: ServiceContext,
  known: Known,
): Next {
  return failingWith(
    () => known,
    () => stage(context, known),
  );
}

/**
 * Runs a part of a stage that may fail after the stage has found something.
 * @throws StageError with what `known` returns if `act` throws
 */
export function failingWith<Result>(known: () => Exchange, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw StageError.from(error, known());
  }
}
