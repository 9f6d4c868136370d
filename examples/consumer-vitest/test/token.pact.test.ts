import { MatchersV3, PactV3 } from '@pact-foundation/pact';
import { idSdk } from 'id-emulator/client';
import { expect, test } from 'vitest';

const { integer, like } = MatchersV3;

// Version 3 of Pact can write the body of a form, version 4 of pact-js cannot.
const pact = new PactV3({ consumer: 'reporting-login', provider: 'identity', dir: 'pacts', logLevel: 'error' });

test('requests a token as RFC 6749 describes', async () => {
  pact
    .uponReceiving('a request for an access token')
    .withRequest({
      method: 'POST',
      path: '/oauth/token',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials&client_id=reporting&client_secret=a-secret',
    })
    .willRespondWith({
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      body: { access_token: like('a-token'), expires_in: integer(3600) },
    });
  await pact.executeTest(async ({ url }) => {
    const connection = await idSdk.connect({
      clientId: 'reporting',
      clientSecret: 'a-secret',
      baseUrl: 'http://service.invalid',
      tokenUrl: `${url}/oauth/token`,
      fetch: (address, init) =>
        address.startsWith(url) ? fetch(address, init) : Promise.resolve(Response.json({ credentials: [] })),
    });
    expect(await connection.resolve('ada')).toEqual({ credentials: [] });
  });
});
