/** POST /oauth/token: client credentials for an access token (specification section 5, RFC 6749 section 4.4). */

import { SCOPE } from '../../domain/tokens/access-tokens.js';
import { jsonResponse } from '../../contract/response.js';
import type { ServiceResponse } from '../service-response.js';
import type { Call } from './call.js';
import { basicCredentials, triesBasic, type ClientCredentials } from '../client-credentials.js';
import { ServiceFailure } from '../service-failure.js';

interface TokenForm {
  readonly grant_type: string;
  readonly client_id?: string;
  readonly client_secret?: string;
}

export function issueToken({ context, sandbox, request, authorization, tokenLifetime }: Call): ServiceResponse {
  const form = request.body as TokenForm;
  if (form.grant_type !== 'client_credentials') {
    throw new ServiceFailure(
      400,
      'unsupported_grant_type',
      `grant_type must be client_credentials, but is ${JSON.stringify(form.grant_type)}.`,
    );
  }
  const { clientId, clientSecret } = presented(form, authorization);
  if (context.sandboxes.byClientId(clientId) !== sandbox)
    throw invalidClient(
      authorization,
      `no sandbox has the client ID "${clientId}"; the default one's is "${context.sandboxes.default.clientId}"`,
    );
  if (clientSecret !== sandbox.settings.clientSecret)
    throw invalidClient(
      authorization,
      `the client ID is right, it belongs to sandbox "${sandbox.id}", but the secret is not`,
    );
  const body = {
    access_token: context.accessTokens.issue(sandbox, clientId, tokenLifetime),
    expires_in: tokenLifetime,
    refresh_expires_in: 0,
    token_type: 'Bearer',
    'not-before-policy': 0,
    scope: SCOPE,
  };
  return jsonResponse(200, body, { 'Cache-Control': 'no-store', Pragma: 'no-cache' });
}

function presented(form: TokenForm, authorization: string | undefined): ClientCredentials {
  if (triesBasic(authorization)) {
    if (form.client_secret !== undefined)
      throw invalidRequest('The client authenticates in two ways at once: HTTP Basic and client_secret.');
    const credentials = basicCredentials(authorization);
    if (credentials === undefined) throw invalidClient(authorization);
    if (form.client_id !== undefined && form.client_id !== credentials.clientId)
      throw invalidRequest('client_id differs from the client of HTTP Basic.');
    return credentials;
  }
  const missing = (['client_id', 'client_secret'] as const).filter((name) => form[name] === undefined);
  if (missing.length > 0) throw invalidRequest(`The form lacks ${missing.join(' and ')}.`);
  return { clientId: form.client_id!, clientSecret: form.client_secret! };
}

function invalidRequest(message: string): ServiceFailure {
  return new ServiceFailure(400, 'invalid_request', message);
}

/** A client that tried HTTP Basic is told so (RFC 6749 section 5.2). */
function invalidClient(authorization: string | undefined, diagnostic?: string): ServiceFailure {
  const headers = triesBasic(authorization) ? { 'WWW-Authenticate': 'Basic realm="institution"' } : {};
  return new ServiceFailure(401, 'invalid_client', 'Unknown client or wrong secret.', {
    headers,
    ...(diagnostic !== undefined && { diagnostic }),
  });
}
