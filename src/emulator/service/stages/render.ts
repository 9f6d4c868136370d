/** Renders the result of a request, in the format of its endpoint and in the chosen variants. */

import type { ResponseAtPoint } from '../../../contract/document.js';
import { emptyResponse, jsonResponse } from '../../../contract/response.js';
import { mapMembers } from '../../../common/json.js';
import { rewriteResponse } from '../../../contract/variants/effects.js';
import type { Failure } from '../../../contract/variants/rewrites.js';
import { NO_VARIANTS } from '../../../contract/variants/variant-point.js';
import { hashText, hashUuid } from '../../domain/time/random.js';
import { errorResponse } from '../representations/error-responses.js';
import { ServiceError } from '../service-error.js';
import { withDiagnostics, type ServiceResponse } from '../service-response.js';
import type { Started } from '../exchange.js';

/** The result of an operation, a fault or an error. */
type ResponseOrFailure = ServiceResponse | ServiceError;

/** The response to a request, with all diagnostics of the exchange. */
export function render(exchange: Started, result: ResponseOrFailure): ServiceResponse {
  const { access, contract, diagnostics } = exchange;
  let response: ServiceResponse;
  if (contract.variants !== NO_VARIANTS) response = renderVariants(exchange, result);
  else if (result instanceof ServiceError) response = errorResponse(access, result);
  else response = result;

  return withDiagnostics(withChallenge(exchange, response), [...diagnostics, ...diagnosticsOf(result)]);
}

/** Adds a challenge for a refused client that used HTTP Basic (RFC 6749 section 5.2), also if a scenario refused it. */
function withChallenge({ access, authorization }: Started, response: ServiceResponse): ServiceResponse {
  if (access !== 'client' || response.status !== 401 || authorization?.kind !== 'basic') return response;
  return { ...response, headers: { ...response.headers, 'WWW-Authenticate': 'Basic realm="institution"' } };
}

/** What the emulator adds about the request, whether it failed or not. */
function diagnosticsOf(result: ResponseOrFailure): readonly string[] {
  if (result instanceof ServiceError) return result.diagnostic === undefined ? [] : [result.diagnostic];
  return result.diagnostics ?? [];
}

/** The response in the chosen variants: first another response at a point, then changes of all responses. */
function renderVariants(exchange: Started, result: ResponseOrFailure): ServiceResponse {
  const { context, access, operation, contract, start } = exchange;
  const { document, revision, variants } = contract;
  const point = variantPointOf(result, exchange) ?? '';
  // The contract says what replaces the response at each point at which a variant was chosen.
  const atPoint = replacementAt(document['x-at-points']?.[point], result);
  // Only a failure has a code. It still needs a body in the format of its endpoint.
  const response = 'code' in atPoint ? errorResponse(access, refusalOfClient(exchange, atPoint), variants) : atPoint;

  // The schemas of the contract without variants say which values a variant changes in all responses.
  const base = context.contracts.of(revision);
  const rewriting = {
    document: base.document,
    operation: operation && base.operations.get(operation.id),
    at: start.at,
    requestId: () => requestId(exchange),
  };

  return rewriteResponse(variants, response, rewriting);
}

/** The client's request ID if it has plain characters; otherwise a UUID, which is equal for equal requests. */
function requestId({ req, sandbox, start }: Started): string {
  const sent = req.headers['x-request-id'];
  if (typeof sent === 'string' && /^[!-~]{1,200}$/.test(sent)) return sent;

  return hashUuid(sandbox.seed, hashText(sandbox.id), start.number);
}

/**
 * What replaces the result at a point.
 * @param other what the chosen variant says; undefined: nothing is chosen there, so the result stays
 */
function replacementAt(other: ResponseAtPoint | undefined, result: ResponseOrFailure): ServiceResponse | Failure {
  if (other === undefined) return result;

  const { status, error = 'error', message, json, headers = {} } = other;
  if (json !== undefined) return jsonResponse(status, JSON.parse(json), headers);
  if (status === 204) {
    const fill = (text: string): string => text.replace('{Allow}', result.headers['Allow'] ?? '');
    return { ...emptyResponse(), headers: mapMembers(headers, fill) };
  }
  if (message !== undefined) return { status, code: error, message, headers };

  return result instanceof ServiceError ? changedFailure(other, result) : result;
}

/** The failure with the status and the code that a variant gives it. */
function changedFailure({ status, error }: ResponseAtPoint, { code, message, headers, details }: Failure): Failure {
  return { status, code: error ?? code, message, headers, details };
}

/**
 * The failure as the chosen variant refuses clients, also if a scenario refused the client. Other failures stay as they
 * are. With HTTP Basic, the status stays 401, because the response has a challenge.
 */
function refusalOfClient({ access, contract, authorization }: Started, failure: Failure): Failure {
  if (access !== 'client' || failure.status !== 401) return failure;

  const other = contract.document['x-at-points']?.['bad-client'];
  const changed = other === undefined ? failure : changedFailure(other, failure);

  return authorization?.kind === 'basic' ? { ...changed, status: 401 } : changed;
}

/**
 * The point that the result reached. A refused caller is recognized by the status, because scenarios refuse callers as
 * well, and name no point.
 */
function variantPointOf(result: ResponseOrFailure, { access }: Started): string | undefined {
  if (result.variantPoint !== undefined || result.status !== 401) return result.variantPoint;
  return access === 'bearer' ? 'unauthenticated' : undefined;
}
