/** Client ID and secret of a token request: in the form, or as HTTP Basic (RFC 6749 section 2.3.1). */

import type { Sandbox } from '../domain/sandbox/sandbox.js';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The form of a token request. */
export interface TokenForm {
  readonly grant_type?: string;
  readonly client_id?: string;
  readonly client_secret?: string;
}

/** Whether the client uses HTTP Basic, well-formed or not. */
export function usesBasic(authorization: string | undefined): authorization is string {
  return authorization !== undefined && /^basic\b/i.test(authorization);
}

/**
 * Parses the header; undefined if it is malformed. ID and secret are form-encoded. Most clients do not encode them: a
 * plus sign in an ID, which precedes scenarios, stays one, because no ID has blanks.
 */
export function parseBasic(authorization: string): ClientCredentials | undefined {
  const encoded = /^basic +([a-z0-9+/]+=*) *$/i.exec(authorization)?.[1];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon === -1) return undefined;
  try {
    const clientSecret = decodeURIComponent(text.slice(colon + 1).replaceAll('+', ' '));
    return { clientId: decodeURIComponent(text.slice(0, colon)), clientSecret };
  } catch {
    return undefined;
  }
}

/** The client ID of a token request; undefined if it has none, or a malformed header. */
export function clientIdOf(authorization: string | undefined, form: unknown): string | undefined {
  return usesBasic(authorization) ? parseBasic(authorization)?.clientId : (form as TokenForm | undefined)?.client_id;
}

/**
 * Opens sandboxes for unknown clients. A token request opens one if its grant type is `client_credentials`; the secret
 * of that first request becomes the sandbox's.
 * @param open opens a sandbox; returns undefined if a sandbox cannot have the client ID
 */
export function sandboxOpener(
  open: (clientId: string, clientSecret: string) => Sandbox | undefined,
): (form: unknown, authorization: string | undefined) => Sandbox | undefined {
  return function openSandbox(form, authorization) {
    const { grant_type: grantType, client_id: clientId, client_secret: clientSecret } = (form ?? {}) as TokenForm;
    if (grantType !== 'client_credentials') return undefined;
    const basic = usesBasic(authorization) ? parseBasic(authorization) : undefined;
    const [id, secret] = basic === undefined ? [clientId, clientSecret] : [basic.clientId, basic.clientSecret];
    return id === undefined || secret === undefined ? undefined : open(id, secret);
  };
}
