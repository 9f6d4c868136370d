/** A consumer of a sandbox, as its ordinary integration tests would be. */

import type { SandboxControl } from '../../../src/control/sandbox-control.js';
import { tokenOf } from '../../institution.js';

export interface Consumer {
  readonly sandbox: SandboxControl;
  /** `path` is relative to `{base_url}/api/v1`; gives the JSON of the answer, undefined where it is none or there is none. */
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<unknown>;
  /** A text is sent as it is. */
  readonly post: (path: string, body: object | string, headers?: Readonly<Record<string, string>>) => Promise<unknown>;
  /** The token endpoint. */
  readonly askForToken: (
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
      answerTo(sandbox.apiUrl + path, { headers: { Authorization: `Bearer ${token}`, ...headers } }),
    post: (path, body, headers = {}) =>
      answerTo(sandbox.apiUrl + path, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    askForToken: (fields = { client_id, client_secret }, headers = {}) =>
      answerTo(sandbox.tokenUrl, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ grant_type: 'client_credentials', ...fields }),
      }),
  };
}

async function answerTo(url: string, init: RequestInit): Promise<unknown> {
  try {
    return await (await fetch(url, init)).json();
  } catch {
    return undefined;
  }
}
