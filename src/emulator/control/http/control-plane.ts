/** The emulator's own endpoints, under `/_emulator/`, as one Express handler. `spec/control.yaml` describes them. */

import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import type { Operation } from '../../../contract/operation.js';
import type { PlainRequest } from '../../../contract/request.js';
import { responseViolations } from '../../../contract/response.js';
import { violationSentence } from '../../../contract/violation.js';
import { endOfTurn } from '../../../common/platform/end-of-turn.js';
import { PROBLEM_TYPE, problemDetails } from '../../../common/platform/problem-details.js';
import type { SharedKeeper } from '../../store/keeper.js';
import type { EndpointContext } from '../control-context.js';
import type { CallControl, CallParts, ControlRequest, ControlResponse } from './endpoint.js';
import type { Endpoint, FurtherEndpoints } from './endpoint.js';
import { methodEndpoints } from './endpoints/by-method.js';
import { emulatorEndpoints } from './endpoints/emulator.js';
import { journalEndpoints } from './endpoints/journal.js';
import { serveInspector } from './pages.js';
import { conflict, Problem, problemOf } from '../problem.js';
import { type MatchedRequest, readRequest, validRequest } from './read-request.js';

/** The endpoints of the emulator itself, by their `operationId` in `spec/control.yaml`. */
export const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries({ ...methodEndpoints, ...emulatorEndpoints, ...journalEndpoints }),
);

const JSON_TYPE = 'application/json; charset=utf-8';

/** The handler to mount at `/_emulator`. @param further endpoints that other parts of the program add */
export function controlPlane(context: EndpointContext, further: FurtherEndpoints): RequestHandler {
  const endpoints = new Map([...Object.entries(further.endpoints), ...ENDPOINTS]);
  return async function handleControlRequest(req: Request, res: Response): Promise<void> {
    let response: ControlResponse;
    try {
      if (serveInspector(context, req, res)) return;
      if (await further.serve(context, req, res)) return;

      const matched = await readRequest(context, req);
      response = await perform(matched, endpoints.get(matched.operation.id)!);
    } catch (error) {
      const problem = problemOf(error, context.onInternalError);
      if (res.headersSent) {
        // A part of the response was sent already. If the connection breaks, the client sees that the rest is missing.
        res.destroy();
        return;
      }
      response = problemResponse(problem);
    }

    await write(req, res, response);
  };
}

/** Operations that do not wait for the store: they report the state of the store, or do not need the store. */
const PROBES: ReadonlySet<string> = new Set(['getHealth', 'getLiveness', 'getReadiness']);

/** Performs an operation. The response waits until the store has all changes, so that no shown change can be lost. */
async function perform({ operation, request }: MatchedRequest, endpoint: Endpoint): Promise<ControlResponse> {
  refuseChangeOfRecording(operation, request);
  const { shared, keeper } = request.context;
  if (shared !== undefined) await prepareStore(shared, { operation, request });

  // The changes of an endpoint happen synchronously, before anything is awaited. An error that it throws becomes a
  // rejection.
  const responding = (async () => await endpoint(request))();
  // If both the endpoint and the store fail, the error of the store is reported, because it may be the cause of the
  // endpoint's error. Without this handler, Node.js would report the endpoint's error as unhandled.
  responding.catch(() => undefined);

  const awaitedKeeper = PROBES.has(operation.id) ? undefined : keeper;
  await awaitedKeeper?.untilAllStored(request.path['id'] as string | undefined);
  const response = await responding;

  // An endpoint that sets up provider states changes a sandbox after it was called, so wait again. Such endpoints do
  // not exist with a shared store.
  if (shared === undefined) await awaitedKeeper?.untilAllStored();

  // What is sent in parts does not exist as a whole that could be validated.
  if (response.stream === undefined && response.pieces === undefined) validateResponse(operation, response);

  return response;
}

/**
 * Operations that recordings allow although the method is not GET. `deleteSandbox` removes the recording as a whole,
 * and `verifyJournal` only reads it.
 */
const ALLOWED_FOR_RECORDINGS: ReadonlySet<string> = new Set(['deleteSandbox', 'verifyJournal']);

/** @throws Problem 403 if the operation would change a recording */
function refuseChangeOfRecording({ id, method }: Operation<string>, request: ControlRequest): void {
  if (method === 'get' || ALLOWED_FOR_RECORDINGS.has(id)) return;

  const { register } = request.context;
  const sandbox = request.path['id'] as string | undefined;
  if (sandbox === undefined || !register.has(sandbox)) return;
  if (register.existing(sandbox).settings.recorded === undefined) return;

  const detail = `Nothing changes "${sandbox}", which is a recording; remove it, or look at it.`;
  throw new Problem(403, 'The sandbox is a recording', detail);
}

