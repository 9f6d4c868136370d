/**
 * The service's own endpoints, as one handler. A request's way:
 *
 *     arrive -> locate -> receive -> authenticate -> prepare operation
 *         -> at one moment of the sandbox's clock: decide -> validate request -> operate -> render
 *         -> validate response -> serialize -> store -> record -> write
 *
 * Each stage adds what it has found to the exchange. `stages/` has a file for each; an exchange begins when it arrives.
 */

import type { Request, Response } from 'express';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import type { ExchangeRecord } from '../journal/exchange-record.js';
import { StoreError } from '../store/store-error.js';
import { performFaults } from './faults/perform-faults.js';
import { refuseWithoutStore } from './refuse-without-store.js';
import type { ServiceContext } from './service-context.js';
import type { ServiceResponse } from './service-response.js';
import { claimsIn } from './request/access-token.js';
import { authenticate } from './stages/identify.js';
import { decide } from './stages/decide.js';
import {
  type Decided,
  type Located,
  type ReadResult,
  ServedExchange,
  type Started,
  valueOf,
} from './exchange.js';
import { locate } from './stages/locate.js';
import { operate } from './stages/operate.js';
import { prepareOperation } from './stages/prepare-operation.js';
import { receive } from './stages/receive.js';
import { recordOfExchange } from './stages/record.js';
import { renderResponse } from './stages/render.js';
import { respondToError } from './respond-to-error.js';
import { takeCaller, takeForMoment, takeNamed } from './stages/leases.js';
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
  const exchange = new ServedExchange(context, req, claims);
  const isConnected = (): boolean => !res.destroyed && !req.socket.destroyed && !req.socket.writableEnded;
  const prepared = await prepare(context, exchange, isConnected);
  if (prepared === 'client gone') return;
  if ('failure' in prepared && prepared.failure instanceof StoreError) throw prepared.failure;
  if (context.shared !== undefined) await takeForMoment(context, context.shared, exchange);
  const responding = answer(context, exchange, prepared);
  const { serialized, record, sandbox } = responding instanceof Promise ? await responding : responding;
  let sent = exchange.received;
  try {
    sent = await writeResponse(res, serialized);
  } catch (error) {
    // It is too late for another response.
    context.onInternalError(error as Error);
    res.destroy();
  }
  // The client does not get the response if it is gone, or if a scenario never sends it.
  if (!res.destroyed && record.ending !== 'never') record.duration = sent - exchange.received;
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
 * Makes the response and records it. A function of its own, so that only what it returns stays in memory until the
 * response is written: the items of a list are many times as large as their text.
 */
function answer(
  context: ServiceContext,
  known: ServedExchange,
  prepared: ReadResult<Located>,
): Answered | Promise<Answered> {
  const { sandbox } = known;
  sandbox.lastUsedAt = known.received;
  const exchange = known as Started;
  const response = sandbox.exchange((start) => {
    exchange.start = start;
    return respond(context, exchange, prepared);
  });
  const valid = validateResponse(context, exchange, response);
  const serialized = serializeResponse(context, exchange, valid);
  const record = recordOfExchange(context, exchange, valid, serialized);
  const recorded = (): Answered => {
    context.journals.of(sandbox).add(record);
    context.onRecorded?.(record, sandbox);
    return { serialized, record, sandbox };
  };
  return context.keeper === undefined ? recorded() : context.keeper.stored(sandbox, record).then(recorded);
}

/** The stages that may wait. Never rejects: an error ends them and becomes the response. */
async function prepare(
  context: ServiceContext,
  exchange: ServedExchange,
  isConnected: () => boolean,
): Promise<ReadResult<Located> | 'client gone'> {
  try {
    const located = locate(context, exchange);
    const receiving = receive(context, located);
    if (receiving !== undefined) await receiving;
    const taking = takeCaller(context, located);
    if (taking !== undefined) await taking;
    authenticate(context, located);
    const preparing = prepareOperation(context, located, isConnected);
    const isWanted = preparing instanceof Promise ? await preparing : preparing;
    return isWanted ? { value: located } : 'client gone';
  } catch (failure) {
    return { failure };
  }
}

/** The stages that happen at one moment. */
function respond(context: ServiceContext, exchange: Started, prepared: ReadResult<Located>): ServiceResponse {
  try {
    return perform(context, decide(context, valueOf(prepared)));
  } catch (error) {
    return respondToError(context, exchange, error);
  }
}

function perform(context: ServiceContext, exchange: Decided): ServiceResponse {
  return performFaults(context, exchange, (overrides) =>
    renderResponse(context, exchange, operate(context, validateRequest(exchange), overrides)),
  );
}
