/** POST /verification/generate-link (specification section 4.2, rule 6). */

import { jsonResponse } from '../../../contract/response.js';
import { standingOf } from '../../domain/world/credential-status.js';
import { notFound } from '../service-error.js';
import type { OperationCall, OperationHandler } from './call.js';
import { explainContract } from './explain-absence.js';

export const generateVerificationLink: OperationHandler = (call) => {
  const { contractId } = call.request.body as { contractId: string };
  return jsonResponse(200, verificationLink(call, contractId));
};

export interface VerificationLink {
  readonly verificationUrl: string;
  readonly token: string;
}

/**
 * Issues a link for the credential.
 * @throws ServiceError 404 if the credential does not exist or is not disclosed to the institution; in a variant, also
 * if it is not valid
 */
export function verificationLink({ exchange, time, rules }: OperationCall, contractId: string): VerificationLink {
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
