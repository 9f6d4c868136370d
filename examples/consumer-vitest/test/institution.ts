/** The pact between this application and the service, and a client of Pact's mock server. */

import { PactV4, type V3MockServer } from '@pact-foundation/pact';
import { idSdk } from 'id-emulator/client';

export const pact = new PactV4({ consumer: 'reporting', provider: 'identity', dir: 'pacts', logLevel: 'error' });

/** Headers of requests with a token. It is a placeholder: the verification replaces it by a valid token. */
export const AUTHORIZED = { Authorization: 'Bearer a-token' };

type Connection = Awaited<ReturnType<typeof idSdk.connect>>;

/**
 * The application's client, connected to Pact's mock. It does not request its token there, which `token.pact.test.ts` tests.
 * It does not retry, because the mock expects each request once.
 */
export function connected({ url }: Pick<V3MockServer, 'url'>): Promise<Connection> {
  const tokenUrl = 'http://token.invalid/oauth/token';
  return idSdk.connect({
    clientId: 'reporting',
    clientSecret: 'a-secret',
    baseUrl: url,
    tokenUrl,
    retries: 0,
    fetch: (address, init) =>
      address === tokenUrl
        ? Promise.resolve(Response.json({ access_token: 'a-token', expires_in: 3600 }))
        : fetch(address, init),
  });
}
