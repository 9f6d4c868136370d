/** Renders what a request comes to: in the format of its endpoint, and in the form of the chosen variants. */

import { effectAt, effectsOf } from '../../../contract/variants/effects.js';
import type { Failure } from '../../../contract/variants/variant-effect.js';
import { NO_VARIANTS, type VariantChoices } from '../../../contract/variants/variant-point.js';
import { hashText, hashUuid } from '../../domain/time/random.js';
import { errorResponse } from '../representations/error-responses.js';
import { usesBasic } from '../client-credentials.js';
import type { ServiceContext } from '../service-context.js';
import { ServiceFailure } from '../service-failure.js';
import { withDiagnostics, type ReachedPoint, type ServiceResponse } from '../service-response.js';
import type { Started } from './exchange.js';

/** What an operation, a fault or an error has made of a request. */
type ResponseOrFailure = ServiceResponse | ServiceFailure;

/** The response to a request, with every diagnostic of its exchange. */
export function renderResponse(context: ServiceContext, exchange: Started, made: ResponseOrFailure): ServiceResponse {
  const { access, contract, diagnostics } = exchange;
  const reported = diagnosticsOf(made);
  const all = diagnostics.length === 0 ? reported : [...diagnostics, ...reported];
  if (contract.variants !== NO_VARIANTS)
    return withDiagnostics(withChallenge(exchange, renderVariants(context, exchange, made)), all);
  const response: ServiceResponse = made instanceof ServiceFailure ? errorResponse(access, made) : made;
  return all === response.diagnostics ? response : withDiagnostics(withChallenge(exchange, response), all);
}

/** A refused client that used HTTP Basic gets a challenge, whoever refused it (RFC 6749 section 5.2). */
function withChallenge({ access, req }: Started, response: ServiceResponse): ServiceResponse {
  if (access !== 'client' || response.status !== 401 || !usesBasic(req.headers.authorization)) return response;
  return { ...response, headers: { ...response.headers, 'WWW-Authenticate': 'Basic realm="institution"' } };
}

const NO_DIAGNOSTICS: readonly string[] = [];

function diagnosticsOf(made: ResponseOrFailure): readonly string[] {
  if (made instanceof ServiceFailure) return made.diagnostic === undefined ? NO_DIAGNOSTICS : [made.diagnostic];
  return made.diagnostics ?? NO_DIAGNOSTICS;
}

function renderVariants({ contracts }: ServiceContext, exchange: Started, made: ResponseOrFailure): ServiceResponse {
  const { access, operation, contract, start } = exchange;
  const { revision, variants } = contract;
  const replaced = replacedAt(variants, variantPointOf(made, exchange), made);
  const response = isFailure(replaced) ? errorResponse(access, refusal(exchange, replaced), variants) : replaced;
  const base = contracts.of(revision);
  const rewriting = {
    document: base.document,
    operation: operation && base.operations.get(operation.id),
    at: start.at,
    requestId: () => requestId(exchange),
  };
  return effectsOf(variants).reduce<ServiceResponse>(
    (written, { rewriteResponse: rewrite }) => rewrite?.(written, rewriting) ?? written,
    response,
  );
}

/** That of the client if it is plain, or else a UUID: the same requests get the same. */
function requestId({ req, sandbox, start }: Started): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && /^[!-~]{1,200}$/.test(given)
    ? given
    : hashUuid(sandbox.seed, hashText(sandbox.id), start.number);
}

function replacedAt(
  variants: VariantChoices,
  reached: ReachedPoint | undefined,
  made: ResponseOrFailure,
): ServiceResponse | Failure {
  if (reached === undefined) return made;
  const effect = effectAt(variants, reached.point);
  if (effect?.replace !== undefined) return effect.replace(reached.subject);
  return effect?.changeFailure !== undefined && made instanceof ServiceFailure ? effect.changeFailure(made) : made;
}

/** A refused client in the chosen variant, also if another variant refuses it. With HTTP Basic the status stays 401. */
function refusal({ access, contract, req }: Started, failure: Failure): Failure {
  if (access !== 'client' || failure.status !== 401) return failure;
  const changed = effectAt(contract.variants, 'bad-client')?.changeFailure?.(failure) ?? failure;
  return usesBasic(req.headers.authorization) ? { ...changed, status: 401 } : changed;
}

function isFailure(made: ServiceResponse | Failure): made is Failure {
  return 'code' in made;
}

/** Refused callers are recognized by the status, because scenarios refuse callers as well. */
function variantPointOf(made: ResponseOrFailure, { access }: Started): ReachedPoint | undefined {
  if (made.variantPoint !== undefined || made.status !== 401) return made.variantPoint;
  return access === 'bearer' ? { point: 'unauthenticated' } : undefined;
}
