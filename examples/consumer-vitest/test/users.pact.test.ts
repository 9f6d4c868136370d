import { MatchersV3 } from '@pact-foundation/pact';
import { RateLimitError, UnauthorizedError } from 'id-emulator/client';
import { expect, test } from 'vitest';
import { AUTHORIZED, connected, pact } from './institution.js';

const { eachLike, integer, like, regex } = MatchersV3;

test('reads approved users, page by page', async () => {
  await pact
    .addInteraction()
    .uponReceiving('a request for the second page of approved users')
    .withRequest('GET', '/api/v1/institutions/me/users', (request) => {
      request.headers(AUTHORIZED).query({ kycStatus: 'APPROVED', offset: '2', limit: '2' });
    })
    .willRespondWith(200, (response) => {
      response
        .headers({ 'Content-Type': regex(/^application\/json(;.*)?$/, 'application/json; charset=utf-8') })
        .jsonBody({
          items: eachLike({
            id: integer(7),
            partyId: like('party::7'),
            kycStatus: 'APPROVED',
            kycProvider: regex(/^[A-Z]+$/, 'GOOGLE'),
          }),
          pagination: { offset: integer(2), limit: integer(2), total: integer(7) },
        });
    })
    .executeTest(async (service) => {
      const { items, pagination } = await (
        await connected(service)
      ).getUsers({ kycStatus: 'APPROVED', offset: 2, limit: 2 });
      expect(items[0]?.partyId).toBe('party::7');
      expect(pagination.total).toBe(7);
    });
});

test('reports when to retry', async () => {
  await pact
    .addInteraction()
    .given('the institution is rate limited')
    .uponReceiving('a request for users that is one too many')
    .withRequest('GET', '/api/v1/institutions/me/users', (request) => {
      request.headers(AUTHORIZED).query({ offset: '0', limit: '10' });
    })
    .willRespondWith(429, (response) => {
      response.headers({ 'Retry-After': regex(/^\d+$/, '1') });
    })
    .executeTest(async (service) => {
      await expect((await connected(service)).getUsers()).rejects.toThrow(RateLimitError);
    });
});

test('reports a refused token after a new token was refused as well', async () => {
  await pact
    .addInteraction()
    .given('the access token has expired')
    .uponReceiving('a request for users with a token that has expired')
    .withRequest('GET', '/api/v1/institutions/me/users', (request) => {
      request.headers(AUTHORIZED).query({ offset: '0', limit: '10' });
    })
    .willRespondWith(401)
    .executeTest(async (service) => {
      await expect((await connected(service)).getUsers()).rejects.toThrow(UnauthorizedError);
    });
});
