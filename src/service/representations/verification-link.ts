/** A short-lived link for a credential (specification section 2.6). */

import type { Call } from '../operations/call.js';
import { explainContract } from '../operations/explain-absence.js';
import { notFound } from '../service-failure.js';

export interface VerificationLink {
  readonly verificationUrl: string;
  readonly token: string;
}

/**
 * Issues a link for the credential.
 * @throws ServiceFailure 404 if there is no such credential, or it is not disclosed to the institution
 */
export function verificationLink({ context, sandbox, clientId, address }: Call, contractId: string): VerificationLink {
  if (sandbox.world.disclosedCredential(contractId) === undefined)
    throw notFound('Credential not found.', explainContract(sandbox, contractId), { point: 'unknown-contract' });
  const token = context.linkTokens.issue(sandbox, clientId, contractId);
  return { verificationUrl: `${address}/verify/${token}`, token };
}
