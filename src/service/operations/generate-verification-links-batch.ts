/** POST /verification/generate-links-batch: one result per request, in order (specification section 4.2, rule 5). */

import { jsonResponse, type ServiceResponse } from '../service-response.js';
import type { Call } from './call.js';
import { verificationLink, type VerificationLink } from '../representations/verification-link.js';
import { ServiceFailure } from '../service-failure.js';

/** One item of the answer: exactly one of `result` and `error`. */
export interface BatchResultItem {
  readonly contractId: string;
  readonly result?: VerificationLink;
  readonly error?: { readonly message: string };
}

export function generateVerificationLinksBatch(call: Call): ServiceResponse {
  const { requests } = call.request.body as { requests: readonly { contractId: string }[] };
  return jsonResponse(200, { results: requests.map(({ contractId }, at) => resultOf(call, contractId, at)) });
}

function resultOf(call: Call, contractId: string, at: number): BatchResultItem {
  try {
    return { contractId, result: verificationLink(call, contractId) };
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    if (error.diagnostic !== undefined) call.diagnostics.push(`item ${at}: ${error.diagnostic}`);
    return { contractId, error: { message: error.message } };
  }
}
