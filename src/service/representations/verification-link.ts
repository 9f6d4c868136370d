/** A short-lived link for a credential (specification section 2.6). */

import { standingOf } from '../../domain/world/credential-status.js';
import type { Call } from '../operations/call.js';
import { explainContract } from '../operations/explain-absence.js';
import { notFound } from '../service-failure.js';

export interface VerificationLink {
  readonly verificationUrl: string;
  readonly token: string;
}

/**
 * Issues a link for the credential.
 * @throws ServiceFailure 404 if there is no such credential, or it is not disclosed to the institution, or in a variant if it
 * is not valid
 */
export function verificationLink(
  { context, sandbox, clientId, address, time, rules }: Call,
  contractId: string,
): VerificationLink {
  const holding = sandbox.world.disclosedCredential(contractId);
  if (holding === undefined)
    throw notFound('Credential not found.', explainContract(sandbox, contractId), { point: 'unknown-contract' });
  const standing = standingOf(holding.party, holding.credential, time, rules);
  if (rules.linked === 'valid' && standing !== 'valid')
    throw notFound('Credential not found.', `the credential is ${standing}`, { point: 'link-of-dead-credential' });
  const token = context.linkTokens.issue(sandbox, clientId, contractId);
  return { verificationUrl: `${address}/verify/${token}`, token };
}
