/** A sandbox in which a pact's states are set up, and a consumer that calls it as a verifier does. */

import request, { type Test } from 'supertest';
import type { Emulator, SandboxControl } from '../../../src/index.js';
import type { GivenState } from '../../../src/pact/pact-file.js';
import { sandboxOptionsFor, setUpStates, type SetUp } from '../../../src/pact/states/set-up-states.js';
import { providerStates } from '../../../src/pact/states/shipped-states.js';

export interface Provider extends SetUp {
  readonly sandbox: SandboxControl;
  /** `path` is relative to `{base_url}/api/v1`, with the values of the pact. */
  readonly get: (path: string, token?: string) => Test;
  readonly post: (path: string, body: object) => Test;
  /** A token request with these credentials. */
  readonly token: (clientId: string, clientSecret: string) => Test;
}

/** Opens a sandbox for the states, and sets them up. */
export async function provider(emulator: Emulator, ...given: readonly (string | GivenState)[]): Promise<Provider> {
  const states = given.map((state) => (typeof state === 'string' ? { name: state, params: {} } : state));
  const sandbox = emulator.sandbox(sandboxOptionsFor(states, providerStates));
  const setUp = await setUpStates(states, providerStates, sandbox);
  const { replacements } = setUp;
  const real = (path: string): string =>
    path
      .split('/')
      .map((segment) => replacements[segment] ?? segment)
      .join('/');
  const named = (pending: Test): Test => pending.set('Emulator-Sandbox', sandbox.id);
  const authorized = (pending: Test, token?: string): Test => {
    const bearer = setUp.authentication ? token : (token ?? sandbox.accessToken().accessToken);
    return bearer === undefined ? named(pending) : named(pending.auth(bearer, { type: 'bearer' }));
  };
  return {
    ...setUp,
    sandbox,
    get: (path, token) => authorized(request(emulator.apiUrl).get(real(path)), token),
    post: (path, body) => authorized(request(emulator.apiUrl).post(path)).send(body),
    token: (clientId, clientSecret) =>
      named(
        request(emulator.tokenUrl)
          .post('')
          .type('form')
          .send({
            grant_type: 'client_credentials',
            client_id: replacements[clientId] ?? clientId,
            client_secret: replacements[clientSecret] ?? clientSecret,
          }),
      ),
  };
}
