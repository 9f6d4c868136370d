/** The pact between this application and the service, and a client that talks to Pact's mock of it. */

import { PactV4, type V3MockServer } from '@pact-foundation/pact';
import { idSdk } from 'id-emulator/client';

export const pact = new PactV4({ consumer: 'reporting', provider: 'identity', dir: 'pacts', logLevel: 'error' });

/** What every request with a token has. The token is a placeholder: the verification sends a good one in its place. */
export const AUTHORIZED = { Authorization: 'Bearer a-token' };

type Connection = Awaited<ReturnType<typeof idSdk.connect>>;

/**
 * The application's client. It asks Pact's mock for everything but its token, which `token.pact.test.ts` is about, and
 * gives up at once, because each interaction is to be asked for once.
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
