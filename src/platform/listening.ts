/** How a server begins and ends. */

import { ServerResponse, type Server } from 'node:http';
import type { Express } from 'express';

const GRACE_MILLISECONDS = 900;

/** Listens; rejects with the server's error, which has a `code`, where it cannot. */
export function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Stops listening; requests in flight are answered, but not waited for longer than 900 ms. `app` is what the server serves, if that is one. */
export function closeGracefully(server: Server, app?: Express): Promise<void> {
  if (app !== undefined) announceClose(app);
  return new Promise((resolve) => {
    const impatience = setTimeout(() => {
      server.closeAllConnections();
    }, GRACE_MILLISECONDS);
    server.close(() => {
      clearTimeout(impatience);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** From now on every answer is the last on its connection, and says so (RFC 9112 section 9.6); otherwise clients keep it open, and the server with it. */
function announceClose(app: Express): void {
  Object.defineProperty(app.response, 'writeHead', {
    configurable: true,
    value(this: ServerResponse, ...head: Parameters<ServerResponse['writeHead']>) {
      this.shouldKeepAlive = false;
      return ServerResponse.prototype.writeHead.apply(this, head);
    },
  });
}
