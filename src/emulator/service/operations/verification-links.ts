/** Links that prove a credential: issued alone or in a batch, and checked (specification section 4.2, rules 5 to 7). */

import { isObject } from '../../../common/json.js';
import { jsonResponse } from '../../../contract/response.js';
import type { components } from '../../../contract/service-schemas.js';
import type { Link } from '../../domain/tokens/link-tokens.js';
import { standingOf } from '../../domain/world/credential-status.js';
import { verificationStatus } from '../representations/verification-status.js';
import { notFound, ServiceError } from '../service-error.js';
import { withDiagnostics } from '../service-response.js';
import type { OperationCall, OperationHandler } from './call.js';
import { explainContract } from './explain-absence.js';

/** POST /verification/generate-link: a link for one credential. */
export const generateVerificationLink: OperationHandler = (call) => {
  const { contractId } = call.request.body as { contractId: string };
  return jsonResponse(200, verificationLink(call, contractId));
};

type VerificationLink = components['schemas']['VerificationLink'];

/**
 * Issues a link for the credential.
 * @throws ServiceError 404 if the credential does not exist or is not disclosed to the institution; in a variant, also
 * if it is not valid
 */
function verificationLink({ exchange, time, rules }: OperationCall, contractId: string): VerificationLink {
  const { context, req, sandbox, clientId } = exchange;
  const { world } = sandbox;
  if (world.disclosedCredential(contractId) === undefined)
    throw notFound('Credential not found.', explainContract(sandbox, contractId), 'unknown-contract');

  if (rules.linked === 'valid') {
    const { party, credential } = world.holding(contractId)!;
    const standing = standingOf(party, credential, time, rules);
    if (standing !== 'valid')
      throw notFound('Credential not found.', `the credential is ${standing}`, 'link-of-dead-credential');
  }

  const token = context.linkTokens.issue(sandbox, clientId, contractId);
  return { verificationUrl: `${context.addressOf(req)}/verify/${token}`, token };
}

/** One item of the response: exactly one of `result` and `error`. */
interface BatchResultItem {
  /** The contract ID as sent. Null (only in a variant) if the item had none. */
  readonly contractId: string | null;
  readonly result?: VerificationLink;
  readonly error?: { readonly message: string };
}

/** The body of the response with several links. */
interface BatchResult {
  readonly results: readonly BatchResultItem[];
}

/** The result for one item of a batch, and a diagnostic if it failed. */
interface Outcome {
  readonly item: BatchResultItem;
  readonly diagnostic?: string | undefined;
}

/** POST /verification/generate-links-batch: one result per request, in order. */
export const generateVerificationLinksBatch: OperationHandler = (call) => {
  const { requests } = call.request.body as { requests: readonly unknown[] };
  const outcomes = requests.map((item) => outcomeOf(call, item));
  const body: BatchResult = { results: outcomes.map(({ item }) => item) };
  const diagnostics = outcomes.flatMap(({ diagnostic }, at) => (diagnostic ? `item ${at}: ${diagnostic}` : []));

  return withDiagnostics(jsonResponse(200, body), diagnostics);
};

/** Issues the link for one item of a batch. A failure belongs to the item, and does not fail the batch. */
function outcomeOf(call: OperationCall, requested: unknown): Outcome {
  const contractId = isObject(requested) ? requested['contractId'] : undefined;
  // Only a variant lets such an item come here. The contract refuses the whole batch.
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

/** The contract IDs of a successful response, in order; empty if the response is not that of a batch. */
export function contractIdsOf(body: unknown): string[] {
  const { results = [] } = (body ?? {}) as Partial<BatchResult>;
  return results.map(({ contractId }) => contractId ?? '');
}

/** The body of a successful response, with errors instead of results at the failing indexes. */
export function withFailedItems(body: unknown, failing: ReadonlySet<number>, message: string): object {
  const results = (body as BatchResult).results.map((item, index) =>
    failing.has(index) ? { contractId: item.contractId, error: { message } } : item,
  );
  return { results } satisfies BatchResult;
}

/** The message about a link that shows nothing. It does not say why, because anybody may ask. */
const UNKNOWN_LINK = 'Verification token not found or expired.';

/** GET /verification/check/:token: the public status of a link. */
export const checkVerificationStatus: OperationHandler = ({ exchange: { link }, rules, request }) => {
  const status = link && verificationStatus(link, rules);
  if (link !== undefined && status !== undefined) {
    // In a variant, a link can be checked only once.
    if (rules.checks === 'one') useUp(link, String(request.path['token']));
    return jsonResponse(200, status);
  }

  const isExpired = link !== undefined && expiredFor(link) >= 0;
  throw notFound(UNKNOWN_LINK, explainLink(link), isExpired ? 'expired-link' : undefined);
};

/** Notes that a link was used. @throws ServiceError 404 if the link was used before */
function useUp({ sandbox: { spoiltTokens } }: Link, token: string): void {
  // Store only the seal at the end, which identifies the token, and not the whole token, which is secret.
  const key = `link ${token.slice(-16)}`;
  if (spoiltTokens.get(key) !== undefined) throw notFound(UNKNOWN_LINK, 'the link was checked before, and works once');

  // Used links are kept beside the tokens with a flaw, because stores keep those already. Which flaw does not matter.
  spoiltTokens.set(key, 'expired');
}

/** The link token in the path of the operation. */
export function linkTokenOf(path: Readonly<Record<string, string>>): string {
  return path['token'] ?? '';
}

/** Explains why a link has no status. */
function explainLink(link: Link | undefined): string {
  if (link === undefined) return 'the token was not issued by this emulator, or by a sandbox that is gone';

  const milliseconds = expiredFor(link);
  if (milliseconds < 0) return explainContract(link.sandbox, link.subject);

  return `the link expired ${Math.floor(milliseconds / 1_000)} s ago by this sandbox's clock`;
}

/** Milliseconds since the link expired, by the sandbox's clock. Negative before the expiry. */
function expiredFor({ sandbox, expiresAt }: Link): number {
  return sandbox.clock.now() - expiresAt;
}
