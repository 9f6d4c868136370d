/** Client ID and secret of a token request: in the form, or as HTTP Basic (RFC 6749 section 2.3.1). */

import { formDecoded } from '../../redaction/secret-places.js';

/** The form of a token request. */
export interface TokenForm {
  readonly grant_type?: string;
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly scope?: string;
}

/** An ID or a secret in HTTP Basic. It should be form-encoded, but many clients send it as it is. */
export interface BasicPart {
  /** Undefined if it cannot be decoded. */
  readonly decoded: string | undefined;
  readonly asSent: string;
}

export interface BasicCredentials {
  readonly clientId: BasicPart;
  readonly clientSecret: BasicPart;
}

/** Whether the client uses HTTP Basic, well-formed or not. */
export function usesBasic(authorization: string | undefined): authorization is string {
  return authorization !== undefined && /^basic\b/i.test(authorization);
}

/** Parses the header; undefined if it is malformed. */
export function parseBasic(authorization: string): BasicCredentials | undefined {
  const encoded = /^basic +([a-z0-9+/]+=*) *$/i.exec(authorization)?.[1];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon === -1) return undefined;
  return { clientId: partOf(text.slice(0, colon)), clientSecret: partOf(text.slice(colon + 1)) };
}

function partOf(asSent: string): BasicPart {
  return { decoded: formDecoded(asSent), asSent };
}

/** The client IDs that a token request can mean, the likeliest first; none or empty ones if it has none. */
export function clientIdsOf(authorization: string | undefined, form: unknown): readonly string[] {
  if (usesBasic(authorization)) {
    const { decoded, asSent } = parseBasic(authorization)?.clientId ?? { decoded: undefined, asSent: '' };
    return decoded === undefined ? [asSent] : [decoded, asSent];
  }
  const clientId = (form as TokenForm | undefined)?.client_id;
  return clientId === undefined ? [] : [clientId];
}
