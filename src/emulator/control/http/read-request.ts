/** Reads a request to the control plane: access, operation, body, validation. */

import type { Request } from 'express';
import { MOST_SHOWN } from '../../../common/bounded-list.js';
import type { Operation } from '../../../contract/operation.js';
import { parseForm, PercentEncodingError, splitUrl } from '../../../contract/query-string.js';
import { bodyTooLarge, jsonIn, requireMediaType, UnreadableBodyError } from '../../../contract/reading/read-body.js';
import { allowedMethods, methodInContract, refusalStatus } from '../../../contract/reading/read-request.js';
import { type PlainRequest, RequestCheck } from '../../../contract/request.js';
import { closest } from '../../../contract/suggestions.js';
import { violationSentences } from '../../../contract/violation.js';
import { isReadBefore, receiveBody } from '../../../common/platform/body-read-before.js';
import { BODY_LIMITS } from '../../../common/platform/receive-bytes.js';
import { inTurns } from '../../../common/platform/in-turns.js';
import type { ControlContext, EndpointContext } from '../control-context.js';
import { EmulatorControl } from '../methods/emulator-control.js';
import type { ControlRequest } from './endpoint.js';
import { guard } from './guard.js';
import { notFound, Problem, unprocessable } from '../problem.js';

/** The title of the problem of a request that cannot be parsed. */
const UNREADABLE = 'The request cannot be read';

/** A valid request, and its operation in `spec/control.yaml`. */
export interface MatchedRequest {
  readonly operation: Operation<string>;
  readonly request: ControlRequest;
}

/** Reads and checks a request. @throws Problem 400, 401, 403, 404, 405, 413, 415 or 422 */
export async function readRequest(context: EndpointContext, req: Request): Promise<MatchedRequest> {
  const [path = '', queryString = ''] = splitUrl(req.url);
  guard(req, context);

  const { operation, parameters } = match(context, req.method, path);
  const body = operation.body === undefined ? undefined : await readJson(req);
  const query = decoded(() => parseForm(queryString));
  const parts = { path: parameters, query, body };
  const isWanted = (): boolean => !req.socket.destroyed;
  const request = validRequest(context, context.addressOf(req), operation, parts, isWanted);

  // The number of an exchange, perhaps with a fraction such as 7.5. Any other text means nothing, and is ignored.
  const lastEventId = req.get('Last-Event-ID') ?? '';
  if (!/^\d{1,15}(?:\.\d{1,9})?$/.test(lastEventId)) return { operation, request };

  return { operation, request: { ...request, lastEventId: Number(lastEventId) } };
}

/** Finds the operation for a method and a path. @throws Problem 400, 404, 405 */
function match(
  { controlContract }: ControlContext,
  method: string,
  path: string,
): Pick<MatchedRequest, 'operation'> & { readonly parameters: Readonly<Record<string, string>> } {
  const found = decoded(() => controlContract().match(`/_emulator${path}`));
  if (found === undefined)
    throw notFound(`The control plane has no path ${path}; GET /_emulator/control.json lists its paths.`);

  const operation = found.methods.get(methodInContract(method));
  if (operation !== undefined) return { operation, parameters: found.parameters };

  const allowed = allowedMethods(found).join(', ');
  const detail = `The method ${method} is not allowed here; allowed are ${allowed}.`;
  throw new Problem(405, 'Method not allowed', detail, { headers: { Allow: allowed } });
}

/**
 * The request of an operation, from its parts as they were sent.
 * @param address where the client reaches the emulator
 * @param isWanted whether the client still waits for the response
 * @throws Problem 422 with every violation
 */
export function validRequest(
  context: EndpointContext,
  address: string,
  operation: Operation<string>,
  parts: PlainRequest,
  isWanted = (): boolean => true,
): ControlRequest {
  const check = new RequestCheck(operation, parts);
  refuseViolations(operation, check);

  const { request } = check;
  const emulator = EmulatorControl.forRequest(address, context);
  return {
    context,
    emulator,
    sandbox: () => emulator.sandbox(request.path['id'] as string),
    ...request,
    address,
    inSteps: (steps) =>
      inTurns(steps, () => {
        if (!isWanted()) throw new Problem(503, 'Given up', 'The client has left before the report was made.');
      }),
  };
}

/** @throws Problem 422 with every violation, if there are any */
function refuseViolations({ parameters }: Operation<string>, { violations, unreported, unknown }: RequestCheck): void {
  const known = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const mistakes = [...violations];
  for (const violation of unknown) {
    // Unknown members of bodies are violations already, because the schemas do not allow them.
    if (violation.in !== 'query') continue;

    const meant = closest(violation.pointer.slice(1), known);
    const remedy = meant === undefined ? `known are ${known.join(', ')}` : `did you mean "${meant}"?`;
    mistakes.push({ ...violation, expected: `${violation.expected} (${remedy})` });
  }

  const [first] = mistakes;
  if (first === undefined) return;

  const detail = violationSentences(mistakes, unreported);
  const shown = { violations: mistakes.slice(0, MOST_SHOWN) };
  throw unprocessable('The request is invalid', detail, first.pointer, shown);
}

/** Calls a function that decodes a part of the URL. @throws Problem 400 if the percent-encoding is wrong */
function decoded<Value>(decode: () => Value): Value {
  try {
    return decode();
  } catch (error) {
    if (error instanceof PercentEncodingError) throw new Problem(400, UNREADABLE, `The URL is ${error.message}.`);
    throw error;
  }
}

/** The titles of problems, by their statuses. */
const TITLES: Readonly<Record<number, string>> = {
  413: 'The request is too large',
  415: 'Unsupported media type',
};

/**
 * The JSON body; undefined without a body.
 * @throws Problem 400, 413, 415 or 422
 */
async function readJson(req: Request): Promise<unknown> {
  const { 'transfer-encoding': framing, 'content-length': length = '0', 'content-type': type } = req.headers;
  if (framing === undefined && Number(length) === 0) return undefined;

  try {
    requireMediaType(type, 'application/json');
    return jsonIn(await receive(req));
  } catch (error) {
    if (!(error instanceof UnreadableBodyError)) throw error;

    const { violation, message } = error;
    if (violation.code === 'depth') throw unprocessable('The request is invalid', message, '');

    const status = refusalStatus(violation);
    throw new Problem(status, TITLES[status] ?? UNREADABLE, message);
  }
}

/** The bytes of the body. @throws Problem 400 or 415; UnreadableBodyError if the body is too large */
async function receive(req: Request): Promise<Buffer> {
  const { 'content-encoding': coding = 'identity' } = req.headers;
  // A parser that has read the body before the emulator has also decompressed it.
  if (coding !== 'identity' && !isReadBefore(req))
    throw new Problem(415, TITLES[415]!, `The content encoding "${coding}" is not supported; send none.`);

  const received = await receiveBody(req, BODY_LIMITS.controlRequest).catch((error: unknown) => {
    throw new Problem(400, UNREADABLE, `The request body did not arrive (${(error as Error).message}).`);
  });
  if (received === 'too-large') throw bodyTooLarge(BODY_LIMITS.controlRequest);
  if (received !== 'lost') return received;

  // `lost`: the emulator is mounted in an application, and middleware of that application has read the body.
  const message = 'Something before the emulator has read the body and left nothing in req.body;';
  throw new Problem(400, UNREADABLE, `${message} mount the emulator before it.`);
}
