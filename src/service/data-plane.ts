/**
 * The service's own endpoints, as one handler. A request's way:
 *
 *     arrive -> locate -> receive -> authenticate -> prepare operation
 *         -> at one moment of the sandbox's clock: decide -> validate request -> operate -> render
 *         -> validate response -> serialize -> store -> record -> write
 *
 * Each stage takes what the stages before it found and returns a new value. `stages/` has a file for each.
 */

import type { Request, Response } from 'express';
import type { ExchangeStart, Sandbox } from '../domain/sandbox/sandbox.js';
import type { ExchangeRecord } from '../journal/exchange-record.js';
import { StoreError } from '../store/store-error.js';
import { performFaults } from './faults/perform-faults.js';
import { refuseWithoutStore } from './refuse-without-store.js';
import type { ServiceContext } from './service-context.js';
import type { ServiceResponse } from './service-response.js';
import { claimsIn } from './stages/access-token.js';
import { arrive } from './stages/arrive.js';
import { authenticate, type Authenticated } from './stages/authenticate.js';
import { decide, type Decided } from './stages/decide.js';
import { failingWith, runAtomically, runStage, StageError, type Exchange } from './stages/exchange.js';
import { locate, unverifiedCaller } from './stages/locate.js';
import { operate } from './stages/operate.js';
import { prepareOperation } from './stages/prepare-operation.js';
import { receive } from './stages/receive.js';
import { recordExchange } from './stages/record.js';
import { renderResponse } from './stages/render.js';
import { respondToError, type Responded } from './stages/respond-to-error.js';
import { takeCaller, takeForMoment, takeNamed } from './stages/take.js';
import { validateRequest } from './stages/validate-request.js';
import { validateResponse } from './stages/validate-response.js';
import { type SerializedResponse, serializeResponse, writeResponse } from './stages/write.js';

/** Handles every request that it gets. */
export function dataPlane(context: ServiceContext): (req: Request, res: Response) => Promise<void> {
  return async function serveDataPlane(req: Request, res: Response): Promise<void> {
    const received = performance.now();
    context.unfinished.begin();
    try {
      await serve(context, req, res);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      refuseWithoutStore(context, req, res, { received, error });
    } finally {
      context.unfinished.end();
    }
  };
}

/** @throws StoreError if the sandbox cannot be read, or its change cannot be stored */
async function serve(context: ServiceContext, req: Request, res: Response): Promise<void> {
  // Most tokens and requests do not need to be waited for, and waiting for a value costs time, too.
  const known = claimsIn(context, req);
  const claims = known instanceof Promise ? await known : known;
  const taking = takeNamed(context, req, claims);
  if (taking !== undefined) await taking;
  const arrival = arrive(context, req);
  const isConnected = (): boolean => !res.destroyed && !req.socket.destroyed && !req.socket.writableEnded;
  const prepared = await prepare(context, unverifiedCaller(context, arrival, claims), isConnected);
  if (prepared === 'client gone') return;
  if (prepared instanceof StageError && prepared.cause instanceof StoreError) throw prepared.cause;
  const taken = context.shared === undefined ? prepared : await takeForMoment(context, context.shared, prepared);
  const answering = answer(context, taken);
  const { serialized, record, sandbox } = answering instanceof Promise ? await answering : answering;
  let sent = arrival.received;
  try {
    sent = await writeResponse(res, serialized);
  } catch (error) {
    // It is too late for another response.
    context.onInternalError(error as Error);
    res.destroy();
  }
  // The client does not get the response if it is gone, or if a scenario never sends it.
  if (!res.destroyed && record.ending !== 'never') record.duration = sent - arrival.received;
  context.keeper?.recorded(record, sandbox);
  context.onExchange(record, sandbox);
}

/** A response that is in the journal, and has to be written. */
interface Answered {
  readonly serialized: SerializedResponse;
  readonly record: ExchangeRecord;
  readonly sandbox: Sandbox;
}

/**
 * Makes the response and records it. A function of its own, so that only what it returns stays in memory until the response
 * is written: the items of a list are many times as large as their text.
 */
function answer(context: ServiceContext, taken: Authenticated | StageError): Answered | Promise<Answered> {
  const { exchange } = taken instanceof StageError ? taken : { exchange: taken };
  const responded = runAtomically(exchange, (start) => respond(context, taken, start));
  const response = validateResponse(context, responded);
  const serialized = serializeResponse(context, responded.exchange, response);
  const { sandbox } = responded.exchange;
  const recorded = (): Answered => {
    const record = recordExchange(context, { exchange: responded.exchange, response }, serialized);
    context.onRecorded?.(record, sandbox);
    return { serialized, record, sandbox };
  };
  return context.keeper === undefined ? recorded() : context.keeper.stored(sandbox).then(recorded);
}

/** The stages that may wait. Never rejects: an error ends them and becomes the response. */
async function prepare(
  context: ServiceContext,
  caller: Exchange,
  isConnected: () => boolean,
): Promise<Authenticated | StageError | 'client gone'> {
  try {
    const located = runStage(locate, context, caller);
    const receiving = runStage(receive, context, located);
    const received = receiving instanceof Promise ? await receiving : receiving;
    const taking = takeCaller(context, received);
    if (taking !== undefined) await taking;
    const authenticated = runStage(authenticate, context, received);
    const preparing = failingWith(
      () => authenticated,
      () => prepareOperation(context, authenticated, isConnected),
    );
    if (preparing instanceof Promise ? await preparing : preparing) return authenticated;
    return 'client gone';
  } catch (error) {
    return StageError.from(error, caller);
  }
}

/** The stages that happen at one moment. */
function respond(context: ServiceContext, prepared: Authenticated | StageError, start: ExchangeStart): Responded {
  if (prepared instanceof StageError) return respondToError(context, prepared, start);
  try {
    const exchange = runStage(() => decide(context, prepared, start), context, prepared);
    return { exchange, response: runStage(perform, context, exchange) };
  } catch (error) {
    return respondToError(context, StageError.from(error, prepared), start);
  }
}

function perform(context: ServiceContext, exchange: Decided): ServiceResponse {
  return performFaults(context, exchange, (overrides) => {
    const validated = validateRequest(exchange);
    const response = failingWith(
      () => validated.exchange,
      () => operate(context, validated, overrides),
    );
    return renderResponse(context, validated.exchange, response);
  });
}
