/** A sandbox in a variant or revision, called over HTTP. */

import type { Emulator, SandboxControl, SandboxOptions } from '../../../src/index.js';
import { fetched, type Answered } from '../../fetched.js';

/** A response, with its headers as an object. */
export type SeenResponse = Omit<Answered, 'headers'> & { readonly headers: Readonly<Record<string, string>> };

export interface Sent {
  readonly method?: string;
  readonly token?: string | undefined;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface VariedSandbox {
  readonly sandbox: SandboxControl;
  readonly token: string;
  /** Sends a request with the sandbox's token, unless `token` is given; a path begins with `/`, or is relative to `{base_url}/api/v1`. */
  readonly send: (path: string, sent?: Sent) => Promise<SeenResponse>;
}

/** Opens a sandbox of the emulator in these variants, or of another revision. */
export function variedSandbox(
  emulator: Emulator,
  options: Pick<SandboxOptions, 'revision' | 'variants' | 'clientSecret'>,
): VariedSandbox {
  const sandbox = emulator.sandbox(options);
  const token = sandbox.accessToken().accessToken;
  return {
    sandbox,
    token,
    send: (path, sent = {}) =>
      send(path.startsWith('/') ? emulator.url + path : `${emulator.apiUrl}/${path}`, { token, ...sent }),
  };
}

async function send(url: string, { method, token, json, form, body, headers = {} }: Sent): Promise<SeenResponse> {
  const sent =
    json !== undefined ? JSON.stringify(json) : form !== undefined ? new URLSearchParams(form).toString() : body;
  const { headers: got, ...answer } = await fetched(url, {
    method: method ?? (sent === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(sent !== undefined && {
        'Content-Type': form === undefined ? 'application/json' : 'application/x-www-form-urlencoded',
      }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
  });
  return { ...answer, headers: Object.fromEntries(got) };
}
