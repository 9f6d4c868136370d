/** Looks for the service at start, without credentials: a mistyped address is told at once and not by the first request. */

import type { IncomingMessage } from 'node:http';
import { describeConnectionFailure } from '../platform/connection-failure.js';
import { UpstreamError } from './upstream-error.js';
import { TRUST, type Destination, type Upstream } from './upstream.js';

const MOST_MILLISECONDS = 10_000;

/**
 * Asks the API and the token endpoint.
 * @throws UpstreamError where one cannot be reached, redirects, or is not the service
 */
export async function probeUpstream(upstream: Upstream, timeout: number): Promise<void> {
  const wait = Math.min(timeout, MOST_MILLISECONDS);
  const [api, token] = ['/api/v1/institutions/me/users', '/oauth/token'].map((target) =>
    upstream.destination(target)!,
  ) as [Destination, Destination];
  const status = await ask(upstream, { option: '--upstream', destination: api }, wait);
  const address = shown(api);
  if (status < 300)
    throw new UpstreamError(
      `--upstream: ${address} answers ${status} without a token, so it is not the service; expected 401 or 403`,
    );
  if (status === 404)
    throw new UpstreamError(
      `--upstream: ${address} is not there (404); expected the address that /api/v1/institutions/me/users stands behind`,
    );
  await ask(upstream, { option: '--token-upstream', destination: token }, wait);
}

interface Question {
  readonly option: string;
  readonly destination: Destination;
}

async function ask(upstream: Upstream, { option, destination }: Question, wait: number): Promise<number> {
  const { statusCode = 0, headers } = await head(upstream, destination, wait).catch((error: unknown) => {
    const { name } = error as Error;
    const reason =
      name === 'AbortError' || name === 'TimeoutError'
        ? `no answer within ${wait} ms`
        : describeConnectionFailure(error, TRUST);
    throw new UpstreamError(`${option}: ${destination.origin.host}: ${reason}`, { cause: error });
  });
  if (statusCode < 300 || statusCode >= 400) return statusCode;
  throw new UpstreamError(
    `${option}: ${shown(destination)} redirects (${statusCode}) to ${target(headers.location, destination)}; redirects are not followed, so name the address itself`,
  );
}

/** The answer without its body. */
function head(upstream: Upstream, destination: Destination, wait: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { Accept: 'application/json', Host: destination.origin.host };
    const request = upstream.request(
      destination,
      { method: 'GET', headers, signal: AbortSignal.timeout(wait) },
      (answer) => {
        resolve(answer);
        request.destroy();
      },
    );
    request.on('error', reject).end();
  });
}

/** Where it points to, without what may be secret in that. */
function target(location: string | undefined, { origin }: Destination): string {
  if (location === undefined || !URL.canParse(location, origin.href)) return 'nowhere';
  const { origin: there, pathname } = new URL(location, origin);
  return there + pathname;
}

function shown({ origin, path }: Destination): string {
  return origin.origin + path;
}
