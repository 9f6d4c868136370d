/** A client of an emulator over HTTP, with an access token. */

import { globalAgent } from 'node:http';
import request, { type Test } from 'supertest';
import { startEmulator, type Emulator, type EmulatorOptions } from '../src/index.js';

export interface Institution {
  readonly emulator: Emulator;
  readonly token: string;
  /** `path` is relative to `{base_url}/api/v1`. */
  readonly get: (path: string) => Test;
  readonly post: (path: string, body: object) => Test;
  close(): Promise<void>;
}

/** Starts an emulator on a free port and requests a token. */
export async function startInstitution(options: EmulatorOptions = {}): Promise<Institution> {
  const emulator = await startEmulator(options, {
    onInternalError: (error) => {
      throw error;
    },
  });
  const token = await tokenOf(emulator);
  return {
    emulator,
    token,
    get: (path) => kept(request(emulator.apiUrl).get(path)).auth(token, { type: 'bearer' }),
    post: (path, body) => kept(request(emulator.apiUrl).post(path)).auth(token, { type: 'bearer' }).send(body),
    close: () => emulator.close(),
  };
}

/** Requests a new access token for the default sandbox. */
export async function tokenOf({
  tokenUrl,
  clientId,
  clientSecret,
}: Pick<Emulator, 'tokenUrl' | 'clientId' | 'clientSecret'>): Promise<string> {
  const answer = await kept(request(tokenUrl).post(''))
    .type('form')
    .send({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });
  if (answer.status !== 200) throw new Error(`the token endpoint responded with ${answer.status}: ${answer.text}`);
  return (answer.body as { access_token: string }).access_token;
}

/** The request on a connection that stays open. To open one, as supertest does, takes as long as the request itself. */
export function kept(asked: Test): Test {
  return asked.agent(globalAgent);
}
