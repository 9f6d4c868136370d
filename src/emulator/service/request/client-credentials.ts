/** Client ID and secret of a token request: in the form, or as HTTP Basic (RFC 6749 section 2.3.1). */

import { type Authorization, basicCredentials } from '../../../contract/authorization.js';
import type { components } from '../../../contract/service-schemas.js';
import { formDecoded } from '../../redaction/secret-places.js';

/** The form of a token request. */
export type TokenForm = components['schemas']['TokenRequest'];

/** An ID or a secret in HTTP Basic. It should be form-encoded, but many clients send it as it is. */
interface BasicPart {
  /** The text without form-encoding; undefined if it cannot be decoded. */
  readonly decoded: string | undefined;
  /** The text as it was sent. */
  readonly asSent: string;
}

/** What the header `Authorization: Basic` contains. */
export interface BasicCredentials {
  readonly clientId: BasicPart;
  readonly clientSecret: BasicPart;
}

/** The credentials of HTTP Basic; undefined if they are malformed. */
export function parseBasic(authorization: Authorization): BasicCredentials | undefined {
  const basic = basicCredentials(authorization);
  return basic && { clientId: partOf(basic.id), clientSecret: partOf(basic.secret) };
}

/** One half of the credentials, decoded and as it was sent. */
function partOf(asSent: string): BasicPart {
  return { decoded: formDecoded(asSent), asSent };
}

/**
 * The client IDs that a token request may mean, the most likely first. A request without a client ID gives no ID, or an
 * empty text.
 */
export function clientIdsOf(authorization: Authorization | undefined, form: unknown): readonly string[] {
  if (authorization?.kind === 'basic') {
    const basic = parseBasic(authorization);
    if (basic === undefined) return [''];

    const { decoded, asSent } = basic.clientId;
    return decoded === undefined ? [asSent] : [decoded, asSent];
  }

  const clientId = (form as TokenForm | undefined)?.client_id;
  return clientId === undefined ? [] : [clientId];
}
