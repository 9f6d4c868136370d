/** POST /oauth/token: client credentials for an access token (specification section 5, RFC 6749 section 4.4). */

import { previewValue } from '../../../common/json.js';
import { jsonResponse } from '../../../contract/response.js';
import { SCOPE } from '../../domain/tokens/access-tokens.js';
import { parseBasic, usesBasic, type ClientCredentials, type TokenForm } from '../client-credentials.js';
import { invalidRequest, ServiceFailure } from '../service-failure.js';
import type { ServiceResponse } from '../service-response.js';
import type { Call } from './call.js';

export function issueToken({ context, sandbox, request, authorization, tokenLifetime }: Call): ServiceResponse {
  const form = request.body as TokenForm;
  const { clientId, clientSecret } = presentedCredentials(form, authorization);
  if (context.sandboxes.byClientId(clientId) !== sandbox)
    throw invalidClient(
      `no sandbox has the client ID ${previewValue(clientId)}; that of the default sandbox is "${context.sandboxes.default.clientId}"`,
    );
  if (clientSecret !== sandbox.settings.clientSecret)
    throw invalidClient(`the client ID belongs to sandbox "${sandbox.id}", but the secret is wrong`);
  const body = {
    access_token: context.accessTokens.issue(sandbox, clientId, tokenLifetime),
    expires_in: tokenLifetime,
    refresh_expires_in: 0,
    token_type: 'Bearer',
    'not-before-policy': 0,
    scope: SCOPE,
  };
  const response = jsonResponse(200, body, { 'Cache-Control': 'no-store', Pragma: 'no-cache' });
  return usesBasic(authorization) ? { ...response, variantPoint: 'client-basic' } : response;
}

/** @throws ServiceFailure 400 or 401 if the request has no credentials, malformed ones, or two different ones */
function presentedCredentials(form: TokenForm, authorization: string | undefined): ClientCredentials {
  const { client_id: clientId, client_secret: clientSecret } = form;
  if (usesBasic(authorization)) {
    if (clientSecret !== undefined)
      throw invalidRequest('The client authenticates in two ways at once: HTTP Basic and client_secret.');
    const credentials = parseBasic(authorization);
    if (credentials === undefined) throw invalidClient();
    if (clientId !== undefined && clientId !== credentials.clientId)
      throw invalidRequest('client_id differs from the client of HTTP Basic.');
    return credentials;
  }
  if (clientId === undefined || clientSecret === undefined) {
    const missing = (['client_id', 'client_secret'] as const).filter((name) => form[name] === undefined);
    const message = `The client did not authenticate: the form lacks ${missing.join(' and ')}.`;
    const diagnostic = 'send client_id and client_secret in the form, or HTTP Basic (RFC 6749 section 2.3.1)';
    // "No client authentication included" is an `invalid_client`, too (RFC 6749 section 5.2).
    throw new ServiceFailure(401, 'invalid_client', message, { diagnostic });
  }
  return { clientId, clientSecret };
}

function invalidClient(diagnostic?: string): ServiceFailure {
  return new ServiceFailure(401, 'invalid_client', 'Unknown client or wrong secret.', { diagnostic });
}
