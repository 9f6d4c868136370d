/** Words what an exchange comes to: in the dialect of its endpoint, and as the chosen variants have it. */

import type { ValidRequest } from '../../contract/request.js';
import { NO_VARIANTS, type VariantChoices } from '../../contract/variants/variant-point.js';
import { errorResponse } from '../representations/error-responses.js';
import type { ServiceContext } from '../service-context.js';
import { ServiceFailure } from '../service-failure.js';
import type { ServiceResponse, ReachedPoint } from '../service-response.js';
import { type Outcome, replaced } from '../variants/replacements.js';
import { ANSWER_REWRITES, REQUEST_REWRITES } from '../variants/rewrites.js';
import type { Exchange } from './exchange.js';

/** The answer to a request, for an operation's own or for the failure that it ended in. */
export function renderResponse(context: ServiceContext, exchange: Exchange, outcome: Outcome): ServiceResponse {
  const {
    access,
    contract: { variants },
  } = exchange;
  if (variants === NO_VARIANTS) return outcome instanceof ServiceFailure ? errorResponse(access, outcome) : outcome;
  const situation = situationOf(outcome, exchange);
  const variant = situation && variants[situation.point];
  const other = situation === undefined || variant === undefined ? outcome : replaced(outcome, situation, variant);
  const answer = other instanceof ServiceFailure ? errorResponse(access, other, variants['error-body']) : other;
  return rewriteResponse(context, exchange, answer);
}

/** The answer in the form that the variants have. */
export function rewriteResponse(
  { contracts }: ServiceContext,
  { operation, contract: { revision, variants }, sandbox, start }: Exchange,
  answer: ServiceResponse,
): ServiceResponse {
  const base = contracts.of(revision);
  const context = {
    document: base.document,
    operation: operation && base.operations.get(operation.id),
    at: start?.at ?? sandbox.clock.now(),
  };
  return Object.entries(variants).reduce(
    (written, [point, variant]) => ANSWER_REWRITES[point]?.[variant]?.(written, context) ?? written,
    answer,
  );
}

/** The request in the form that operations know. */
export function rewriteRequest(variants: VariantChoices, request: ValidRequest): ValidRequest {
  if (variants === NO_VARIANTS) return request;
  return Object.entries(variants).reduce(
    (read, [point, variant]) => REQUEST_REWRITES[point]?.[variant]?.(read) ?? read,
    request,
  );
}

/** What refuses a caller is told by its status, because scenarios refuse, too. */
function situationOf(outcome: Outcome, { access }: Exchange): ReachedPoint | undefined {
  if (outcome.variantPoint !== undefined || outcome.status !== 401) return outcome.variantPoint;
  if (access === 'bearer') return { point: 'unauthenticated' };
  return access === 'client' ? { point: 'bad-client' } : undefined;
}
