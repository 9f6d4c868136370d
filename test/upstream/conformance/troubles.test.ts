/** Faulty services: those that cannot be checked, and how a run ends with the others. No message contains the secret. */

import type { RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { rateLimit, retryDelay } from '../../../src/upstream/conformance/limited-sender.js';
import { ServiceUnusable } from '../../../src/upstream/conformance/checks/connect.js';
import { checksWith } from '../../../src/upstream/conformance/report/conformance-report.js';
import type { ConformanceReport } from '../../../src/upstream/report-types.js';
import { runConformance } from '../../../src/upstream/conformance/run-conformance.js';
import { type Emulator, startEmulator } from '../../../src/index.js';
import { CERTIFICATE, PRIVATE_KEY } from '../proxy/certificate.js';
import { startAlteringProxy } from './altering-proxy.js';
import { type PlainServer, serverOf } from './server-of.js';

function run({ url, tokenUrl, clientId, clientSecret }: Emulator, more: object): Promise<ConformanceReport> {
  return runConformance({ baseUrl: url, tokenUrl, clientId, clientSecret, ...more });
}

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

test('a secret that the service repeats is not in the report', async () => {
  await using emulator = await startEmulator();
  const { clientSecret } = emulator;
  await using proxy = await startAlteringProxy(emulator.url, {
    response: ({ headers }) => {
      headers.set('cache-control', clientSecret);
    },
  });
  const report = await run(emulator, { tokenUrl: proxy.tokenUrl, only: ['token.no-store'] });
  expect(checksWith(report, 'otherwise')).toMatchObject([
    { why: expect.stringMatching(/^another value \(/) as string },
  ]);
  expect(JSON.stringify(report)).not.toContain(clientSecret);
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

test('the suite waits as long as a 429 requires, repeats the request, and observes the header', async () => {
  await using emulator = await startEmulator();
  emulator.defaultSandbox.use('rate-limit-burst', { burst: 2 });
  const waits: number[] = [];
  const report = await run(emulator, {
    only: ['reads', 'gateway'],
    wait: (milliseconds: number) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
  });
  expect(waits).toEqual([1_000, 1_000]);
  expect(checksWith(report, 'fail')).toEqual([]);
  expect(checksWith(report, 'as-guessed').find(({ id }) => id === 'gateway.retry-after')?.seen).toEqual([
    'seconds (2 times)',
  ]);
});

test('a Retry-After above the limit ends the run, and the report is incomplete', async () => {
  await using emulator = await startEmulator();
  let received = 0;
  await using proxy = await startAlteringProxy(emulator.url, {
    response: (response) => {
      received += 1;
      if (received <= 5) return;
      response.status = 429;
      response.headers.set('retry-after', '3600');
    },
  });
  const report = await run(emulator, { baseUrl: proxy.url, only: ['reads', 'paging'] });
  expect(report.incomplete).toBe('the service requires a wait of 3600 s, longer than --max-wait 60');
  expect(checksWith(report, 'fail')).toEqual([]);
  expect(received).toBe(6);
});

test('Retry-After is read as seconds, or as a date relative to the Date of the response', () => {
  const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
  expect(retryDelay({ 'retry-after': '7' })).toBe(7_000);
  expect(retryDelay({ date, 'retry-after': 'Sat, 21 Nov 2026 10:00:09 GMT' })).toBe(9_000);
  expect(retryDelay({ date, 'retry-after': 'Sat, 21 Nov 2026 09:00:00 GMT' })).toBe(0);
  expect(retryDelay({})).toBe(1_000);
  expect(retryDelay({ date, 'retry-after': 'soon' })).toBe(1_000);
});

test('requests are sent at the rate, the first one at once', async () => {
  const waits: number[] = [];
  const waitForTurn = rateLimit(2, (milliseconds) => {
    waits.push(milliseconds);
    return Promise.resolve();
  });
  for (let request = 0; request < 3; request++) await waitForTurn();
  expect(waits).toHaveLength(2);
  expect(waits[0]).toBeGreaterThan(400);
  expect(waits[0]).toBeLessThanOrEqual(500);
  expect(waits[1]).toBeGreaterThan(900);
  expect(waits[1]).toBeLessThanOrEqual(1_000);
});

test('a run sends no more requests than allowed, and reports the results so far', async () => {
  await using emulator = await startEmulator();
  const report = await run(emulator, { maxRequests: 20 });
  expect(emulator.defaultSandbox.requests()).toHaveLength(20);
  expect(report).toMatchObject({ incomplete: '20 requests have been sent; --max-requests allows more' });
  expect(report.counts.pass).toBeGreaterThan(5);
  expect(report.counts.fail).toBe(0);
});

test('an interrupted run reports the results so far', async () => {
  await using emulator = await startEmulator();
  const interruption = new AbortController();
  const report = await run(emulator, {
    signal: interruption.signal,
    onCheck: (_: unknown, done: number) => {
      if (done === 30) interruption.abort();
    },
  });
  expect(report.incomplete).toBe('the run was interrupted');
  expect(report.counts.pass).toBeGreaterThan(15);
  expect(report.counts.fail).toBe(0);
});

test('a service that stops responding ends the run after three checks', async () => {
  const emulator = await startEmulator();
  let closed: Promise<void> | undefined;
  const report = await run(emulator, {
    only: ['token', 'paging'],
    onCheck: (_: unknown, done: number) => {
      if (done === 11) closed = emulator.close();
    },
  });
  await closed;
  expect(report.incomplete).toMatch(/^http:\S+: the connection /);
  expect(report.counts.fail).toBeLessThanOrEqual(3);
});

test('without write only GET and token requests are sent', async () => {
  await using emulator = await startEmulator();
  const report = await run(emulator, {});
  const sent = new Set(
    emulator.defaultSandbox.requests().map(({ method, path }) => `${method} ${method === 'GET' ? '' : path}`),
  );
  expect([...sent].toSorted()).toEqual(['GET ', 'POST /oauth/token']);
  expect(checksWith(report, 'skip').map(({ why }) => why)).toContain(
    'it sends requests that create links or data requests; --write allows that',
  );
});

test('an institution without data fails no check', async () => {
  await using emulator = await startEmulator({ fixture: 'empty', population: 0 });
  const report = await run(emulator, { write: true });
  expect(checksWith(report, 'fail', 'otherwise')).toEqual([]);
  expect(checksWith(report, 'skip').map(({ why }) => why)).toContain(
    'no credential is disclosed to the institution; give one with --party-id and --contract-id',
  );
});

test('an unknown group or check is rejected with a suggestion', async () => {
  await using emulator = await startEmulator();
  await expect(run(emulator, { only: ['pagin'] })).rejects.toThrow(
    'there is no group or check "pagin" of revision specification; did you mean "paging"?',
  );
});
