/** The TCP connections below the TLS connections of a server. */

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The client's address with its port. Node.js gives no other way to find the TCP connection of a TLS connection. */
function peerOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** The sockets of connections by the addresses of their peers. */
export class TcpConnections {
  readonly #byPeer = new Map<string, Socket>();

  /** @param onUnsecured called with each connection that closed during the TLS handshake after the client sent bytes */
  constructor(server: Server, onUnsecured: (socket: Socket) => void) {
    // The TCP connections over which a TLS connection was made. Node.js has a socket for each of the two.
    const secured = new WeakSet<Socket>();
    server.on('connection', (socket: Socket) => {
      const peer = peerOf(socket);
      this.#byPeer.set(peer, socket);
      socket.once('close', () => {
        this.#byPeer.delete(peer);
        if (socket.bytesRead > 0 && !secured.has(socket)) onUnsecured(socket);
      });
    });
    server.on('secureConnection', (socket: Socket) => {
      const below = this.below(socket);
      if (below === undefined) return;

      secured.add(below);
      // Only a TCP socket can be reset.
      socket.resetAndDestroy = () => {
        below.resetAndDestroy();
        return socket.destroy();
      };
    });
  }

  /** The TCP connection below a TLS connection; undefined if it has closed. */
  below(socket: Socket): Socket | undefined {
    return this.#byPeer.get(peerOf(socket));
  }
}
