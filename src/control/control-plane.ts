/** The emulator's own endpoints, under `/_emulator/`, as one Express handler. `spec/control.yaml` describes them. */

import type { Request, RequestHandler, Response } from 'express';
import type { Method } from '../contract/document.js';
import type { Operation } from '../contract/operation.js';
import { parseForm, PercentEncodingError, splitUrl } from '../contract/query-string.js';
import { checkRequest } from '../contract/request.js';
import { responseViolations } from '../contract/response.js';
import { violationSentence } from '../contract/violation.js';
import type { ControlContext } from './control-context.js';
import { EmulatorControl } from './emulator-control.js';
import type { ControlAnswer, ControlCall, Endpoint } from './endpoint.js';
import { ENDPOINTS, type EndpointId } from './endpoints.js';
import { guard } from './guard.js';
import { notThere, Problem } from './problem.js';
import { problemAnswer, problemOf } from './problem-answer.js';
import { readJson } from './read-json.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The handler to mount at `/_emulator`. */
export function controlPlane(context: ControlContext): RequestHandler {
  return async function answerOnControlPlane(req: Request, res: Response): Promise<void> {
    let answer: ControlAnswer;
    try {
      answer = await answerTo(context, req, res);
    } catch (error) {
      answer = problemAnswer(problemOf(error, context.onInternalError));
    }
    write(req, res, answer);
  };
}

async function answerTo(context: ControlContext, req: Request, res: Response): Promise<ControlAnswer> {
  const [path = '', queryString = ''] = splitUrl(req.url);
  guard(req, { controlToken: context.controlToken, isOpen: path === '/health' });
  const { operation, parameters } = match(context, req.method, path);
  const body = operation.body === undefined ? undefined : await readJson(req, res);
  const call = checkedCall(context, req, operation, { path: parameters, query: fieldsOf(queryString), body });
  const endpoint: Endpoint = ENDPOINTS[operation.id as EndpointId];
  const answer = await endpoint(call);
  if (answer.stream === undefined) holdToContract(operation, answer);
  return answer;
}

interface Matched {
  readonly operation: Operation<string>;
  readonly parameters: Readonly<Record<string, string>>;
}

/** @throws Problem 400, 404, 405 */
function match({ controlContract }: ControlContext, method: string, path: string): Matched {
  const found = decoded(() => controlContract().match(`/_emulator${path}`));
  if (found === undefined)
    throw notThere(`There is no ${path} on the control plane; /_emulator/control.json describes what there is.`);
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
function checkedCall(
  context: ControlContext,
  req: Request,
  operation: Operation<string>,
  plain: Parameters<typeof checkRequest>[1],
): ControlCall {
  const { request, violations, unknown } = checkRequest(operation, plain);
  // What of the body is unknown, the schemas tell themselves.
  const mistakes = [...violations, ...unknown.filter((violation) => violation.in === 'query')];
  if (mistakes.length > 0) {
    throw new Problem(
      422,
      'The request is not what the control plane takes',
      mistakes.map(violationSentence).join(' '),
      {
        members: { pointer: mistakes[0]!.pointer, violations: mistakes },
      },
    );
  }
  const address = `${req.protocol}://${req.headers.host ?? 'localhost'}${req.baseUrl.replace(/\/_emulator$/, '')}`;
  const emulator = new EmulatorControl(context, () => address);
  return { context, emulator, sandbox: () => emulator.sandbox(request.path['id'] as string), ...request, address };
}

/** What the emulator answers about itself has to be right, too. */
function holdToContract(operation: Operation<string>, { status, headers = {}, body }: ControlAnswer): void {
  const violations = responseViolations(operation, {
    status,
    headers: { 'Content-Type': JSON_TYPE, ...headers },
    body,
  });
  if (violations.length > 0)
    throw new Error(
      `the answer of ${operation.id} (${status}) breaks spec/control.yaml: ${violations.map(violationSentence).join(' ')}`,
    );
}

function write(req: Request, res: Response, { status, headers = {}, body, stream }: ControlAnswer): void {
  res.writeHead(status, {
    'Cache-Control': 'no-store',
    ...(body !== undefined && { 'Content-Type': JSON_TYPE }),
    ...headers,
  });
  if (stream !== undefined && req.method !== 'HEAD') stream(res);
  else res.end(typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body));
}

function fieldsOf(queryString: string): ReturnType<typeof parseForm> {
  return decoded(() => parseForm(queryString));
}

/** @throws Problem 400 */
function decoded<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof PercentEncodingError)
      throw new Problem(400, 'The request cannot be read', `The URL is ${error.message}.`);
    throw error;
  }
}
