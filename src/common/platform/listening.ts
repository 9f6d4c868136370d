/** Starts and stops an HTTP server. */

import { once } from 'node:events';
import { ServerResponse, type Server } from 'node:http';

/**
 * Starts to listen. Rejects with the error of the server, which has a `code` such as EADDRINUSE. Its message says what
 * to do.
 */
export async function listen(server: Server, { host, port }: ListenAddress): Promise<void> {
  try {
    server.listen({ host, port });
    // Rejects with the error of the event `error`.
    await once(server, 'listening');
  } catch (error) {
    (error as Error).message = reasonOf(error as NodeJS.ErrnoException, { host, port });
    throw error;
  }
}

type ListenAddress = Readonly<{ host: string; port: number }>;

/** Why a server cannot listen, with what the user can do. */
function reasonOf({ code, message }: NodeJS.ErrnoException, { host, port }: ListenAddress): string {
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is in use; choose another with option port, or a free one with option port 0`;
    case 'EACCES':
      return `port ${port} on ${host} is not permitted; choose one above 1023 with option port`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `this machine has no address ${host} to listen on; choose another with option host`;
    default:
      return message;
  }
}

/** An application whose server has a class of responses of its own. */
export interface OwnResponses {
  readonly ServerResponse: typeof ServerResponse;
}

/** Options of {@link closeGracefully}. */
export interface Closing {
  /** The application of the server. Default: none. */
  readonly app?: OwnResponses;
  /** How long requests in flight may take, in milliseconds. Default: 900. */
  readonly grace?: number | undefined;
  /** Called after this time, before the connections are closed. */
  readonly onImpatience?: () => void;
}

/** Stops listening, and waits for requests in flight. */
export function closeGracefully(server: Server, { app, grace = 900, onImpatience }: Closing = {}): Promise<void> {
  if (app !== undefined) announceClose(app);
  return new Promise((resolve) => {
    const impatience = setTimeout(() => {
      onImpatience?.();
      server.closeAllConnections();
    }, grace);
    server.close(() => {
      clearTimeout(impatience);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/**
 * Makes further responses close their connections (RFC 9112 section 9.6). Connections that stay open would keep the
 * server running.
 */
function announceClose(app: OwnResponses): void {
  Object.defineProperty(app.ServerResponse.prototype, 'writeHead', {
    configurable: true,
    value(this: ServerResponse, ...head: Parameters<ServerResponse['writeHead']>) {
      this.shouldKeepAlive = false;
      return ServerResponse.prototype.writeHead.apply(this, head);
    },
  });
}
