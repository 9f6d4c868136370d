/** Looks for the service at start, without credentials, so that a mistyped address is reported at once. */

import type { Contract } from '../../contract/contract.js';
import { describeConnectionFailure } from '../../common/reporting/connection-failure.js';
import { redirectTarget } from '../redirect-target.js';
import { sentence } from '../sentence.js';
import { TRUST_HINT, type Destination, type Upstream } from './upstream.js';

/** The service was not found at the address that was given. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
}

/** The longest wait for a response, in milliseconds. */
const LONGEST_WAIT = 10_000;

/**
 * Sends one request to the API and one to the token endpoint.
 * @param timeout in milliseconds; 10 seconds at most
 * @throws UpstreamError if an address cannot be reached, redirects, or is not the service
 */
export async function probeUpstream(upstream: Upstream, contract: Contract, timeout: number): Promise<void> {
  const wait = Math.min(timeout, LONGEST_WAIT);
  const apiPath = protectedPath(contract);
  const api = upstream.destination(apiPath)!;
  const token = upstream.destination('/oauth/token')!;
  const status = await probe(upstream, api, '--upstream', wait);
  const address = shown(api);
  if (status < 300) throw new UpstreamError(sentence('open-upstream', { address, status }));
  if (status === 404) throw new UpstreamError(sentence('unknown-upstream', { address, path: apiPath }));

  await probe(upstream, token, '--token-upstream', wait);
}

/** The path of the contract's first operation that needs a token and only reads. */
function protectedPath({ operations }: Contract): string {
  return [...operations.values()].find(
    ({ access, method, path }) => access === 'bearer' && method === 'get' && !path.includes('{'),
  )!.path;
}

/** @param option the flag with the address, for messages @returns the status of the response */
async function probe(upstream: Upstream, destination: Destination, option: string, wait: number): Promise<number> {
  const sent = { Accept: 'application/json', Host: destination.origin.host };
  const request = { method: 'GET', headers: sent, signal: AbortSignal.timeout(wait) };
  const response = await upstream.request(destination, request).catch((error: unknown) => {
    const { name } = error as Error;
    const reason =
      name === 'AbortError' || name === 'TimeoutError'
        ? `no response within ${wait} ms`
        : describeConnectionFailure(error, TRUST_HINT);
    throw new UpstreamError(`${option}: ${destination.origin.host}: ${reason}`, { cause: error });
  });
  response.destroy();
  const { statusCode = 0, headers } = response;
  if (statusCode < 300 || statusCode >= 400) return statusCode;

  const location = redirectTarget(headers.location, destination.origin);
  const address = shown(destination);
  throw new UpstreamError(sentence('redirecting-upstream', { option, address, status: statusCode, location }));
}

function shown({ origin, path }: Destination): string {
  return origin.origin + path;
}
