/** POST /verification/generate-link (specification section 4.2, rule 6). */

import { jsonResponse } from '../../../contract/response.js';
import type { ServiceResponse } from '../service-response.js';
import type { OperationCall } from './call.js';
import { verificationLink } from '../representations/verification-link.js';

export function generateVerificationLink(call: OperationCall): ServiceResponse {
  const { contractId } = call.request.body as { contractId: string };
  return jsonResponse(200, verificationLink(call, contractId, call.addressOfEmulator()));
}
