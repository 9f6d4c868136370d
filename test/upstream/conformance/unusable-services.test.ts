/** Services that cannot be checked. No message contains the secret. */

import type { RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ServiceUnusable } from '../../../src/upstream/conformance/checks/connect.js';
import { runConformance } from '../../../src/upstream/conformance/run-conformance.js';
import { startEmulator } from '../../../src/index.js';
import { CERTIFICATE, PRIVATE_KEY } from '../proxy/certificate.js';
import { type PlainServer, serverOf } from './server-of.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const TOKEN = JSON.stringify({ access_token: 'a.b.c', expires_in: 3600, token_type: 'Bearer' });

async function refusal(server: PlainServer, more = {}): Promise<string> {
  const error: unknown = await runConformance({ ...server.options, ...more }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ServiceUnusable);
  const { message } = error as Error;
  expect(message).not.toContain(server.options.clientSecret);
  expect(message).not.toContain('\n');
  return message.replaceAll(server.url, '<url>');
}

test('an address where no server listens is reported', async () => {
  const server = await serverOf(() => undefined);
  await server[Symbol.asyncDispose]();
  expect(await refusal(server)).toBe('<url>: the connection was refused: no server listens there');
});

test('a server without TLS is reported', async () => {
  await using server = await serverOf((_, response) => response.end());
  const message = await refusal(server, { tokenUrl: server.options.tokenUrl.replace('http:', 'https:') });
  expect(message).toMatch(/^https:\S+: the host does not speak TLS/);
});

test('an HTML page instead of a token is reported', async () => {
  await using server = await serverOf((_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html></html>'),
  );
  expect(await refusal(server)).toBe(
    'the server at <url>/oauth/token is no token endpoint: it returns 200 with text/html and no access_token',
  );
});

test('rejected credentials are reported', async () => {
  await using emulator = await startEmulator();
  await using server = await serverOf(() => undefined);
  const message = await refusal(server, { baseUrl: emulator.url, tokenUrl: emulator.tokenUrl });
  expect(message).toBe(
    `the token endpoint ${emulator.tokenUrl} rejects the client ID and secret (status 401, invalid_client)`,
  );
});

test('a token endpoint without the service is reported', async () => {
  await using server = await serverOf((request, response) =>
    request.url === '/oauth/token'
      ? response.writeHead(200, JSON_TYPE).end(TOKEN)
      : response.writeHead(404, { 'Content-Type': 'text/html' }).end('<html></html>'),
  );
  expect(await refusal(server)).toBe(
    'the server at <url> is not the service: the request for the users list returns status 404 and text/html',
  );
});

/** A server that issues a token and then responds by a function. */
function afterToken(listener: RequestListener): Promise<PlainServer> {
  return serverOf((request, response) => {
    if (request.url === '/oauth/token') response.writeHead(200, JSON_TYPE).end(TOKEN);
    else listener(request, response);
  });
}

test.each([
  ['nothing', 200, undefined, 'nothing'],
  ['an object of another kind', 200, '{"hello":"world"}', 'an object that is no page of users'],
  ['a list', 200, '[]', 'an array that is no page of users'],
  ['404 in JSON', 404, '{"message":"Not Found"}', 'an object that is no page of users'],
  ['502 of a gateway', 502, '<html>', 'application/json'],
])(
  'a server that issues a token and returns %s instead of the users list is reported',
  async (_, status, body, described) => {
    await using server = await afterToken((__, response) => response.writeHead(status, JSON_TYPE).end(body));
    expect(await refusal(server)).toBe(
      `the server at <url> is not the service: the request for the users list returns status ${status} and ${described}`,
    );
  },
);

test('a token that the service rejects is reported', async () => {
  await using server = await afterToken((_, response) => response.writeHead(401, JSON_TYPE).end('{}'));
  expect(await refusal(server)).toBe(
    '<url> rejects the access token from <url>/oauth/token (status 401): check that both belong to the same service and that the institution is active',
  );
});

test('a token that no header can carry is reported without its value', async () => {
  await using server = await serverOf((_, response) =>
    response.writeHead(200, JSON_TYPE).end(JSON.stringify({ access_token: 'secret\ntoken', expires_in: 1 })),
  );
  expect(await refusal(server)).toBe(
    'the access token of <url>/oauth/token cannot be sent: it is empty, or has characters that no header can carry',
  );
});

test('a secret that the service repeats is not printed', async () => {
  await using server = await serverOf((request, response) => {
    text(request).then(
      (form) =>
        response
          .writeHead(401, JSON_TYPE)
          .end(JSON.stringify({ error: new URLSearchParams(form).get('client_secret') })),
      () => response.destroy(),
    );
  });
  expect(await refusal(server)).toBe(
    'the token endpoint <url>/oauth/token rejects the client ID and secret (status 401, a string of 16 characters)',
  );
});

test.each([
  [
    'is truncated',
    (response: ServerResponse) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('{', () => response.destroy());
    },
    'the connection was closed before the response was complete',
  ],
  [
    'does not match its Content-Encoding',
    (response: ServerResponse) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('plain'),
    'the response body does not match its Content-Encoding',
  ],
  [
    'has too many headers',
    (response: ServerResponse) => response.writeHead(200, { 'X-Filler': 'x'.repeat(100_000) }).end(),
    'the response headers are too large',
  ],
  ['is not HTTP', (response: ServerResponse) => response.socket!.end('SSH-2.0\r\n'), 'the response is not valid HTTP'],
])('a response that %s is reported', async (_, respond, reason) => {
  await using server = await serverOf((__, response) => {
    respond(response);
  });
  expect(await refusal(server)).toBe(`<url>: ${reason}`);
});

test('a self-signed certificate is reported', async () => {
  await using server = await serverOf((_, response) => response.end(), { key: PRIVATE_KEY, cert: CERTIFICATE });
  expect(await refusal(server)).toBe(
    '<url>: its certificate is self-signed; name the file with its authority in NODE_EXTRA_CA_CERTS if you trust it',
  );
});

test('a redirect is not followed, and its query is not printed', async () => {
  const received: string[] = [];
  await using elsewhere = await serverOf((request, response) => {
    received.push(request.url!);
    response.end();
  });
  await using server = await serverOf((_, response) =>
    response.writeHead(302, { Location: `${elsewhere.url}/login?secret=1` }).end(),
  );
  expect(await refusal(server)).toBe(
    `<url> redirects with status 302 to ${elsewhere.url}/login; credentials are not sent there: use the final address`,
  );
  expect(received).toEqual([]);
});

test('an endless response is not read to its end', async () => {
  await using server = await serverOf((_, response) => {
    response.writeHead(200, JSON_TYPE);
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  });
  expect(await refusal(server)).toBe('<url> sends a response of more than 10000000 bytes');
});
