/**
 * The data plane: the endpoints of the service that is emulated, as one handler. A request passes these stages:
 *
 *     arrive -> route -> receive -> identify -> locate -> authenticate -> hold request
 *         -> at one moment of the sandbox's clock: decide -> validate request -> operate -> render
 *         -> validate response -> hold response -> serialize -> record -> store -> wait -> write -> end
 *
 * Each stage is a file with its name in `stages/`. A stage adds its findings to the exchange, or returns a result.
 * `serve` awaits the stages at which a request may wait. The stages from `decide` to `record` happen synchronously, so
 * that no other request comes between. Only long lists are validated and serialized over several turns of the event
 * loop. `stages/hold.ts` says what is held.
 */

import type { Request, Response } from 'express';
import type { Awaitable } from '../../common/awaitable.js';
import { jsonPieces } from '../../common/json-pieces.js';
import { inTurns } from '../../common/platform/in-turns.js';
import type { Steps } from '../../common/steps.js';
import { StoreError } from '../store/store-error.js';
import { resultOf, valueOf } from './exchange.js';
import type { Identified, Located, ReadResult, Received, Recorded } from './exchange.js';
import type { ServedExchange, Started } from './exchange.js';
import { performFaults } from './faults/perform-faults.js';
import { longListIn } from './representations/page.js';
import { refuseWithoutStore, responseOrError } from './respond-to-error.js';
import type { ServiceContext } from './service-context.js';
import type { ServiceResponse } from './service-response.js';
import { arrive } from './stages/arrive.js';
import { authenticate } from './stages/authenticate.js';
import { decide } from './stages/decide.js';
import { end } from './stages/end.js';
import { holdRequest, holdResponse } from './stages/hold.js';
import { identify, identifyInStore } from './stages/identify.js';
import { locate } from './stages/locate.js';
import { operate } from './stages/operate.js';
import { receive } from './stages/receive.js';
import { record } from './stages/record.js';
import { render } from './stages/render.js';
import { route } from './stages/route.js';
import { serialize, type SerializedResponse } from './stages/serialize.js';
import { store } from './stages/store.js';
import { validateRequest } from './stages/validate-request.js';
import { validateResponse } from './stages/validate-response.js';
import { write } from './stages/write.js';

/** Handles every request that it gets. */
export function dataPlane(context: ServiceContext): (req: Request, res: Response) => Promise<void> {
  return async function serveDataPlane(req: Request, res: Response): Promise<void> {
    const exchange = arrive(context, req, res);
    context.unfinished.begin();
    try {
      await serve(exchange);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      refuseWithoutStore(exchange, error);
    } finally {
      exchange.held?.end();
      context.unfinished.end();
    }
  };
}

/** Takes a request through all stages. @throws StoreError if the sandbox cannot be read, or not be stored */
async function serve(arrived: ServedExchange): Promise<void> {
  const received = await receive(route(arrived));
  let admission = await admit(received);
  const heldRequest = holdRequest(admission.identified);
  if (heldRequest !== undefined) {
    await heldRequest.wait();
    // The token, client or sandbox of the request may have changed while it waited.
    admission = await admit(received);
  }

  const { exchange, serialized } = await respond(admission);
  await store(exchange);
  // A call whose request was held is not held again with its response.
  if (heldRequest === undefined && exchange.held !== undefined) await exchange.held.wait(exchange.res);

  const { sandbox } = exchange;
  sandbox.responsesUnderWay += 1;
  try {
    await end(exchange, await write(exchange, serialized));
  } finally {
    sandbox.responsesUnderWay -= 1;
    sandbox.lastUsedAt = performance.now();
  }
}

/** A request whose caller is known, and the operation that the request calls, or why the request is refused. */
interface Admission {
  readonly identified: Identified;
  readonly located: ReadResult<Located>;
}

/**
 * Finds the caller and the operation, because the operation decides whether the call is held. A refusal is kept in the
 * result, and thrown later, when the exchange has its number and its time. With a shared store, the result is a
 * promise, which rejects with a `StoreError` if the sandbox cannot be read.
 */
function admit(received: Received): Awaitable<Admission> {
  const { shared } = received.context;
  if (shared === undefined) return locateAndAuthenticate(identify(received));

  return identifyInStore(shared, received).then(locateAndAuthenticate);
}

/** The stages `locate` and `authenticate`, which come before the scenarios. A refusal becomes part of the result. */
function locateAndAuthenticate(identified: Identified): Admission {
  const located = resultOf(() => {
    const sought = locate(identified);
    if (identified.brokenBody !== undefined) throw identified.brokenBody;
    return authenticate(sought);
  });
  return { identified, located };
}

/** A response that is ready to be stored and written. */
interface Responded {
  readonly exchange: Recorded;
  readonly serialized: SerializedResponse;
}

/**
 * Makes the response and its record. This is a separate function, so that only its result stays in memory until the
 * response is written: the items of a list are many times as large as their text.
 */
function respond({ identified, located }: Admission): Awaitable<Responded> {
  const { context, sandbox } = identified;
  sandbox.lastUsedAt = performance.now();
  // The cast is right as soon as `start` is set, before anything else uses the exchange.
  const exchange = identified as Started;
  const made = sandbox.exchange((start) => {
    exchange.start = start;
    return responseOrError(exchange, () => perform(located));
  });
  const validated = (): ServiceResponse => responseOrError(exchange, () => validateResponse(exchange, made));
  const serializeAndRecord = (response: ServiceResponse): Responded => {
    const serialized = serialize(exchange, holdResponse(exchange, response));
    return { exchange: record(exchange, response, serialized), serialized };
  };

  // Replicas of a shared store write exchanges in the order of their times, so an exchange must not wait in between.
  if (context.shared !== undefined || longListIn(made.body) === undefined) return serializeAndRecord(validated());

  return inTurns(writtenInSteps(validated)).then(serializeAndRecord);
}

/** Validates a response, and writes its list piece by piece, so that a long list does not block other requests. */
function* writtenInSteps(validate: () => ServiceResponse): Steps<ServiceResponse> {
  const response = validate();
  const list = longListIn(response.body);
  // The validation may have replaced the response, and a fault may have written the text already.
  if (list === undefined || response.text !== undefined) return response;

  let text = '';
  const withoutItems = { ...(response.body as object), [list.name]: [] };
  for (const piece of jsonPieces(withoutItems, list.name, list.items)) {
    yield;
    text += piece;
  }

  yield;

  return { ...response, text };
}

/** Decides the faults of the exchange, and carries the operation out inside of them. */
function perform(located: ReadResult<Located>): ServiceResponse {
  // This is the exchange that has its `start` by now. If there is a refusal in its place, that is thrown here.
  const exchange = decide(valueOf(located) as Located & Started);
  return performFaults(exchange, (overrides) => {
    const response = operate(validateRequest(exchange), overrides);
    return render(exchange, response);
  });
}
