/** Holds a request against the contract, and refuses it with everything that is wrong. */

import type { FormFields } from '../../contract/query-string.js';
import { checkRequest, type ValidRequest } from '../../contract/request.js';
import { violationSentence } from '../../contract/violation.js';
import type { Matched } from './locate.js';
import { ServiceFailure } from '../service-failure.js';
import type { ReachedPoint } from '../service-response.js';

/** The parts of a request that the contract speaks of. */
export interface RequestParts extends Matched {
  readonly query: FormFields;
  readonly body: unknown;
}

const INVALID_BODY: ReachedPoint = { point: 'invalid-body' };

/** How strictly, and where to tell what is odd but no violation. */
export interface RequestPolicy {
  readonly strict: boolean;
  readonly diagnostics: string[];
}

/**
 * The request as values.
 * @throws ServiceFailure 400 with every violation
 */
export function validateRequest(
  { operation, path, query, body }: RequestParts,
  { strict, diagnostics }: RequestPolicy,
): ValidRequest {
  const { request, violations, unknown } = checkRequest(operation, { path, query, body });
  const refused = strict ? [...violations, ...unknown] : violations;
  if (refused.length > 0) {
    const message = refused.map(violationSentence).join(' ');
    const isBody = operation.access !== 'client' && refused.every((violation) => violation.in === 'body');
    throw new ServiceFailure(400, 'invalid_request', message, {
      details: { violations: refused },
      ...(isBody && { variantPoint: INVALID_BODY }),
    });
  }
  diagnostics.push(
    ...unknown.map(({ in: part, pointer }) => `${part} ${pointer} is unknown to the contract and was ignored`),
  );
  return request;
}
