/** A sandbox in which a pact's states are set up, and a consumer that calls it as a verifier does. */

import type { Emulator, SandboxControl } from '../../../src/index.js';
import type { GivenState } from '../../../src/pact/pact-file.js';
import { sandboxOptionsFor, setUpStates, type SetUp } from '../../../src/pact/states/set-up-states.js';
import { providerStates } from '../../../src/pact/states/shipped-states.js';
import { absolute, type Sender } from '../../exchanges.js';
import { fetched } from '../../fetched.js';

export interface Provider extends Sender {
  readonly sandbox: SandboxControl;
  readonly setUp: SetUp;
}

/** Opens a sandbox for the states, and sets them up. It is sent requests with the values of the pact. */
export async function provider(emulator: Emulator, given: readonly (string | GivenState)[]): Promise<Provider> {
  const states = given.map((state) => (typeof state === 'string' ? { name: state, params: {} } : state));
  const sandbox = emulator.sandbox(sandboxOptionsFor(states, providerStates));
  const setUp = await setUpStates(states, providerStates, sandbox);
  const real = (text: string, separators: RegExp): string =>
    text
      .split(separators)
      .map((part) => setUp.replacements[decodeURIComponent(part)] ?? part)
      .join('');
  return {
    sandbox,
    setUp,
    values: { ...setUp.values, sandbox, fresh: sandbox.accessToken().accessToken },
    send: ({ method, path, headers, token, body }) => {
      const isOwn = setUp.authentication || path.startsWith('/');
      const bearer = token ?? (isOwn ? undefined : sandbox.accessToken().accessToken);
      const named = { ...headers, 'Emulator-Sandbox': sandbox.id };
      return fetched(emulator.url + absolute(real(path, /(\/)/), sandbox.id), {
        method,
        headers: bearer === undefined ? named : { ...named, Authorization: `Bearer ${bearer}` },
        body: body === undefined ? null : path.startsWith('/') ? real(body, /([=&])/) : body,
      });
    },
  };
}
