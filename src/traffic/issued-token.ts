/** Reads the response of the token endpoint. */

import { membersOf } from '../common/json.js';
import { hashOf } from './values.js';

/**
 * The access token that a response issues.
 * @param body the parsed body of the response
 * @returns `digest`: a digest of the token, by which requests with it are recognized. Undefined if there is no token,
 * or an exporter removed it. `lifetime`: how long it is valid, in milliseconds; NaN if `expires_in` cannot be read
 */
export function issuedToken(body: unknown): { readonly digest: string | undefined; readonly lifetime: number } {
  const { access_token: token, expires_in: seconds } = membersOf(body);
  const digest = typeof token === 'string' ? hashOf(token) : undefined;

  return { digest, lifetime: lifetimeOf(seconds) * 1_000 };
}

/**
 * `expires_in` in seconds. The value may be a number or a text of digits, because section 2.7 leaves both open. NaN for
 * any other value.
 */
export function lifetimeOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN;
}
