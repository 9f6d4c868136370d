/** Sends an HTTP request with a time limit. */

import { throughProxy } from './environment-proxy.js';
import { fetchAroundProxy, type OwnFetchInit } from './loopback-fetch.js';

/** Milliseconds until a request without a signal of its own is given up. */
const TIME_LIMIT = 30_000;
/** What Node.js says of certificates that it does not trust. */
const CERTIFICATE_CODES = /CERT|UNABLE_TO_VERIFY/;

/**
 * The response, whatever its status. A signal of the caller takes the place of the time limit.
 * @throws Error if there is no response within 30 seconds; the message names the URL, any proxy, and the reason
 */
export async function fetchResponse(url: string, init: OwnFetchInit): Promise<Response> {
  try {
    return await fetchAroundProxy(new URL(url), { ...init, signal: init.signal ?? AbortSignal.timeout(TIME_LIMIT) });
  } catch (error) {
    const code = codeOf(error);
    const message = isCertificateFailure(error)
      ? `the certificate of ${url} is not trusted (${code}); set NODE_EXTRA_CA_CERTS to the file of its authority`
      : `nothing answers at ${url}${throughProxy(url)} (${code ?? reasonOf(error).message})`;
    throw new Error(message, { cause: error });
  }
}

/** The code of an error of `fetch`, such as ECONNREFUSED; undefined if it has none. */
export function codeOf(error: unknown): string | undefined {
  const { code } = reasonOf(error);
  return typeof code === 'string' ? code : undefined;
}

/** Whether `fetch` has failed because it does not trust the certificate of the server. */
export function isCertificateFailure(error: unknown): boolean {
  return CERTIFICATE_CODES.test(codeOf(error) ?? '');
}

/** The error that says the reason: `fetch` throws a general error with this one as its cause. */
function reasonOf(error: unknown): NodeJS.ErrnoException {
  return ((error as Error).cause ?? error) as NodeJS.ErrnoException;
}