/** Operations that read the journal although they do not have the tag `journal` in `spec/control.yaml`. */
const JOURNAL_READERS: ReadonlySet<string> = new Set(['exportBundle', 'listUpcoming']);

/**
 * Prepares the sandbox of a request if several emulators share a store: it is taken with its journal, or only confirmed
 * (taken with its newest state).
 * @throws StoreError, Problem 409
 */
async function prepareStore(shared: SharedKeeper, { operation, request }: MatchedRequest): Promise<void> {
  // All requests of a Pact verification must reach one process, but replicas answer requests in turn.
  if (operation.tags.includes('verifications'))
    throw conflict('Pact verifiers need an emulator of their own: start one without a store that others share.');

  const { id } = request.path as { id?: string };
  if (id !== undefined) {
    const needsJournal = operation.tags.includes('journal') || JOURNAL_READERS.has(operation.id);
    if (needsJournal) await shared.takeWithJournal(id);
    else await shared.confirm(id);
  }

  if (operation.id === 'resetEmulator') await shared.removeOthers();
  // The number in the ID of a new sandbox must differ from those that other replicas have given.
  if (operation.id === 'createSandbox')
    await shared.prepareOpening((request.body as { clientId?: string } | undefined)?.clientId);
}

/**
 * Returns a function that calls operations within the process. Requests and responses are checked as over HTTP.
 * @param address returns where clients reach the emulator
 */
export function controlCalls(context: EndpointContext, address: () => string): CallControl {
  return async (operationId, parts = {}) => {
    const operation = context.controlContract().operations.get(operationId)!;
    const request = validRequest(context, address(), operation, asSent(operation, parts));
    const { body, pieces } = await perform({ operation, request }, ENDPOINTS.get(operationId)!);

    // A long list comes as pieces of JSON text, which a caller in the process does not expect.
    return pieces === undefined ? body : (JSON.parse([...pieces].join('')) as unknown);
  };
}

/** The parts of a call as they are sent over HTTP, where each value in path and query is a text. */
function asSent(operation: Operation<string>, { sandbox, target, query = {}, body }: CallParts): PlainRequest {
  const path: Record<string, string> = {};
  for (const { in: place, name } of operation.parameters) {
    // A path has at most one parameter in addition to the `id` of the sandbox, such as the number of an exchange.
    const value = name === 'id' ? sandbox : target;
    if (place === 'path' && value !== undefined) path[name] = String(value);
  }

  const fields = new Map<string, string[]>();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) fields.set(name, [String(value)]);

  return { path, query: fields, body };
}

/** @throws Error if the response violates `spec/control.yaml`: a bug of the emulator */
function validateResponse(operation: Operation<string>, response: ControlResponse): void {
  const { status, body } = response;
  const headers = { 'Content-Type': JSON_TYPE, ...response.headers };
  const violations = responseViolations(operation, { status, headers, body });
  if (violations.length === 0) return;

  const sentences = violations.map(violationSentence).join(' ');
  throw new Error(`the response of ${operation.id} (${status}) violates spec/control.yaml: ${sentences}`);
}

/** The response to a request that was refused. */
function problemResponse({ status, title, message, members, headers }: Problem): ControlResponse {
  const body = problemDetails(status, title, message, members);
  return { status, headers: { 'Content-Type': PROBLEM_TYPE, ...headers }, body };
}

/** Sends a response, in whichever form it has its body. */
async function write(req: Request, res: Response, response: ControlResponse): Promise<void> {
  const { status, headers = {}, body, pieces, stream } = response;
  const isJson = body !== undefined || pieces !== undefined;
  res.writeHead(status, {
    'Cache-Control': 'no-store',
    ...(isJson && { 'Content-Type': JSON_TYPE, 'X-Content-Type-Options': 'nosniff' }),
    ...headers,
  });

  if (req.method === 'HEAD') res.end();
  else if (stream !== undefined) stream(res);
  else if (pieces !== undefined) await writePieces(res, pieces);
  else res.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Writes pieces as fast as the reader takes them. Between two pieces, other requests are served. */
async function writePieces(res: Response, pieces: Iterable<string>): Promise<void> {
  /** The pieces, with time for other requests after each. */
  async function* withTurnsBetween(): AsyncGenerator<string, void> {
    for (const piece of pieces) {
      yield piece;
      await endOfTurn();
    }
  }
  await pipeline(withTurnsBetween, res).catch((error: unknown) => {
    // This code means that the reader has left.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
