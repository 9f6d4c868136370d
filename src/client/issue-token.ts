/** The token request (specification section 5, RFC 6749 section 4.4). */

import type { IssuedToken } from './access-tokens.js';
import { Deadline } from './deadline.js';
import type { Line } from './line.js';
import { performCall } from './perform-call.js';
import { answerFailure, readObject } from './read-answer.js';
import type { ServiceRequest } from './service-request.js';
import type { Settings } from './settings.js';

/** Others would be refused by the transport, in an error that quotes them. */
const HEADER_VALUE = /^[!-~]+$/;

export async function issueToken(
  { tokenUrl, clientId, clientSecret, timeout }: Settings,
  line: Line,
): Promise<IssuedToken> {
  const request: ServiceRequest = {
    operation: 'issueToken',
    method: 'POST',
    url: tokenUrl,
    shownUrl: tokenUrl,
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }).toString(),
    contentType: 'application/x-www-form-urlencoded',
    // Asking twice gives two tokens; one of them is used.
    isRepeatable: true,
    isConfidential: true,
  };
  const deadline = new Deadline(request.operation, timeout);
  try {
    const { answer } = await performCall(request, line, deadline);
    const { access_token: token, expires_in: lifetime } = readObject(request, answer, [clientSecret]) as {
      access_token?: unknown;
      expires_in?: unknown;
    };
    if (typeof token !== 'string' || !HEADER_VALUE.test(token))
      throw answerFailure(request, answer, [clientSecret], 'has no access_token that can be sent');
    // Without a lifetime it is used until the service refuses it.
    return { token, lifetime: Number(lifetime) > 0 ? Number(lifetime) : undefined };
  } finally {
    deadline.release();
  }
}
