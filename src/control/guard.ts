/**
 * Protects the control plane from web pages. An open page can send requests to addresses of the user's machine, and read
 * the responses by DNS rebinding. It cannot choose the `Host` and `Origin` headers that the browser sends.
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { Request } from 'express';
import { Problem } from './problem.js';

/** Options of {@link guard}. */
export interface GuardOptions {
  /** Undefined if no token is required. */
  readonly controlToken: string | undefined;
  /** Whether the endpoint needs no token. */
  readonly isOpen: boolean;
}

/**
 * Refuses requests from strangers.
 * @throws Problem 401 without the required control token, 403 if `Host` or `Origin` is not the emulator's
 */
export function guard({ headers }: Request, { controlToken, isOpen }: GuardOptions): void {
  const { host, origin, authorization } = headers;
  if (origin !== undefined && origin !== `http://${host ?? ''}` && origin !== `https://${host ?? ''}`) {
    throw new Problem(
      403,
      'Foreign origin',
      `Requests from the web page ${origin} are refused; send them from a program without an Origin header.`,
    );
  }
  if (controlToken !== undefined) {
    if (!isOpen) requireToken(authorization, controlToken);
  } else if (host !== undefined && !isOwnHost(host)) {
    throw new Problem(
      403,
      'Foreign host',
      `The host "${host}" is not this emulator's: use localhost, an IP address, or a name without dots; or start the emulator with --control-token and send the token.`,
    );
  }
}

/** Whether a stranger's DNS cannot resolve the host to this machine: an address, localhost, a name without dots (container). */
function isOwnHost(host: string): boolean {
  const name = host.replace(/:\d*$/, '').toLowerCase();
  if (isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return true;
  return !name.includes('.') || name.endsWith('.localhost') || name === 'host.docker.internal';
}

function requireToken(authorization: string | undefined, controlToken: string): void {
  const presented = /^bearer +([^ ].*)$/i.exec(authorization ?? '')?.[1];
  if (presented !== undefined && isSame(presented, controlToken)) return;
  const detail =
    presented === undefined
      ? 'The control plane requires its token: send Authorization: Bearer <token of --control-token>.'
      : 'The control token is wrong: send the token that the emulator was started with (--control-token).';
  throw new Problem(401, 'Control token required', detail, {
    headers: { 'WWW-Authenticate': 'Bearer realm="control"' },
  });
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(a, b);
}
