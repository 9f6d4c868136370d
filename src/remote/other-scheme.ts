/** Finds out, after a request has failed, whether the server speaks the other one of http and https. */

import { codeOf, isCertificateFailure } from '../common/platform/fetch-response.js';
import { fetchAroundProxy } from '../common/platform/loopback-fetch.js';

/** How requests fail if the server speaks plain HTTP, and how if it speaks TLS. A refused connection shows neither. */
const SIGNS: ReadonlyMap<string, RegExp> = new Map([
  ['https:', /^(?:EPROTO$|ERR_SSL_)/],
  ['http:', /^(?:ECONNRESET$|UND_ERR_SOCKET$|HPE_)/],
]);

/** Milliseconds. */
const TIME_LIMIT = 2_000;

/**
 * The address with the scheme that works; undefined if the given one may be right.
 * @param error with which `fetch` has failed there
 */
export async function withOtherScheme(address: string, error: unknown): Promise<string | undefined> {
  const { protocol } = new URL(address);
  if (SIGNS.get(protocol)?.test(codeOf(error) ?? '') !== true) return undefined;
  const other = address.replace(/^https?:/i, protocol === 'http:' ? 'https:' : 'http:');
  try {
    await fetchAroundProxy(new URL(other), {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIME_LIMIT),
    });
    return other;
  } catch (failure) {
    // A server that shows a certificate, trusted or not, speaks TLS.
    return isCertificateFailure(failure) ? other : undefined;
  }
}
