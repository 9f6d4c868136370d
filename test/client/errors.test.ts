import {
  APIError,
  ConnectionError,
  RateLimitError,
  TimeoutError,
  UnauthorizedError,
  type FetchLike,
} from 'id-emulator/client';
import { expect, test } from 'vitest';
import { cast } from '../cast.js';
import { failureOf, startClient } from './client-under-test.js';

const ben = cast('Ben');

test.concurrent.each([
  ['html-page', 'getUsers failed with status 200, because the body is not a JSON object or array: <!doctype html>'],
  ['empty-body', 'getUsers failed with status 200, because the body is empty'],
  ['malformed-json', 'getUsers failed with status 200, because the body is not a JSON object or array: {"items":[{'],
  ['body-cut;times=9', 'getUsers failed with status 200, because the body is truncated: {"items":[{'],
  ['chunks-broken;times=9', 'getUsers failed with status 200, because the body is truncated: {"items":[{'],
])('%s is an APIError with the beginning of the body', async (scenario, beginning) => {
  await using client = await startClient({ scenario });
  const failure = await failureOf(client.connection.getUsers());
  expect(failure).toBeInstanceOf(APIError);
  expect(failure).toMatchObject({ name: 'APIError', status: 200 });
  expect(failure.message.slice(0, beginning.length)).toBe(beginning);
  expect(failure.message.length).toBeLessThan(300);
});

test.concurrent('an HTML page is an error, even if no body is expected', async () => {
  await using client = await startClient({ scenario: 'html-page' });
  expect(
    await failureOf(client.connection.createCredentialsRequest({ partyId: ben.partyId, providers: ['GOOGLE'] })),
  ).toBeInstanceOf(APIError);
});

test.concurrent('a JSON body with the media type text/plain is read', async () => {
  await using client = await startClient({ scenario: 'wrong-content-type' });
  expect((await client.connection.getUsers()).items).toHaveLength(10);
});

test.concurrent('an APIError has status, code, message, details, request ID and response', async () => {
  await using client = await startClient();
  const failure = await failureOf(client.connection.getUsers({ limit: 0 }));
  expect(failure).toMatchObject({
    name: 'APIError',
    status: 400,
    code: 'invalid_request',
    details: { violations: [{ in: 'query', pointer: '/limit' }] },
    requestId: expect.stringMatching(/^\d+$/) as string,
    response: {
      status: 400,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: expect.stringContaining('"invalid_request"') as string,
    },
  });
  expect(failure.message).toMatch(/^getUsers failed with status 400: Query \/limit: /);
});

test.concurrent('the message of an error in another form contains its text', async () => {
  await using client = await startClient({ scenario: 'other-error-shape, server-error', retries: 0 });
  expect((await failureOf(client.connection.getUsers())).message).toContain('The server could not answer the request.');
});

test.concurrent('an unknown link token is an APIError with status 404', async () => {
  await using client = await startClient();
  expect(await failureOf(client.connection.checkVerificationStatus('unknown'))).toMatchObject({
    name: 'APIError',
    status: 404,
  });
});

test.concurrent.each([
  ['connection-reset;times=9', ConnectionError],
  ['rate-limit-burst;burst=9;retry-after=0', RateLimitError],
  ['token-malformed', UnauthorizedError],
  ['no-answer', TimeoutError, 1_000],
])('%s: every error has the same base class', async (scenario, expected, timeout = 60_000) => {
  await using client = await startClient({ scenario });
  const failure = await failureOf(client.connection.getUsers({}, { timeout }));
  expect(failure).toBeInstanceOf(expected);
  expect(failure).toBeInstanceOf(APIError);
});

test.concurrent('the cause of a connection error is kept', async () => {
  await using client = await startClient({ scenario: 'connection-reset;times=9' });
  const failure = await failureOf(client.connection.getUsers());
  expect(failure).toMatchObject({ status: 0, mayHaveArrived: true });
  expect(failure.cause).toMatchObject({ name: 'TypeError', message: 'fetch failed' });
});

test.concurrent('a redirect is not followed: another address never receives secret and token', async () => {
  const redirected: FetchLike = (url, init) =>
    url.endsWith('/oauth/token') ? fetch(url, init) : Promise.resolve(Response.redirect('http://127.0.0.1:9/', 302));
  await using client = await startClient({ fetch: redirected });
  expect(await failureOf(client.connection.getUsers())).toMatchObject({ name: 'APIError', status: 302 });
});
