/** What a failed response or a broken connection shows, where the service has received the request all the same. */

import { once } from 'node:events';
import { Agent } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { APIError, ConnectionError, idSdk, type FetchLike } from 'id-emulator/client';
import { startBroken } from './broken-service.js';
import { CERTIFICATE, PRIVATE_KEY } from '../upstream/proxy/certificate.js';
import { failureOf } from './client-under-test.js';

const shownBy = (error: Error): string =>
  inspect(error, { depth: Infinity, showHidden: true }) + JSON.stringify(error) + String(error.stack);

test.each([300, 400, 401, 409, 500, 502])(
  'status %i with a token or a link in its body is an error that shows neither',
  async (status) => {
    const body = { error: 'late', message: 'no n3w-token', access_token: 'n3w-token' };
    const link = { verificationUrl: 'https://a.test/v/l1nk', token: 'l1nk' };
    await using service = await startBroken(() => ({ status, body: { error: 'late', ...link } }), {
      issue: ({ nth }) => (nth === 1 ? { status, body } : { body: { access_token: 'a', expires_in: 60 } }),
      retries: 0,
    });
    const failures = [
      await failureOf(service.connection.getUsers()),
      await failureOf((await idSdk.connect(service.config)).generateVerificationLink({ contractId: '00' })),
    ];
    for (const failure of failures) {
      expect(failure).toMatchObject({ status });
      expect(shownBy(failure)).not.toMatch(/n3w-token|l1nk/);
    }
  },
);

test('a response with thousands of tokens is hidden as a whole, at once', async () => {
  const tokens = Array.from({ length: 50_000 }, (_, nth) => ({ token: `token-of-a-link-${nth}` }));
  await using service = await startBroken(() => ({ status: 400, body: { message: 'all failed', tokens } }));
  const failure = await failureOf(service.connection.generateVerificationLink({ contractId: '00' }));
  expect(failure).toMatchObject({ status: 400, response: { body: '[hidden]' } });
});

test.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'a POST whose connection of %s breaks after it was received may have arrived, and is sent once',
  async (maxVersion) => {
    const secureContext = createSecureContext({ key: PRIVATE_KEY, cert: CERTIFICATE, maxVersion });
    let posts = 0;
    const server = createServer((raw) => {
      const socket = new TLSSocket(raw, { isServer: true, secureContext });
      raw.on('error', () => undefined);
      socket.on('error', () => undefined);
      socket.once('data', (request) => {
        const body = '{"access_token":"a","expires_in":60}';
        if (String(request).startsWith('POST /token'))
          socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
        else {
          posts++;
          // What a proxy writes that has lost its key: no record of TLS.
          raw.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
        }
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `https://localhost:${(server.address() as AddressInfo).port}`;
    const agent = new Agent({ ca: CERTIFICATE });
    const config = { clientId: 'a', clientSecret: 'b', baseUrl, tokenUrl: `${baseUrl}/token`, agent };
    const connection = await idSdk.connect(config);
    const failure = await failureOf(connection.createCredentialsRequest({ partyId: 'a', providers: ['GITHUB'] }));
    expect(failure).toBeInstanceOf(ConnectionError);
    expect(failure).toMatchObject({ mayHaveArrived: true });
    expect(posts).toBe(1);
    server.close();
  },
);

test('an error of fetch whose members throw is a ConnectionError that shows no token', async () => {
  const issue = '{"access_token":"s3cret-token","expires_in":60}';
  const fetch: FetchLike = (url, { headers }) => {
    if (url.endsWith('/token')) return Promise.resolve(new Response(issue));
    const get = (): never => {
      throw new Error(headers['authorization']);
    };
    return Promise.reject(new Proxy(new Error('broken'), { get }));
  };
  const config = { clientId: 'a', clientSecret: 'b', baseUrl: 'http://a', tokenUrl: 'http://a/token', fetch };
  const failure = await failureOf((await idSdk.connect({ ...config, retries: 0 })).getUsers());
  expect(failure).toBeInstanceOf(APIError);
  expect(shownBy(failure)).not.toContain('s3cret-token');
});
