/** A short-lived link for a credential (specification section 2.6). */

import { standingOf } from '../../domain/world/credential-status.js';
import type { OperationCall } from '../operations/call.js';
import { explainContract } from '../operations/explain-absence.js';
import { notFound } from '../service-error.js';

export interface VerificationLink {
  readonly verificationUrl: string;
  readonly token: string;
}

/**
 * Issues a link for the credential.
 * @param address of the emulator
 * @throws ServiceError 404 if the credential does not exist or is not disclosed to the institution; in a variant, also
 * if it is not valid
 */
export function verificationLink(call: OperationCall, contractId: string, address: string): VerificationLink {
  const { context, sandbox, clientId, time, rules } = call;
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
  return { verificationUrl: `${address}/verify/${token}`, token };
}
