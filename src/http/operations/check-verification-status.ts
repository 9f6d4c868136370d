/** GET /verification/check/:token: the public status of a link (specification section 4.2, rule 7). */

import { jsonAnswer, type Answer } from '../answer.js';
import type { Call } from '../call.js';
import { readVerificationStatus } from '../representations/verification-status.js';
import { notFound } from '../service-failure.js';

export function checkVerificationStatus({ context, request }: Call): Answer {
  const status = readVerificationStatus(context, request.path['token'] as string);
  if (status === undefined) throw notFound('Verification token not found or expired.');
  return jsonAnswer(200, status);
}
