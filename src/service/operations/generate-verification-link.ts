/** POST /verification/generate-link (specification section 4.2, rule 6). */

import { jsonAnswer, type Answer } from '../answer.js';
import type { Call } from '../call.js';
import { verificationLink } from '../representations/verification-link.js';

export function generateVerificationLink(call: Call): Answer {
  const { contractId } = call.request.body as { contractId: string };
  return jsonAnswer(200, verificationLink(call, contractId));
}
