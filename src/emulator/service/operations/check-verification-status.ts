/** GET /verification/check/:token: the public status of a link (specification section 4.2, rule 7). */

import { jsonResponse } from '../../../contract/response.js';
import type { Link } from '../../domain/tokens/link-tokens.js';
import { verificationStatus } from '../representations/verification-status.js';
import { notFound } from '../service-error.js';
import type { OperationHandler } from './call.js';
import { explainContract } from './explain-absence.js';

const UNKNOWN_LINK = 'Verification token not found or expired.';

export const checkVerificationStatus: OperationHandler = ({ exchange: { link }, rules, request }) => {
  const status = link && verificationStatus(link, rules);
  if (link !== undefined && status !== undefined) {
    if (rules.checks === 'one') useUp(link, String(request.path['token']));
    return jsonResponse(200, status);
  }

  const point = link !== undefined && expiredFor(link) >= 0 ? 'expired-link' : undefined;
  throw notFound(UNKNOWN_LINK, explainLink(link), point);
};

/** @throws ServiceError 404 if the link was used before */
function useUp({ sandbox: { spoiltTokens } }: Link, token: string): void {
  // Store only the seal at the end, which identifies the token, and not the whole token, which is secret.
  const key = `link ${token.slice(-16)}`;
  if (spoiltTokens.get(key) !== undefined) throw notFound(UNKNOWN_LINK, 'the link was checked before, and works once');
  spoiltTokens.set(key, 'expired');
}

/** The link token in the path of the operation. */
export function linkTokenOf(path: Readonly<Record<string, string>>): string {
  return path['token'] ?? '';
}

function explainLink(link: Link | undefined): string {
  if (link === undefined) return 'the token was not issued by this emulator, or by a sandbox that is gone';
  const milliseconds = expiredFor(link);
  return milliseconds >= 0
    ? `the link expired ${Math.floor(milliseconds / 1_000)} s ago by this sandbox's clock`
    : explainContract(link.sandbox, link.subject);
}

/** Milliseconds since the link expired, by the sandbox's clock; negative before that. */
function expiredFor({ sandbox, expiresAt }: Link): number {
  return sandbox.clock.now() - expiresAt;
}
