/** Endpoints for verifiers of other languages. */

import type { SandboxOptions } from '../../options.js';
import { created, NO_CONTENT, ok, type ControlRequest, type ControlResponse, type Endpoint } from '../endpoint.js';
import { DEFAULT_VERIFICATION } from '../verifications/pact-verifications.js';

interface StateChange {
  readonly state?: string | null;
  /** As pact-ruby sends them, in place of `state` or beside it. */
  readonly states?: readonly string[];
  readonly params?: Readonly<Record<string, unknown>> | null;
  readonly action?: string | null;
}

export const verificationEndpoints = {
  createVerification: ({ context, emulator, body = {}, address }) => {
    const { id } = context.verifications.open(emulator, body as SandboxOptions);
    return created(linksOf(address, id), { Location: `${address}/_emulator/verifications/${encodeURIComponent(id)}` });
  },
  getVerification: ({ context, emulator, path, address }) => {
    const id = path['verification'] as string;
    return ok({ ...linksOf(address, id), ...context.verifications.existing(emulator, id).summary() });
  },
  deleteVerification: ({ context, emulator, path, address }) => {
    const id = path['verification'] as string;
    const summary = context.verifications.existing(emulator, id).summary();
    context.verifications.remove(id);
    return ok({ ...linksOf(address, id), ...summary });
  },
  setUpProviderState: (request) => changeState(request, request.path['verification'] as string),
  setUpDefaultProviderState: (request) => changeState(request, DEFAULT_VERIFICATION),
} satisfies Record<string, Endpoint>;

/** @returns the values of the state, for `fromProviderState` */
async function changeState({ context, emulator, body = {} }: ControlRequest, id: string): Promise<ControlResponse> {
  const verification = context.verifications.existing(emulator, id);
  const { state, states = [], params, action } = body as StateChange;
  if (action === 'teardown') {
    await verification.begin();
    return NO_CONTENT;
  }
  const names = typeof state === 'string' ? [state] : states;
  let values = {};
  for (const name of names) values = await verification.setUp({ name, params: params ?? {} });
  return ok(values);
}

function linksOf(address: string, id: string): object {
  const base = `${address}/_emulator/verifications/${encodeURIComponent(id)}`;
  return { id, providerBaseUrl: `${base}/provider`, stateChangeUrl: `${base}/provider-states` };
}
