/**
 * Keeps strangers out of the control plane. A web page that somebody has open can send requests to addresses of their
 * machine, and by DNS rebinding it can read the answers; it cannot choose the `Host` and `Origin` that its browser sends.
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { Request } from 'express';
import { Problem } from './problem.js';

/** What has to be known of an endpoint and its emulator. */
export interface GuardOptions {
  /** Undefined where none is needed anywhere. */
  readonly controlToken: string | undefined;
  /** Whether it answers without the token. */
  readonly isOpen: boolean;
}

/**
 * Lets a request pass, or throws.
 * @throws Problem 401 without the control token where one is needed, 403 where `Host` or `Origin` is foreign
 */
export function guard({ headers }: Request, { controlToken, isOpen }: GuardOptions): void {
  const { host, origin, authorization } = headers;
  if (origin !== undefined && origin !== `http://${host ?? ''}` && origin !== `https://${host ?? ''}`) {
    throw new Problem(
      403,
      'Foreign origin',
      `Requests from the web page ${origin} are refused; the control plane is for programs.`,
    );
  }
  if (controlToken !== undefined) {
    if (!isOpen) requireToken(authorization, controlToken);
  } else if (host !== undefined && !isOwnHost(host)) {
    throw new Problem(
      403,
      'Foreign host',
      `The host "${host}" is not this emulator's: use localhost, an IP address, or a name without dots; or start it with --control-token and send the token.`,
    );
  }
}

/** A name that no stranger can point at this machine: an address, localhost, or a name without dots, as containers have them. */
function isOwnHost(host: string): boolean {
  const name = host.replace(/:\d*$/, '').toLowerCase();
  if (isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return true;
  return !name.includes('.') || name.endsWith('.localhost') || name === 'host.docker.internal';
}

function requireToken(authorization: string | undefined, controlToken: string): void {
  const presented = /^bearer +(.*)$/i.exec(authorization ?? '')?.[1];
  if (presented !== undefined && isSame(presented, controlToken)) return;
  const detail =
    presented === undefined
      ? 'The control plane demands its token: Authorization: Bearer <token of --control-token>.'
      : 'The control token is wrong.';
  throw new Problem(401, 'Control token required', detail, {
    headers: { 'WWW-Authenticate': 'Bearer realm="control"' },
  });
}

/** In a time that tells nothing of where they differ. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(a, b);
}
