/** A service that writes bytes, whether they are HTTP or not, on both of its endpoints. */

import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { ConnectConfig } from 'id-emulator/client';

export const TOKEN = 'eyJhbGciOiJub25lIn0.access_token-0123456789.c2lnbmF0dXJl';
export const SECRET = 'client+secret/of&the="institution"==';

/** Writes the response to a request, whose text it gets; a text is written, and the connection closed. */
export type Write = (request: string, socket: Socket) => string | Buffer | undefined;

export interface RawService extends AsyncDisposable {
  readonly config: ConnectConfig;
  readonly requests: readonly string[];
  readonly sockets: ReadonlySet<Socket>;
}

/** @param issue what the token endpoint writes; a good token if it is left out */
export async function startRaw(answer: Write, issue: Write = issueToken): Promise<RawService> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      text += data.toString('latin1');
      const [head = '', body] = text.split('\r\n\r\n');
      if (body === undefined || body.length < Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)) return;
      requests.push(text);
      const written = (text.startsWith('POST /token') ? issue : answer)(text, socket);
      text = '';
      if (written !== undefined) socket.end(written);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    config: { clientId: 'a', clientSecret: SECRET, baseUrl: url, tokenUrl: `${url}/token`, retries: 0 },
    requests,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A response with a body of this length. */
export function http(status: string, body: string | Buffer = '', ...headers: readonly string[]): Buffer {
  const head = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]);
}

export const issueToken: Write = () => http('200 OK', JSON.stringify({ access_token: TOKEN, expires_in: 3_600 }));
