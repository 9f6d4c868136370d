/** Starts and stops an HTTP server. */

import { ServerResponse, type Server } from 'node:http';
import type { Express } from 'express';

const GRACE_MILLISECONDS = 900;

/** Starts to listen. Rejects with the error of the server, which has a `code` such as EADDRINUSE. */
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

/**
 * Stops listening, and waits for requests in flight.
 * @param app the Express application of the server, if it has one
 * @param grace how long it waits at most, in milliseconds
 */
export function closeGracefully(server: Server, app?: Express, grace = GRACE_MILLISECONDS): Promise<void> {
  if (app !== undefined) announceClose(app);
  return new Promise((resolve) => {
    const impatience = setTimeout(() => {
      server.closeAllConnections();
    }, grace);
    server.close(() => {
      clearTimeout(impatience);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Makes every further response close its connection (RFC 9112 section 9.6): open connections would keep the server running. */
function announceClose(app: Express): void {
  Object.defineProperty(app.response, 'writeHead', {
    configurable: true,
    value(this: ServerResponse, ...head: Parameters<ServerResponse['writeHead']>) {
      this.shouldKeepAlive = false;
      return ServerResponse.prototype.writeHead.apply(this, head);
    },
  });
}
