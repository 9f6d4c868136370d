/** The emulator's own endpoints, under `/_emulator/`, as one Express handler. `spec/control.yaml` describes them. */

import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import type { Operation } from '../../../contract/operation.js';
import { responseViolations } from '../../../contract/response.js';
import { violationSentence } from '../../../contract/violation.js';
import { endOfTurn } from '../../../common/platform/end-of-turn.js';
import { PROBLEM_TYPE, problemDetails } from '../../../common/platform/problem-details.js';
import type { SharedKeeper } from '../../store/keeper.js';
import type { EndpointContext } from '../control-context.js';
import type { CallControl, ControlRequest, ControlResponse, Endpoint, FurtherEndpoints } from './endpoint.js';
import { methodEndpoints } from './endpoints/by-method.js';
import { emulatorEndpoints } from './endpoints/emulator.js';
import { journalEndpoints } from './endpoints/journal.js';
import { serveInspector } from './pages.js';
import { conflict, Problem, problemOf } from '../problem.js';
import { type MatchedRequest, readRequest, validRequest } from './read-request.js';

/** The endpoints of the emulator itself, by their `operationId` in `spec/control.yaml`. */
export const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  ...methodEndpoints,
  ...emulatorEndpoints,
  ...journalEndpoints,
};

const JSON_TYPE = 'application/json; charset=utf-8';

/** The handler to mount at `/_emulator`. @param further endpoints that other parts of the program add */
export function controlPlane(context: EndpointContext, further: FurtherEndpoints): RequestHandler {
  /** Returns undefined if the response was sent already. */
  const respond = async (req: Request, res: Response): Promise<ControlResponse | undefined> => {
    if (serveInspector(context, req, res) || (await further.serve(context, req, res))) return undefined;

    const matched = await readRequest(context, req);
    const { id } = matched.operation;

    return await perform(matched, Object.hasOwn(ENDPOINTS, id) ? ENDPOINTS[id]! : further.endpoints[id]!);
  };
  return async function handleControlRequest(req: Request, res: Response): Promise<void> {
    const response = await respond(req, res).catch((error: unknown) => {
      const problem = problemOf(error, context.onInternalError);
      if (!res.headersSent) return problemResponse(problem);

      // A part of the response was sent already. If the connection breaks, the client sees that the rest is missing.
      res.destroy();
      return undefined;
    });
    if (response !== undefined) await write(req, res, response);
  };
}

/** Operations that do not wait for the store: they report the state of the store, or do not need the store. */
const PROBES: ReadonlySet<string> = new Set(['getHealth', 'getLiveness', 'getReadiness']);

/** Performs an operation. The response waits until the store has all changes, so that no shown change can be lost. */
async function perform({ operation, request }: MatchedRequest, endpoint: Endpoint): Promise<ControlResponse> {
  const { shared, keeper } = request.context;
  refuseChangeOfRecording(operation, request);
  if (shared !== undefined) await prepareRequest(shared, operation, request);
  const awaitedKeeper = PROBES.has(operation.id) ? undefined : keeper;
  const responding = callEndpoint(endpoint, request);
  // If both the endpoint and the store fail, the error of the store is reported, because it may be the cause of the
  // endpoint's error. Without this handler, Node.js would report the endpoint's error as unhandled.
  responding.catch(() => undefined);
  await awaitedKeeper?.allStored(request.path['id'] as string | undefined);
  const response = await responding;
  // An endpoint that sets up provider states changes a sandbox after it was called, so wait again. Such endpoints do
  // not exist with a shared store.
  if (shared === undefined) await awaitedKeeper?.allStored();
  if (response.stream === undefined && response.pieces === undefined) validateResponse(operation, response);

  return response;
}

/** Calls an endpoint. Its changes happen synchronously; an error that it throws becomes a rejection. */
async function callEndpoint(endpoint: Endpoint, request: ControlRequest): Promise<ControlResponse> {
  return await endpoint(request);
}

/**
 * Operations that recordings allow although the method is not GET. `deleteSandbox` removes the recording as a whole,
 * and `verifyJournal` only reads it.
 */
const ALLOWED_FOR_RECORDINGS: ReadonlySet<string> = new Set(['deleteSandbox', 'verifyJournal']);

/** @throws Problem 403 if the operation would change a recording */
function refuseChangeOfRecording({ id, method }: Operation<string>, { path, context }: ControlRequest): void {
  const sandbox = path['id'] as string | undefined;
  if (method === 'get' || ALLOWED_FOR_RECORDINGS.has(id)) return;
  if (sandbox === undefined || !context.register.has(sandbox)) return;
  if (context.register.existing(sandbox).settings.recorded === undefined) return;

  const detail = `Nothing changes "${sandbox}", which is a recording; remove it, or look at it.`;
  throw new Problem(403, 'The sandbox is a recording', detail);
}

/** Operations that read the journal although they do not have the tag `journal` in `spec/control.yaml`. */
const JOURNAL_READERS: ReadonlySet<string> = new Set(['exportBundle', 'listUpcoming']);

/** Prepares the sandbox of a request if several emulators share a store. @throws StoreError, Problem 409 */
async function prepareRequest(
  shared: SharedKeeper,
  operation: Operation<string>,
  request: ControlRequest,
): Promise<void> {
  const { id } = request.path as { id?: string };
  const { clientId } = (request.body ?? {}) as { clientId?: string };
  const needsJournal = operation.tags.includes('journal') || JOURNAL_READERS.has(operation.id);

  // All requests of a Pact verification must reach one process, but replicas answer requests in turn.
  if (operation.tags.includes('verifications'))
    throw conflict('Pact verifiers need an emulator of their own: start one without a store that others share.');

  if (id !== undefined) await (needsJournal ? shared.takeWithJournal(id) : shared.confirm(id));
  else if (operation.id === 'resetEmulator') await shared.removeOthers();
  // The number in the ID of a new sandbox must differ from those that other replicas have given.
  else if (operation.id === 'createSandbox') await shared.prepareOpening(clientId);
}

/**
 * Returns a function that calls operations within the process. Requests and responses are checked as over HTTP.
 * @param address returns where clients reach the emulator
 */
export function controlCalls(context: EndpointContext, address: () => string): CallControl {
  return async (operationId, { sandbox, target, query = {}, body } = {}) => {
    const operation = context.controlContract().operations.get(operationId)!;
    // A path has at most one parameter in addition to the `id` of the sandbox, such as the number of an exchange.
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
    const targetParameter = inPath.find(({ name }) => name !== 'id');
    const path = {
      ...(sandbox !== undefined && { id: sandbox }),
      ...(target !== undefined && targetParameter !== undefined && { [targetParameter.name]: String(target) }),
    };
    const members = Object.entries(query).filter(([, value]) => value !== undefined);
    const fields = members.map(([name, value]) => [name, [String(value)]] as const);
    const request = validRequest(context, address(), operation, { path, query: new Map(fields), body });

    const response = await perform({ operation, request }, ENDPOINTS[operationId]!);

    // A long list comes as pieces of JSON text, which a caller in the process does not expect.
    return response.pieces === undefined ? response.body : (JSON.parse([...response.pieces].join('')) as unknown);
  };
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
  return {
    status,
    headers: { 'Content-Type': PROBLEM_TYPE, ...headers },
    body: problemDetails(status, title, message, members),
  };
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
