/** POST /oauth/token: client credentials for an access token (specification section 5, RFC 6749 section 4.4). */

import { previewValue } from '../../../common/json.js';
import type { Contract } from '../../../contract/contract.js';
import { jsonResponse } from '../../../contract/response.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import { LONGEST_SCOPE, USUAL_SCOPE } from '../../domain/tokens/access-tokens.js';
import { parseBasic, type BasicCredentials, type TokenForm } from '../request/client-credentials.js';
import { invalidRequest, ServiceError } from '../service-error.js';
import { withDiagnostics } from '../service-response.js';
import type { Validated } from '../exchange.js';
import { refuseRepetition } from '../stages/authenticate.js';
import type { OperationHandler } from './call.js';

/** Issues an access token to a client. */
export const issueToken: OperationHandler = (call) => {
  const { exchange, request, tokenLifetime } = call;
  const { context, sandbox, clientId, contract } = exchange;
  const form = request.body as TokenForm;
  const basic = credentialsOfBasic(form, exchange);
  // A request with an unknown client ID belongs to the sandbox of the `Emulator-Sandbox` header, or to the default one.
  if (context.sandboxes.byClientId(clientId) !== sandbox) throw invalidClient(unknownClient(exchange));

  // A secret in HTTP Basic counts in both forms, because many clients do not encode it.
  const sentSecrets = [form.client_secret, basic?.clientSecret.asSent, basic?.clientSecret.decoded];
  if (!sentSecrets.includes(sandbox.settings.clientSecret))
    throw invalidClient(`the client ID belongs to sandbox "${sandbox.id}", but the secret is wrong`);

  // The contract accepts each of the following. A variant may refuse it, but only from a client that is known.
  if (basic !== undefined) refuseInVariant(contract, 'client-basic');
  const encodingMistake = basic && encodingMistakeIn(sandbox, clientId, basic);
  if (encodingMistake !== undefined) refuseInVariant(contract, 'unencoded-basic', encodingMistake);
  const { scope, diagnostic } = grantedScope(form.scope);
  if (diagnostic !== undefined) refuseInVariant(contract, 'token-scope', diagnostic);

  const body = {
    access_token: context.accessTokens.issue(sandbox, clientId, tokenLifetime, scope),
    expires_in: tokenLifetime,
    refresh_expires_in: 0,
    token_type: 'Bearer',
    'not-before-policy': 0,
    scope,
  };
  const response = jsonResponse(200, body, { 'Cache-Control': 'no-store', Pragma: 'no-cache' });

  const diagnostics = [encodingMistake, diagnostic].filter((text) => text !== undefined);
  return withDiagnostics(response, diagnostics);
};

/**
 * The credentials of HTTP Basic; undefined if they are in the form.
 * @throws ServiceError 400 or 401 if the request has no credentials, malformed credentials, or two different
 * credentials
 */
function credentialsOfBasic(form: TokenForm, exchange: Validated): BasicCredentials | undefined {
  const { client_id: inForm, client_secret: clientSecret } = form;
  const { authorization, clientId, req } = exchange;
  refuseRepetition(req);

  if (authorization?.kind === 'basic') {
    if (clientSecret !== undefined)
      throw invalidRequest('The client authenticates in two ways at once: HTTP Basic and client_secret.');

    const credentials = parseBasic(authorization);
    if (credentials === undefined) throw invalidClient();
    if (inForm !== undefined && inForm !== clientId)
      throw invalidRequest('client_id differs from the client of HTTP Basic.');

    return credentials;
  }
  if (inForm !== undefined && clientSecret !== undefined) return undefined;

  const missing: string[] = [];
  if (inForm === undefined) missing.push('client_id');
  if (clientSecret === undefined) missing.push('client_secret');
  const message = `The client did not authenticate: the form lacks ${missing.join(' and ')}.`;
  const diagnostic = 'send client_id and client_secret in the form, or HTTP Basic (RFC 6749 section 2.3.1)';
  // "No client authentication included" is an `invalid_client`, too (RFC 6749 section 5.2).
  throw new ServiceError(401, 'invalid_client', message, { diagnostic });
}

/** The error for wrong credentials. It does not tell whether the client exists. */
function invalidClient(diagnostic?: string): ServiceError {
  return new ServiceError(401, 'invalid_client', 'Unknown client or wrong secret.', { diagnostic });
}

/** The diagnostic about a client ID that no sandbox has. */
function unknownClient({ context: { sandboxes }, clientId }: Validated): string {
  const blank = clientId.includes(' ') ? '. In a form, + means a blank: send it as %2B' : '';
  const usual = `that of the default sandbox is "${sandboxes.default.clientId}"`;
  return `no sandbox has the client ID ${previewValue(clientId)}; ${usual}${blank}`;
}

/** How the client ID or the secret in HTTP Basic should have been encoded. Undefined if both are form-encoded. */
function encodingMistakeIn({ settings }: Sandbox, clientId: string, basic: BasicCredentials): string | undefined {
  const parts: string[] = [];
  if (basic.clientId.decoded !== clientId) parts.push('client ID');
  if (basic.clientSecret.decoded !== settings.clientSecret) parts.push('client secret');
  if (parts.length === 0) return undefined;

  const how = 'before Base64 in HTTP Basic: % as %25, + as %2B (RFC 6749 section 2.3.1)';
  return `form-encode the ${parts.join(' and the ')} ${how}`;
}

/** Matches the syntax of `scope` in RFC 6749 section 3.3: words with one blank between them. */
const SCOPE = /^[!#-[\]-~]+(?: [!#-[\]-~]+)*$/;

/** The scope of the token: the requested scope, or the usual one if the requested scope is malformed. */
function grantedScope(requested: string = USUAL_SCOPE): { readonly scope: string; readonly diagnostic?: string } {
  if (requested === USUAL_SCOPE) return { scope: requested };

  const shown = previewValue(requested);
  const isLong = requested.length > LONGEST_SCOPE;
  if (!isLong && SCOPE.test(requested)) {
    const diagnostic = `the token has the scope ${shown}, as asked; the service's scopes are not known`;
    return { scope: requested, diagnostic };
  }

  const tooLong = `has ${requested.length} characters, of which at most ${LONGEST_SCOPE} are repeated`;
  const mistake = isLong ? tooLong : MALFORMED_SCOPE;
  return { scope: USUAL_SCOPE, diagnostic: `the scope ${shown} ${mistake}; the token has the scope "${USUAL_SCOPE}"` };
}

const MALFORMED_SCOPE =
  'is malformed: expected words of printable ASCII without " and \\, with one blank between them (RFC 6749 section 3.3)';

/**
 * Refuses the request if a variant of the point (another possible behaviour of the service there) is chosen.
 * @throws ServiceError as the variant says
 */
function refuseInVariant({ document }: Contract, point: string, diagnostic?: string): void {
  const refusal = document['x-at-points']?.[point];
  if (refusal === undefined) return;

  const { status, error = 'invalid_request', message = '' } = refusal;
  throw new ServiceError(status, error, message, { diagnostic });
}
