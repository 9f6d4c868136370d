/** Parameters that several states have, and the scenario that many states consist of. */

import type { ActivationParameter } from '../../../emulator/domain/sandbox/activation.js';
import { PROVIDERS } from '../../../emulator/domain/world/model.js';
import type { StateSandbox } from '../state-sandbox.js';

/** An existing party. */
export const PARTY_ID = { type: 'text', description: 'The party ID.' } as const;

export const ANY_PARTY_ID = {
  type: 'text',
  description: 'The party ID. Default: a new party.',
  optional: true,
} as const;

/** An existing credential. */
export const CONTRACT_ID = { type: 'text', description: 'The contract ID of the credential.' } as const;

export const ANY_CONTRACT_ID = {
  type: 'text',
  description: 'The contract ID of the credential. Default: a new credential.',
  optional: true,
} as const;

export const FROM_PROVIDERS = { type: 'list', description: 'The providers.', choices: PROVIDERS } as const;

export const FROM_PROVIDER = {
  type: 'text',
  description: 'The provider of a new credential.',
  choices: PROVIDERS,
  default: 'GITHUB',
} as const;

/** A credential; a new one unless the pact names it. */
export const OF_CREDENTIAL = {
  contractId: ANY_CONTRACT_ID,
  partyId: ANY_PARTY_ID,
  provider: FROM_PROVIDER,
} as const;

export const LINK_TOKEN = {
  type: 'text',
  description: 'The token in the pact. Leave it out if the pact uses the state value `token`.',
  optional: true,
} as const;

/** More calls than an interaction makes, for scenarios with a limited number of calls. */
export const EVERY_CALL = 1_000_000;

const RETRY_AFTER = {
  type: 'number',
  description: 'The value of Retry-After in seconds.',
  minimum: 0,
  default: 1,
} as const;

/** The members of a state in which a scenario refuses every call with Retry-After. */
export function refusesEveryCall(
  scenario: string,
  count: 'burst' | 'times',
): {
  readonly parameters: { readonly retryAfter: typeof RETRY_AFTER };
  readonly scenarios: readonly string[];
  readonly setUp: (sandbox: StateSandbox, parameters: { readonly retryAfter: number }) => Promise<void>;
} {
  return {
    parameters: { retryAfter: RETRY_AFTER },
    scenarios: [scenario],
    setUp: async (sandbox, { retryAfter }) => {
      await sandbox.use(scenario, { [count]: EVERY_CALL, 'retry-after': retryAfter });
    },
  };
}

/** The members of a state that switches on one scenario and does nothing else. */
export function switchesOn(
  scenario: string,
  parameters: Readonly<Record<string, ActivationParameter>> = {},
): { readonly scenarios: readonly string[]; readonly setUp: (sandbox: StateSandbox) => Promise<void> } {
  return {
    scenarios: [scenario],
    setUp: async (sandbox) => {
      await sandbox.use(scenario, parameters);
    },
  };
}
