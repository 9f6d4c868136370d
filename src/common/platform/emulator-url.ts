/** The addresses of an emulator. */

import type { IncomingMessage } from 'node:http';
import { isLoopback } from './environment-proxy.js';

/** The URL at which a client on this machine reaches the emulator. Wildcard addresses become the loopback address. */
export function urlOf(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  if (host === '0.0.0.0') return urlOf('127.0.0.1', port, scheme);
  if (host === '::') return urlOf('::1', port, scheme);

  return `${scheme}://${hostInUrl(host)}:${port}`;
}

/** The host as a URL has it: `[::1]` for `::1`. */
function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Whether what listens on the host is reached from this machine alone. */
export function isLocalHost(host: string): boolean {
  const url = `http://${hostInUrl(host)}`;
  return URL.canParse(url) && isLoopback(new URL(url));
}

/** `localhost`, `emulator.test:4010`, `[::1]:4010`. */
const HOST = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The part of a request of Express that is needed. With the type `Request` of Express, users of this package would have
 * to install the types of Express.
 */
export interface MountedRequest extends IncomingMessage {
  /** The path that the application is mounted at. */
  readonly baseUrl: string;
}

/**
 * The address by which a client reached the emulator, which links must contain to open for it: scheme, host, port and
 * path, without a trailing slash. A `Host` that is no host is ignored.
 */
export function addressOf({ socket, headers, baseUrl }: MountedRequest): string {
  const { localAddress = '127.0.0.1', localPort = 0 } = socket;
  const scheme = 'encrypted' in socket ? 'https' : 'http';
  const local = `${hostInUrl(localAddress)}:${localPort}`;
  const host = headers.host !== undefined && HOST.test(headers.host) ? headers.host : local;

  // Requests to the control plane have the path of the emulator and `/_emulator`, where Express mounts that plane.
  return `${scheme}://${host}${baseUrl.replace(/\/_emulator$/, '')}`;
}
