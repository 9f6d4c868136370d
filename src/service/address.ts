/** By which address a client has reached the emulator: the one that links have to carry to open for it. */

import type { Request } from 'express';

const HOST = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Scheme, host, port and mount path, without a trailing slash. */
export function addressOf(req: Request): string {
  const { host } = req.headers;
  const { localAddress = '127.0.0.1', localPort = 0 } = req.socket;
  const local = `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
  return `${req.protocol}://${host !== undefined && HOST.test(host) ? host : local}${req.baseUrl}`;
}
