/** Reads the response of the token endpoint. */

import { membersOf } from '../common/json.js';
import { hashOf } from './values.js';

/** An access token that a response issues. */
export interface IssuedToken {
  /**
   * A digest of the token, by which requests with it are recognized. Undefined if there is no token, or an exporter
   * removed it.
   */
  readonly digest: string | undefined;
  /** How long the token is valid, in milliseconds; NaN if `expires_in` cannot be read. */
  readonly lifetime: number;
}

/** The access token that a response issues. @param body the parsed body of the response */
export function issuedToken(body: unknown): IssuedToken {
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
