/** The token request (specification section 5, RFC 6749 section 4.4). */

import type { IssuedToken } from './access-tokens.js';
import type { Settings } from './config.js';
import { Deadline } from './deadline.js';
import type { ServiceRequest } from './request.js';
import { bodyFailure, readObject } from './response.js';
import type { CallSettings } from './retry.js';
import { performCall } from './service.js';

/** The transport would reject other values with an error that quotes them. */
const HEADER_VALUE = /^[!-~]+$/;

export async function issueToken(
  { tokenUrl, clientId, clientSecret, timeout }: Settings,
  call: CallSettings,
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
    // Requesting twice gives two tokens; one of them is used.
    isRepeatable: true,
    isConfidential: true,
  };
  const deadline = new Deadline(request.operation, timeout);
  try {
    const { response } = await performCall(request, call, deadline);
    const { access_token: token, expires_in: lifetime } = readObject(request, response, [clientSecret]) as {
      access_token?: unknown;
      expires_in?: unknown;
    };
    if (typeof token !== 'string' || !HEADER_VALUE.test(token))
      throw bodyFailure(request, response, [clientSecret], 'has no usable access_token');
    // Without a lifetime, the token is used until the service refuses it.
    return { token, lifetime: Number(lifetime) > 0 ? Number(lifetime) : undefined };
  } finally {
    deadline.release();
  }
}
