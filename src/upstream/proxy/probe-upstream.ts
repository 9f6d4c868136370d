/** Looks for the service when the proxy starts, without credentials, so that a mistyped address is reported at once. */

import type { Contract } from '../../contract/contract.js';
import { describeConnectionFailure } from '../../common/reporting/connection-failure.js';
import { redirectTarget } from '../redirect-target.js';
import { sentence } from '../sentence.js';
import { TRUST_HINT, type Destination, type Upstream } from './upstream.js';

/** Thrown if the service is not found at the given address. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
}

/** The longest wait for the response to a probe, in milliseconds. */
const LONGEST_WAIT = 10_000;

/**
 * Sends one request to the API and one to the token endpoint.
 * @param timeout in milliseconds; 10 seconds at most
 * @throws UpstreamError if an address cannot be reached, redirects, or is not the service
 */
export async function probeUpstream(upstream: Upstream, contract: Contract, timeout: number): Promise<void> {
  const wait = Math.min(timeout, LONGEST_WAIT);
  const path = protectedPath(contract);
  const api = upstream.destination(path)!;
  const address = addressOf(api);
  const status = await probe(upstream, api, '--upstream', wait);

  // The service refuses requests without a token.
  if (status < 300) throw new UpstreamError(sentence('open-upstream', { address, status }));
  if (status === 404) throw new UpstreamError(sentence('unknown-upstream', { address, path }));

  const token = upstream.destination('/oauth/token')!;
  await probe(upstream, token, '--token-upstream', wait);
}

/** The path of an operation that needs a token, only reads, and has no parameter in its path. */
function protectedPath({ operations }: Contract): string {
  const reads = [...operations.values()].filter(({ access, method }) => access === 'bearer' && method === 'get');
  return reads.find(({ path }) => !path.includes('{'))!.path;
}

/**
 * Sends one request without credentials.
 * @param option the flag with the address, for messages
 * @returns the status of the response
 */
async function probe(upstream: Upstream, destination: Destination, option: string, wait: number): Promise<number> {
  const { host } = destination.origin;
  const headers = { Accept: 'application/json', Host: host };
  const request = { method: 'GET', headers, signal: AbortSignal.timeout(wait) };
  const response = await upstream.request(destination, request).catch((error: unknown) => {
    // The signal of the limit aborts the request under one of these names.
    const isLate = /^(?:Abort|Timeout)Error$/.test((error as Error).name);
    const reason = isLate ? `no response within ${wait} ms` : describeConnectionFailure(error, TRUST_HINT);
    throw new UpstreamError(`${option}: ${host}: ${reason}`, { cause: error });
  });

  // The body does not matter.
  response.destroy();
  const { statusCode: status = 0 } = response;
  if (status < 300 || status >= 400) return status;

  const address = addressOf(destination);
  const location = redirectTarget(response.headers.location, destination.origin);
  throw new UpstreamError(sentence('redirecting-upstream', { option, address, status, location }));
}

/** The address of a destination, for messages. */
function addressOf({ origin, path }: Destination): string {
  return origin.origin + path;
}
