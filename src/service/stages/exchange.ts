/** One request and what becomes known of it on its way. */

import type { Request, Response } from 'express';
import type { Contract } from '../../contract/contract.js';
import type { Access, Operation } from '../../contract/operation.js';
import type { ExchangeStart, Sandbox } from '../../domain/sandbox/sandbox.js';
import type { DecidedFault } from '../../scenarios/decide-faults.js';
import type { UsedConnection } from '../server.js';
import { sandboxOfHeader } from './authenticate.js';
import type { ServiceContext } from '../service-context.js';

export interface Exchange {
  readonly req: Request;
  readonly res: Response;
  /** A reading of `performance.now()`. */
  readonly received: number;
  /** Undefined where the server is not the emulator's own. */
  readonly connection: UsedConnection | undefined;
  /** What it is held against; the shipped one until it is known whose it is. */
  contract: Contract;
  /** Of the endpoint, known even where it has no operation for the method. */
  access: Access | undefined;
  operation: Operation | undefined;
  /** The one that the request names; until that is known, the one of {@link sandboxOfHeader}. */
  sandbox: Sandbox;
  /** Its number, and the moment at which it is dealt with; undefined until then. */
  start: ExchangeStart | undefined;
  /** Of the caller, with its suffix, if it has one. */
  clientId: string;
  /** Whether the access token and the link token in it were issued here. */
  tokenIsOurs: boolean;
  linkIsOurs: boolean;
  /** A number of bytes where it was too large to be read. */
  requestBody: Buffer | number | undefined;
  faults: readonly DecidedFault[];
  /** What of the `Prefer` header was followed. */
  preference: string | undefined;
  /** What the emulator itself has to say; goes into the `Emulator-Diagnostic` header. */
  readonly diagnostics: string[];
}

/** An exchange of which nothing is known yet. */
export function newExchange(req: Request, res: Response, context: ServiceContext): Exchange {
  const diagnostics: string[] = [];
  return {
    req,
    res,
    received: performance.now(),
    connection: context.connections.use(req.socket),
    contract: context.contracts.base,
    access: undefined,
    operation: undefined,
    sandbox: sandboxOfHeader(context, req, diagnostics),
    start: undefined,
    clientId: '',
    tokenIsOurs: false,
    linkIsOurs: false,
    requestBody: undefined,
    faults: [],
    preference: undefined,
    diagnostics,
  };
}

/** Deals with the request at one moment of its sandbox's clock, and gives the exchange its number. */
export function runAtomically<Result>(exchange: Exchange, act: () => Result): Result {
  exchange.sandbox.lastUsedAt = exchange.received;
  return exchange.sandbox.exchange((start) => {
    exchange.start = start;
    return act();
  });
}
