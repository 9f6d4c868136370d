/** The addresses of an emulator. */

import type { Request } from 'express';

/** The URL at which a client on this machine reaches the emulator. Wildcard addresses become the loopback address. */
export function urlOf(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${scheme}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

const HOST = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The address by which a client reached the emulator, which links must contain to open for it: scheme, host, port and mount
 * path, without a trailing slash. A `Host` header that is no host is ignored.
 */
export function addressOf(req: Request): string {
  const { host } = req.headers;
  const { localAddress = '127.0.0.1', localPort = 0 } = req.socket;
  const local = `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
  return `${req.protocol}://${host !== undefined && HOST.test(host) ? host : local}${req.baseUrl}`;
}
