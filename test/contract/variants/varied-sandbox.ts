/** A sandbox in a variant or revision, called over HTTP. */

import type { Emulator, SandboxControl, SandboxOptions } from '../../../src/index.js';

/** A response. */
export interface SeenResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The text parsed as JSON; undefined if it is not JSON. */
  readonly json: unknown;
}

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
  const answer = await fetch(url, {
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
  const text = await answer.text();
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
