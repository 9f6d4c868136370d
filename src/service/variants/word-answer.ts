/** Words what an exchange comes to: in the dialect of its endpoint, and as the chosen variants have it. */

import type { ValidRequest } from '../../contract/request.js';
import { NO_VARIANTS, type VariantChoices } from '../../contract/variants/variant-point.js';
import type { Answer } from '../answer.js';
import { failureAnswer } from '../dialect.js';
import type { Exchange } from '../exchange.js';
import type { ServiceContext } from '../service-context.js';
import { ServiceFailure } from '../service-failure.js';
import type { Situation } from '../situation.js';
import { replaced, type Outcome } from './replacements.js';
import { ANSWER_REWRITES, REQUEST_REWRITES } from './rewrites.js';

/** The answer to a request, for an operation's own or for the failure that it ended in. */
export function wordAnswer(context: ServiceContext, exchange: Exchange, outcome: Outcome): Answer {
  const {
    access,
    contract: { variants },
  } = exchange;
  if (variants === NO_VARIANTS) return outcome instanceof ServiceFailure ? failureAnswer(access, outcome) : outcome;
  const situation = situationOf(outcome, exchange);
  const variant = situation && variants[situation.point];
  const other = situation === undefined || variant === undefined ? outcome : replaced(outcome, situation, variant);
  const answer = other instanceof ServiceFailure ? failureAnswer(access, other, variants['error-body']) : other;
  return rewriteAnswer(context, exchange, answer);
}

/** The answer in the form that the variants have. */
export function rewriteAnswer(
  { contracts }: ServiceContext,
  { operation, contract: { revision, variants }, sandbox, start }: Exchange,
  answer: Answer,
): Answer {
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
function situationOf(outcome: Outcome, { access }: Exchange): Situation | undefined {
  if (outcome.situation !== undefined || outcome.status !== 401) return outcome.situation;
  if (access === 'bearer') return { point: 'unauthenticated' };
  return access === 'client' ? { point: 'bad-client' } : undefined;
}
