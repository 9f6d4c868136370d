/**
 * Protects the control plane from web pages. A page can send requests to addresses of the user's machine, and read the
 * responses by DNS rebinding. A page cannot choose the `Host` and `Origin` headers that the browser sends.
 */

import { hash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { Request } from 'express';
import { readAuthorization } from '../../../contract/authorization.js';
import type { ControlContext } from '../control-context.js';
import { Problem } from '../problem.js';
import { pathAccess } from './open-paths.js';

/**
 * Refuses requests without the required control token, and all requests from foreign web pages.
 * @throws Problem 401 without the required control token, 403 if `Host` or `Origin` is not the emulator's
 */
export function guard(
  { headers, path }: Pick<Request, 'headers' | 'path'>,
  { controlToken, allowedHosts }: Pick<ControlContext, 'controlToken' | 'allowedHosts'>,
): void {
  const { host, origin, authorization } = headers;
  const access = pathAccess(path, controlToken);
  if (origin !== undefined && !isOwnOrigin(origin, host, allowedHosts)) {
    const remedy = 'send them from a program without an Origin header';
    throw new Problem(403, 'Foreign origin', `Requests from the web page ${origin} are refused; ${remedy}.`);
  }
  if (access === 'everybody') return;

  if (controlToken !== undefined && access === 'token') requireToken(authorization, controlToken);
  // With a token, a web page learns nothing under any host name. A client without `Host` is no browser.
  if (controlToken !== undefined || host === undefined || isOwnHost(host, allowedHosts)) return;

  const names = 'use localhost, an IP address, or a name without dots';
  const remedy = `${names}; or start the emulator with --allowed-host ${nameOf(host)}`;
  throw new Problem(403, 'Foreign host', `The host "${host}" is not this emulator's: ${remedy}.`);
}

/**
 * Whether a page is the emulator's own: its origin is the host of the request, or a name that the user has allowed,
 * under which a proxy may serve the emulator.
 */
function isOwnOrigin(origin: string, host: string | undefined, allowedHosts: readonly string[]): boolean {
  if (origin === `http://${host ?? ''}` || origin === `https://${host ?? ''}`) return true;
  return URL.canParse(origin) && isAllowed(new URL(origin).hostname, allowedHosts);
}

/**
 * Names that no stranger's DNS resolves: without dots, `localhost` and names under it (RFC 6761 section 6.3), and those
 * that containers have for their machine: `host.docker.internal`. Nobody can register a name under `internal`.
 */
const OWN_NAME = /^(?:[\w-]+|(?:[\w-]+\.)+localhost|host\.[\w-]+\.internal)$/;

/** Whether no stranger's DNS can give the host an address of this machine: it is an address, an own or allowed name. */
export function isOwnHost(host: string, allowedHosts: readonly string[]): boolean {
  const name = nameOf(host);
  // An IPv6 address has brackets: `[::1]`.
  const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
  return isAddress || OWN_NAME.test(name) || isAllowed(name, allowedHosts);
}

/** The host without its port, and without the dot at the end of a complete name. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/\.?(?::\d*)?$/, '');
}

/** Whether the user has allowed the name. An allowed `*.example.com` includes all names below `example.com`. */
function isAllowed(name: string, allowedHosts: readonly string[]): boolean {
  return allowedHosts.some((allowed) => {
    const pattern = allowed.toLowerCase();
    return pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern;
  });
}

/** Refuses a request without the control token. @throws Problem */
function requireToken(authorization: string | undefined, controlToken: string): void {
  const { kind, credentials } = readAuthorization(authorization ?? '');
  const presented = kind === 'bearer' ? credentials : '';
  // A comparison in constant time needs inputs of equal length. Digests have equal length.
  if (timingSafeEqual(hash('sha256', presented, 'buffer'), hash('sha256', controlToken, 'buffer'))) return;

  const missing = 'The control plane requires its token: send Authorization: Bearer <token of --control-token>.';
  const wrong = 'The control token is wrong: send the token that the emulator was started with (--control-token).';
  throw unauthorized(presented === '' ? missing : wrong);
}

/** The error 401 for a request without the right control token. */
export function unauthorized(detail: string): Problem {
  const headers = { 'WWW-Authenticate': 'Bearer realm="control"' };
  return new Problem(401, 'Control token required', detail, { headers });
}
