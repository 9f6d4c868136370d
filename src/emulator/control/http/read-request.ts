/** Reads a request to the control plane: access, operation, body, validation. */

import type { Request } from 'express';
import { MOST_SHOWN } from '../../../common/bounded-list.js';
import type { Method } from '../../../contract/document.js';
import { isDeeperThan, MOST_LEVELS_READ, NESTED_TOO_DEEP } from '../../../common/json.js';
import type { Operation } from '../../../contract/operation.js';
import { parseForm, PercentEncodingError, splitUrl } from '../../../contract/query-string.js';
import { checkRequest } from '../../../contract/request.js';
import { closest } from '../../../contract/suggestions.js';
import { violationSentences } from '../../../contract/violation.js';
import { bodyReadBefore, isReadBefore } from '../../../common/platform/body-read-before.js';
import { receiveBytes } from '../../../common/platform/receive-bytes.js';
import { decodeUtf8 } from '../../../common/utf8.js';
import type { ControlContext, EndpointContext } from '../control-context.js';
import { EmulatorControl } from '../methods/emulator-control.js';
import type { ControlRequest } from './endpoint.js';
import { guard } from './guard.js';
import { inSteps } from './in-steps.js';
import { notFound, Problem, unprocessable } from '../problem.js';

/** A valid request, and its operation in `spec/control.yaml`. */
export interface MatchedRequest {
  readonly operation: Operation<string>;
  readonly request: ControlRequest;
}

/** @throws Problem 400, 401, 403, 404, 405, 413, 415 or 422 */
export async function readRequest(context: EndpointContext, req: Request): Promise<MatchedRequest> {
  const [path = '', queryString = ''] = splitUrl(req.url);
  guard(req, context);
  const { operation, parameters } = match(context, req.method, path);
  const body = operation.body === undefined ? undefined : await readJson(req);
  const query = decoded(() => parseForm(queryString));
  const parts = { path: parameters, query, body };
  const isWanted = (): boolean => !req.socket.destroyed;
  const request = validRequest(context, context.addressOf(req), operation, parts, isWanted);
  const lastEventId = req.get('Last-Event-ID') ?? '';
  if (!/^\d{1,15}$/.test(lastEventId)) return { operation, request };
  return { operation, request: { ...request, lastEventId: Number(lastEventId) } };
}

/** @throws Problem 400, 404, 405 */
function match(
  { controlContract }: ControlContext,
  method: string,
  path: string,
): Pick<MatchedRequest, 'operation'> & { readonly parameters: Readonly<Record<string, string>> } {
  const found = decoded(() => controlContract().match(`/_emulator${path}`));
  if (found === undefined)
    throw notFound(`The control plane has no path ${path}; GET /_emulator/control.json lists its paths.`);
  const operation = found.methods.get((method === 'HEAD' ? 'get' : method.toLowerCase()) as Method);
  if (operation !== undefined) return { operation, parameters: found.parameters };
  const allowed = [...found.methods.keys()]
    .flatMap((known) => (known === 'get' ? ['GET', 'HEAD'] : [known.toUpperCase()]))
    .join(', ');
  throw new Problem(405, 'Method not allowed', `The method ${method} is not allowed here; allowed are ${allowed}.`, {
    headers: { Allow: allowed },
  });
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
  parts: Parameters<typeof checkRequest>[1],
  isWanted = (): boolean => true,
): ControlRequest {
  const { request, violations, unreported, unknown } = checkRequest(operation, parts);
  // The schemas of bodies refuse unknown members themselves.
  const known = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const unknownInQuery = unknown
    .filter((violation) => violation.in === 'query')
    .map((violation) => ({
      ...violation,
      expected: violation.expected + suggested(violation.pointer.slice(1), known),
    }));
  const mistakes = [...violations, ...unknownInQuery];
  if (mistakes.length > 0)
    throw unprocessable('The request is invalid', violationSentences(mistakes, unreported), mistakes[0]!.pointer, {
      violations: mistakes.slice(0, MOST_SHOWN),
    });
  const emulator = EmulatorControl.at(address, context);
  return {
    context,
    emulator,
    sandbox: () => emulator.sandbox(request.path['id'] as string),
    ...request,
    address,
    inSteps: (steps) => inSteps(steps, isWanted),
  };
}

function suggested(name: string, known: readonly string[]): string {
  const meant = closest(name, known);
  return meant === undefined ? ` (known are ${known.join(', ')})` : ` (did you mean "${meant}"?)`;
}

/** @throws Problem 400 */
function decoded<Value>(decode: () => Value): Value {
  try {
    return decode();
  } catch (error) {
    if (error instanceof PercentEncodingError)
      throw new Problem(400, 'The request cannot be read', `The URL is ${error.message}.`);
    throw error;
  }
}

/** In bytes: states with a long history are large. */
const BODY_LIMIT = 67_108_864;

/**
 * The JSON body; undefined without a body.
 * @throws Problem 400, 413, 415 or 422
 */
async function readJson(req: Request): Promise<unknown> {
  const { 'transfer-encoding': coding, 'content-length': length = '0', 'content-type': type } = req.headers;
  if (coding === undefined && Number(length) === 0) return undefined;
  if (req.is('application/json') === false)
    throw unsupported(`The content type must be application/json, but is ${type ?? 'missing'}.`);
  const value = isReadBefore(req) ? parsed(readBefore(req)) : await receiveJson(req);
  if (isDeeperThan(value, MOST_LEVELS_READ))
    throw unprocessable('The request is invalid', `In the body, ${NESTED_TOO_DEEP}.`, '');
  return value;
}

/** @throws Problem 400 */
function readBefore(req: Request): string {
  const bytes = bodyReadBefore(req);
  if (bytes === undefined)
    throw unreadable(
      'Something before the emulator has read the body and left nothing in req.body; mount the emulator before it.',
    );
  return textOf(bytes);
}

/** @throws Problem 400, 413, 415 */
async function receiveJson(req: Request): Promise<unknown> {
  const { 'content-encoding': coding = 'identity' } = req.headers;
  if (coding !== 'identity') throw unsupported(`The content encoding "${coding}" is not supported; send none.`);
  const received = await receiveBytes(req, BODY_LIMIT).catch((error: unknown) => {
    throw unreadable(`The request body did not arrive (${(error as Error).message}).`);
  });
  if (received === undefined)
    throw new Problem(413, 'The request is too large', `The request body is larger than ${BODY_LIMIT} bytes.`);
  const text = textOf(received);
  return text === '' ? undefined : parsed(text);
}

/** JSON is UTF-8, whatever charset the content type names (RFC 8259 section 8.1). @throws Problem 400 */
function textOf(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw unreadable('The request body is not valid UTF-8; JSON has no other charset.');
  return text;
}

/** @throws Problem 400 */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable(`The request body is not valid JSON: ${(error as Error).message}.`);
  }
}

function unreadable(message: string): Problem {
  return new Problem(400, 'The request cannot be read', message);
}

function unsupported(message: string): Problem {
  return new Problem(415, 'Unsupported media type', message);
}
