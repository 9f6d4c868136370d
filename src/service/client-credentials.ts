/** Client ID and secret of a token request: in the form, or as HTTP Basic (RFC 6749 section 2.3.1). */

import type { Sandbox } from '../domain/sandbox/sandbox.js';
import type { ServiceContext } from './service-context.js';

/** What a client presents to authenticate itself. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface ClientForm {
  readonly client_id?: string;
  readonly client_secret?: string;
}

/** Whether the client tried HTTP Basic, well-formed or not. */
export function triesBasic(authorization: string | undefined): authorization is string {
  return authorization !== undefined && /^basic\b/i.test(authorization);
}

/**
 * ID and secret of the header, each form-encoded inside; undefined where it is malformed. Most clients do not encode
 * them, so a plus sign in an ID, which stands before scenarios, is one: no ID has blanks.
 */
export function basicCredentials(authorization: string): ClientCredentials | undefined {
  const encoded = /^basic +([a-z0-9+/]+=*) *$/i.exec(authorization)?.[1];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon === -1) return undefined;
  try {
    return { clientId: decodeURIComponent(text.slice(0, colon)), clientSecret: formDecode(text.slice(colon + 1)) };
  } catch {
    return undefined;
  }
}

/** The client ID that a token request names, wherever it does. */
export function clientIdOf(authorization: string | undefined, form: unknown): string | undefined {
  if (triesBasic(authorization)) return basicCredentials(authorization)?.clientId;
  return (form as ClientForm | undefined)?.client_id;
}

function formDecode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

interface TokenForm {
  readonly grant_type?: string;
  readonly client_id?: string;
  readonly client_secret?: string;
}

/** Opens a sandbox with the credentials of a token request that is otherwise as it should be; its secret is the first that is presented. */
export function openSandboxFor(
  open: (clientId: string, clientSecret: string) => Sandbox | undefined,
): NonNullable<ServiceContext['openSandbox']> {
  return (form, authorization) => {
    const { grant_type: grantType, client_id: clientId, client_secret: clientSecret } = (form ?? {}) as TokenForm;
    if (grantType !== 'client_credentials') return undefined;
    const basic = triesBasic(authorization) ? basicCredentials(authorization) : undefined;
    const [id, secret] = basic === undefined ? [clientId, clientSecret] : [basic.clientId, basic.clientSecret];
    return id === undefined || secret === undefined ? undefined : open(id, secret);
  };
}
