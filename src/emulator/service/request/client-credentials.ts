/** Client ID and secret of a token request: in the form, or as HTTP Basic (RFC 6749 section 2.3.1). */

import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { KnownClient } from '../../store/lookup.js';
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

/**
 * Opens a sandbox for an unknown client, and resolves to it with the client's ID in the request. A token request opens
 * one if its grant type is `client_credentials`; the secret of that first request becomes the sandbox's.
 */
export type OpenSandbox = (form: unknown, authorization: string | undefined) => Promise<KnownClient | undefined>;

/** @param open opens a sandbox; resolves to undefined if a sandbox cannot have the client ID */
export function sandboxOpener(
  open: (clientId: string, clientSecret: string) => Promise<Sandbox | undefined>,
): OpenSandbox {
  return async function openSandbox(form, authorization) {
    const { grant_type: grantType, client_secret: inForm } = (form ?? {}) as TokenForm;
    if (grantType !== 'client_credentials') return undefined;
    const basic = usesBasic(authorization) ? parseBasic(authorization)?.clientSecret : undefined;
    const secret = usesBasic(authorization) ? (basic?.decoded ?? basic?.asSent) : inForm;
    if (secret === undefined) return undefined;
    for (const clientId of clientIdsOf(authorization, form)) {
      const sandbox = await open(clientId, secret);
      if (sandbox !== undefined) return { sandbox, clientId };
    }
    return undefined;
  };
}
