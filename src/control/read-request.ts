/** Reads a request to the control plane: access, operation, body, validation. */

import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { MOST_SHOWN } from '../contract/bounded-list.js';
import type { Method } from '../contract/document.js';
import { isDeeperThan, MOST_LEVELS_READ, NESTED_TOO_DEEP } from '../contract/json.js';
import type { Operation } from '../contract/operation.js';
import { parseForm, PercentEncodingError, splitUrl } from '../contract/query-string.js';
import { checkRequest } from '../contract/request.js';
import { violationSentences } from '../contract/violation.js';
import { bodyReadBefore, isReadBefore } from '../platform/body-read-before.js';
import type { ControlContext } from './control-context.js';
import { EmulatorControl } from './emulator-control.js';
import type { ControlRequest } from './endpoint.js';
import { guard } from './guard.js';
import { notFound, Problem, unprocessable } from './problem.js';
import { isCalledByVerifier } from './verifications/serve-provider.js';

/** A valid request, and its operation in `spec/control.yaml`. */
export interface MatchedRequest {
  readonly operation: Operation<string>;
  readonly request: ControlRequest;
}

/** @throws Problem 400, 401, 403, 404, 405, 413, 415 or 422 */
export async function readRequest(context: ControlContext, req: Request, res: Response): Promise<MatchedRequest> {
  const [path = '', queryString = ''] = splitUrl(req.url);
  // Probes reach the health by any name, and it tells nothing that a stranger could use.
  guard(
    req,
    context,
    /^\/health(?:\/(?:live|ready))?$/.test(path) ? 'everybody' : isCalledByVerifier(path) ? 'no-token' : 'token',
  );
  const { operation, parameters } = match(context, req.method, path);
  const body = operation.body === undefined ? undefined : await readJson(req, res);
  const query = decoded(() => parseForm(queryString));
  return { operation, request: validRequest(context, req, operation, { path: parameters, query, body }) };
}

interface Match {
  readonly operation: Operation<string>;
  readonly parameters: Readonly<Record<string, string>>;
}

/** @throws Problem 400, 404, 405 */
function match({ controlContract }: ControlContext, method: string, path: string): Match {
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

/** @throws Problem 422 with every violation */
function validRequest(
  context: ControlContext,
  req: Request,
  operation: Operation<string>,
  parts: Parameters<typeof checkRequest>[1],
): ControlRequest {
  const { request, violations, unreported, unknown } = checkRequest(operation, parts);
  // The schemas of bodies refuse unknown members themselves.
  const mistakes = [...violations, ...unknown.filter((violation) => violation.in === 'query')];
  if (mistakes.length > 0)
    throw unprocessable('The request is invalid', violationSentences(mistakes, unreported), mistakes[0]!.pointer, {
      violations: mistakes.slice(0, MOST_SHOWN),
    });
  const address = context.addressOf(req);
  const emulator = new EmulatorControl(context, () => address);
  return { context, emulator, sandbox: () => emulator.sandbox(request.path['id'] as string), ...request, address };
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

/** States of sandboxes with a long history are large. */
const parseJson: RequestHandler = express.json({ limit: '64mb', strict: false, type: 'application/json' });

/**
 * The JSON body; undefined without a body.
 * @throws Problem 400, 413, 415 or 422
 */
async function readJson(req: Request, res: Response): Promise<unknown> {
  const { 'transfer-encoding': coding, 'content-length': length = '0', 'content-type': type } = req.headers;
  if (coding === undefined && Number(length) === 0) return undefined;
  if (req.is('application/json') === false)
    throw new Problem(
      415,
      'Unsupported media type',
      `The content type must be application/json, but is ${type ?? 'missing'}.`,
    );
  const value = isReadBefore(req) ? parsedBefore(req) : await receiveJson(req, res);
  if (isDeeperThan(value, MOST_LEVELS_READ))
    throw unprocessable('The request is invalid', `In the body, ${NESTED_TOO_DEEP}.`, '');
  return value;
}

/** @throws Problem 400 */
function parsedBefore(req: Request): unknown {
  const text = bodyReadBefore(req)?.toString();
  try {
    if (text !== undefined) return JSON.parse(text);
  } catch {
    throw new Problem(400, 'The request cannot be read', 'The request body is not valid JSON.');
  }
  throw new Problem(
    400,
    'The request cannot be read',
    'Something before the emulator has read the body and left nothing in req.body; mount the emulator before it.',
  );
}

/** @throws Problem 400, 413, 415 */
async function receiveJson(req: Request, res: Response): Promise<unknown> {
  const type = req.headers['content-type'];
  const explain = ({ status, message }: Error & { readonly status?: number }): string =>
    status === 415 && message.startsWith('unsupported charset')
      ? `The content type must be application/json in UTF-8, but is ${type ?? 'missing'}.`
      : message;
  await new Promise<void>((resolve, reject) => {
    const next = (error?: Error & { readonly status?: number }): void => {
      if (error === undefined) resolve();
      else reject(new Problem(error.status ?? 400, 'The request cannot be read', explain(error)));
    };
    void parseJson(req, res, next as NextFunction);
  });
  return req.body;
}
