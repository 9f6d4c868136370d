/** What the control plane has for verifiers of other languages. */

import type { Contracts } from '../../contract/variants/contracts.js';
import type { ControlContext } from '../../emulator/control/control-context.js';
import type { SandboxOptions } from '../../emulator/options.js';
import {
  created,
  NO_CONTENT,
  ok,
  type ControlRequest,
  type ControlResponse,
  type Endpoint,
  type FurtherEndpoints,
} from '../../emulator/control/endpoint.js';
import { DEFAULT_VERIFICATION, PactVerifications } from './pact-verifications.js';
import { announceState, isCalledByVerifier, serveProvider } from './serve-provider.js';
import { withKey, withoutKey } from './verification-key.js';

interface StateChange {
  readonly state?: string | null;
  /** As pact-ruby sends them, in place of `state` or beside it. */
  readonly states?: readonly string[];
  readonly params?: Readonly<Record<string, unknown>> | null;
  readonly action?: string | null;
}

/** The endpoints of one emulator, with its verifications. */
export function verificationEndpoints(contracts: Contracts): FurtherEndpoints {
  const verifications = new PactVerifications(contracts);
  return {
    endpoints: endpointsOf(verifications),
    carriesSecret: isCalledByVerifier,
    serve: async (context, req, res) => {
      await announceState(verifications, context, req);
      return await serveProvider(verifications, context, req, res);
    },
  };
}

const endpointsOf = (verifications: PactVerifications): Record<string, Endpoint> => ({
  createVerification: ({ context, emulator, body = {}, address }) => {
    const { id } = verifications.open(emulator, body as SandboxOptions);
    return created(linksOf(address, id, context), {
      Location: `${address}/_emulator/verifications/${encodeURIComponent(id)}`,
    });
  },
  getVerification: ({ context, emulator, path, address }) => {
    const id = path['verification'] as string;
    return ok({ ...linksOf(address, id, context), ...verifications.existing(emulator, id).summary() });
  },
  deleteVerification: ({ context, emulator, path, address }) => {
    const id = path['verification'] as string;
    const summary = verifications.existing(emulator, id).summary();
    verifications.remove(id);
    return ok({ ...linksOf(address, id, context), ...summary });
  },
  setUpProviderState: (request) =>
    changeState(
      verifications,
      request,
      withoutKey(request.path['verification'] as string, request.context.controlToken),
    ),
  setUpDefaultProviderState: (request) => changeState(verifications, request, DEFAULT_VERIFICATION),
});

/** @returns the values of the state, for `fromProviderState` */
async function changeState(
  verifications: PactVerifications,
  { emulator, body = {} }: ControlRequest,
  id: string,
): Promise<ControlResponse> {
  const verification = verifications.existing(emulator, id);
  verification.isRead();
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

function linksOf(address: string, id: string, { controlToken }: Pick<ControlContext, 'controlToken'>): object {
  const base = `${address}/_emulator/verifications/`;
  return {
    id,
    providerBaseUrl: `${base}${encodeURIComponent(id)}/provider`,
    stateChangeUrl: `${base}${encodeURIComponent(withKey(id, controlToken))}/provider-states`,
  };
}
