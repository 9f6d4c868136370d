/** GET /verification/check/:token: the public status of a link (specification section 4.2, rule 7). */

import { jsonResponse } from '../../../contract/response.js';
import type { Link } from '../../domain/tokens/link-tokens.js';
import { verificationStatus } from '../representations/verification-status.js';
import { notFound } from '../service-error.js';
import type { ServiceResponse } from '../service-response.js';
import type { OperationCall } from './call.js';
import { explainContract } from './explain-absence.js';

export function checkVerificationStatus({ link, rules }: OperationCall): ServiceResponse {
  const status = link && verificationStatus(link, rules);
  if (status !== undefined) return jsonResponse(200, status);
  const point = link !== undefined && expiredFor(link) >= 0 ? 'expired-link' : undefined;
  throw notFound('Verification token not found or expired.', explainLink(link), point);
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

/** In milliseconds by the sandbox's clock; negative before the link expires. */
function expiredFor({ sandbox, expiresAt }: Link): number {
  return sandbox.clock.now() - expiresAt;
}
