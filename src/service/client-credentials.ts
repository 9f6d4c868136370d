/** Client ID and secret of a token request: in the form, or as HTTP Basic (RFC 6749 section 2.3.1). */

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
