/** Sends the request of an exchange again, with a new token of the sandbox, since the old one is redacted. */

import { call } from '../../control/call.js';
import type { Exchange, Sandbox } from '../../control/types.js';
import { bodyOf, CLIENT_SECRET_MARKER, hasToken, headersOf, targetOf } from './repeatable.js';

/** Undefined where a fault ended the connection first. */
interface Sent {
  readonly number: number | undefined;
  readonly status: number | undefined;
}

export async function sendAgain(exchange: Exchange, sandbox: Sandbox): Promise<Sent> {
  const body = bodyOf(exchange)?.replaceAll(CLIENT_SECRET_MARKER, encodeURIComponent(sandbox.clientSecret));
  // The page is one folder below the service.
  const url = new URL(`.${targetOf(exchange)}`, new URL('..', document.baseURI));
  const headers = new Headers(headersOf(exchange));
  if (hasToken(exchange)) headers.set('Authorization', `Bearer ${await tokenFor(exchange, sandbox)}`);
  try {
    const response = await fetch(url, {
      method: exchange.method,
      headers,
      cache: 'no-store',
      ...(body !== undefined && { body }),
    });
    await response.text().catch(() => '');
    const number = Number(response.headers.get('Emulator-Exchange'));
    return { number: number === 0 ? undefined : number, status: response.status };
  } catch {
    return { number: undefined, status: undefined };
  }
}

/** A token of the same client: its suffix may select a scenario. */
async function tokenFor({ clientId = '' }: Exchange, { id, clientId: own, clientSecret }: Sandbox): Promise<string> {
  if (clientId === own || clientId === '')
    return (await call('post', '/sandboxes/{id}/access-tokens', { path: { id }, body: {} })).accessToken;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const response = await fetch(new URL('../oauth/token', document.baseURI), {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}
