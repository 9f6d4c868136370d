/** A consumer of a sandbox: it calls the service as ordinary integration tests do. */

import type { SandboxControl } from '../../../src/emulator/control/methods/sandbox-control.js';
import { tokenOf } from '../../institution.js';

export interface Consumer {
  readonly sandbox: SandboxControl;
  /** `path` is relative to `{base_url}/api/v1`. Returns the JSON of the response; undefined if it has none. */
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<unknown>;
  /** Text is sent unchanged. */
  readonly post: (path: string, body: object | string, headers?: Readonly<Record<string, string>>) => Promise<unknown>;
  /** The token endpoint. */
  readonly requestToken: (
    fields?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<unknown>;
}

/** A consumer with an access token. */
export async function consumerOf(sandbox: SandboxControl): Promise<Consumer> {
  const token = await tokenOf(sandbox);
  const { clientId: client_id, clientSecret: client_secret } = sandbox;
  return {
    sandbox,
    get: (path, headers = {}) =>
      responseTo(sandbox.apiUrl + path, { headers: { Authorization: `Bearer ${token}`, ...headers } }),
    post: (path, body, headers = {}) =>
      responseTo(sandbox.apiUrl + path, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    requestToken: (fields = { client_id, client_secret }, headers = {}) =>
      responseTo(sandbox.tokenUrl, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ grant_type: 'client_credentials', ...fields }),
      }),
  };
}

async function responseTo(url: string, init: RequestInit): Promise<unknown> {
  try {
    return await (await fetch(url, init)).json();
  } catch {
    return undefined;
  }
}
