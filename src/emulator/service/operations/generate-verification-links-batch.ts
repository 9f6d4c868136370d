/** POST /verification/generate-links-batch: one result per request, in order (specification section 4.2, rule 5). */

import { isObject } from '../../../common/json.js';
import { jsonResponse } from '../../../contract/response.js';
import { verificationLink, type VerificationLink } from './generate-verification-link.js';
import { ServiceError } from '../service-error.js';
import { withDiagnostics } from '../service-response.js';
import type { OperationCall, OperationHandler } from './call.js';

/** One item of the response: exactly one of `result` and `error`. */
interface BatchResultItem {
  /** The contract ID as sent. Null (only in a variant) if the item had none. */
  readonly contractId: string | null;
  readonly result?: VerificationLink;
  readonly error?: { readonly message: string };
}

interface BatchResult {
  readonly results: readonly BatchResultItem[];
}

interface Outcome {
  readonly item: BatchResultItem;
  readonly diagnostic?: string | undefined;
}

export const generateVerificationLinksBatch: OperationHandler = (call) => {
  const { requests } = call.request.body as { requests: readonly unknown[] };
  const outcomes = requests.map((item) => outcomeOf(call, item));
  const body: BatchResult = { results: outcomes.map(({ item }) => item) };
  const diagnostics = outcomes.flatMap(({ diagnostic }, at) =>
    diagnostic === undefined ? [] : [`item ${at}: ${diagnostic}`],
  );

  return withDiagnostics(jsonResponse(200, body), diagnostics);
};

function outcomeOf(call: OperationCall, requested: unknown): Outcome {
  const contractId = isObject(requested) ? requested['contractId'] : undefined;
  // Only in a variant: the contract refuses a batch with such an item.
  if (typeof contractId !== 'string')
    return { item: { contractId: null, error: { message: 'The item has no contract ID.' } } };
  try {
    return { item: { contractId, result: verificationLink(call, contractId) } };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { message, diagnostic } = error;
    return { item: { contractId, error: { message } }, diagnostic };
  }
}

/** The contract IDs of a successful response, in order. */
export function contractIdsOf(body: unknown): string[] {
  return (body as BatchResult).results.map(({ contractId }) => contractId ?? '');
}

/** The body of a successful response, with errors instead of results at the failing indexes. */
export function withFailedItems(body: unknown, failing: ReadonlySet<number>, message: string): object {
  const results = (body as BatchResult).results.map((item, index) =>
    failing.has(index) ? { contractId: item.contractId, error: { message } } : item,
  );
  return { results } satisfies BatchResult;
}
