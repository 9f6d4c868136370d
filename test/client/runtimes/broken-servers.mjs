/** Broken servers, in JavaScript that Node.js 16 runs: each call ends, and no error shows the token or the client secret. */

import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { createServer } from 'node:net';
import { inspect } from 'node:util';

const TOKEN = 'eyJhbGciOiJub25lIn0.access_token-0123456789.c2lnbmF0dXJl';
const SECRET = 'client+secret/of&the="institution"==';
const ISSUED = JSON.stringify({ access_token: TOKEN, expires_in: 3600 });
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const http = (status, body, header = 'X-A: b') =>
  `HTTP/1.1 ${status}\r\n${header}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
/** Writes the text and hangs. */
const hang = (text) => (socket) => void socket.write(text);

/** What a service writes for a request; nothing closes the connection. Those of `FEW` are run always. */
const FEW = {
  'not HTTP': () => `${TOKEN} ${SECRET}`,
  'a malformed chunk': () => `${CHUNKED}2;a=${TOKEN}\r\n{"\r\n${TOKEN}`,
  'a body that is cut': () => `HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{"a":"${TOKEN}`,
  'a redirect': () => http('307 Temporary', TOKEN, `Location: http://127.0.0.1:9/?${TOKEN}`),
  'plain text as gzip': () => http('200 OK', TOKEN, 'Content-Encoding: gzip'),
  'switching protocols': () => 'HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'nested details': () => http('400 Bad', `{"details":${'['.repeat(200000)}"${TOKEN}"${']'.repeat(200000)}}`),
  'no answer': hang(''),
  'half a body': hang('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"items":'),
};
const MANY = {
  'a malformed header': () => `HTTP/1.1 200 OK\r\n${TOKEN} ${SECRET}\r\n\r\n`,
  'a zero byte in a header': () => `HTTP/1.1 200 OK\r\nX-Echo: ${TOKEN}\0${SECRET}\r\n\r\n`,
  'two lengths': () => `HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\n${TOKEN}`,
  'a negative length': () => `HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n${TOKEN}`,
  'secrets in the reason phrase': () => http(`400 ${TOKEN} ${SECRET}`, 'x'),
  'secrets in headers': () => http('400 Bad', 'x', `X-Request-Id: ${TOKEN}\r\nSet-Cookie: a=${TOKEN}`),
  'secrets in JSON': () =>
    http('400 Bad', JSON.stringify({ error: { code: TOKEN, message: SECRET, details: [TOKEN] } })),
  'a huge header': () => http('400 Bad', 'x', `X-Huge: ${TOKEN.repeat(2000)}`),
  'members of prototypes': () => http('400 Bad', `{"__proto__":{"message":"${TOKEN}"},"constructor":"${TOKEN}"}`),
  'a success that is not JSON': () => http('200 OK', `<html>${TOKEN}`),
  'an item that is null': () => http('200 OK', '{"items":[null]}'),
  'a connection that closes at once': () => '',
  'within the headers': hang('HTTP/1.1 200 OK\r\nContent-'),
  'within a chunk': hang(`${CHUNKED}9\r\n{"it`),
  'after 100 Continue': hang('HTTP/1.1 100 Continue\r\n\r\n'),
};

export async function exerciseBroken({ idSdk, APIError }, isLong) {
  const ways = typeof fetch === 'function' && isLong ? [undefined, new Agent()] : [undefined];
  const cases = Object.entries({ ...FEW, ...(isLong && MANY) });
  await Promise.all(cases.map(([what, write]) => Promise.all(ways.map((agent) => tryOne(what, write, agent)))));

  async function tryOne(what, write, agent) {
    const sockets = new Set();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      let text = '';
      socket.on('data', (data) => {
        text += data;
        // The form of a token request may arrive after its headers.
        if (!text.includes('\r\n\r\n') || (text.startsWith('POST') && !text.includes('client_secret='))) return;
        const written = text.startsWith('POST') ? http('200 OK', ISSUED) : write(socket);
        text = '';
        if (written !== undefined) socket.end(written);
      });
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${server.address().port}`;
    const timeout = write({ write: () => true }) === undefined ? 1000 : 20000;
    const connection = await idSdk.connect({
      clientId: 'a',
      clientSecret: SECRET,
      baseUrl,
      tokenUrl: `${baseUrl}/token`,
      retries: 0,
      timeout,
      agent,
    });
    const failure = await connection.getUsers().then(
      () => assert.fail(`${what} should have failed`),
      (error) => error,
    );
    assert.ok(failure instanceof APIError, `${what}: ${failure}`);
    const shown = inspect(failure, { depth: 9, showHidden: true }) + JSON.stringify(failure);
    for (const secret of [TOKEN, SECRET, encodeURIComponent(SECRET)]) assert.ok(!shown.includes(secret), what);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}
