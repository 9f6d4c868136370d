/** GET /verification/check/:token: the public status of a link (specification section 4.2, rule 7). */

import { readVerificationStatus } from '../representations/verification-status.js';
import type { ServiceContext } from '../service-context.js';
import { notFound } from '../service-failure.js';
import { type ServiceResponse, jsonResponse, type ReachedPoint } from '../service-response.js';
import type { Call } from './call.js';
import { explainContract } from './explain-absence.js';

export function checkVerificationStatus({ context, request }: Call): ServiceResponse {
  const token = request.path['token'] as string;
  const status = readVerificationStatus(context, token);
  if (status === undefined)
    throw notFound(
      'Verification token not found or expired.',
      explainLink(context, token),
      hasExpired(context, token) ? EXPIRED_LINK : undefined,
    );
  return jsonResponse(200, status);
}

const EXPIRED_LINK: ReachedPoint = { point: 'expired-link' };

function hasExpired({ linkTokens, sandboxes }: ServiceContext, token: string): boolean {
  const link = linkTokens.read(token, sandboxes);
  return link !== undefined && link.expiresAt <= link.sandbox.clock.now();
}

function explainLink({ linkTokens, sandboxes }: ServiceContext, token: string): string {
  const link = linkTokens.read(token, sandboxes);
  if (link === undefined) return 'the token was not issued by this emulator, or by a sandbox that is gone';
  const expiredFor = link.sandbox.clock.now() - link.expiresAt;
  if (expiredFor >= 0) return `the link expired ${Math.floor(expiredFor / 1_000)} s ago by this sandbox's clock`;
  return explainContract(link.sandbox, link.contractId);
}
