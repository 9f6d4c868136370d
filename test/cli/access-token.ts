/** Gets an access token as any OAuth client does. */

import type { ReadyLine } from './id-emulator.js';

export async function accessTokenOf({
  tokenUrl,
  clientId,
  clientSecret,
}: Pick<ReadyLine, 'tokenUrl' | 'clientId' | 'clientSecret'>): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const answer = await fetch(tokenUrl, { method: 'POST', body });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return token;
}
