/** Parameters that many states have. */

import { PROVIDERS } from '../../../domain/world/model.js';

/** The party that a state is about. */
export const PARTY_ID = { type: 'text', description: 'The party ID.' } as const;

/** The party, or a new one. */
export const ANY_PARTY_ID = {
  type: 'text',
  description: 'The party ID; made up where it is left out.',
  optional: true,
} as const;

/** The credential that a state is about. */
export const CONTRACT_ID = { type: 'text', description: 'The contract ID of the credential.' } as const;

/** The credential, or a new one. */
export const ANY_CONTRACT_ID = {
  type: 'text',
  description: 'The contract ID of the credential; made up where it is left out.',
  optional: true,
} as const;

/** Where credentials are from. */
export const FROM_PROVIDERS = { type: 'list', description: 'The providers.', choices: PROVIDERS } as const;

/** Where a new credential is from. */
export const FROM_PROVIDER = {
  type: 'text',
  description: 'The provider, where the credential is new.',
  choices: PROVIDERS,
  default: 'GITHUB',
} as const;

/** A number of things that a world has at least one of. */
export const COUNT = { type: 'number', description: 'How many.', minimum: 0, maximum: 1_000, default: 25 } as const;

/** More calls than any interaction makes, for scenarios that count. */
export const EVERY_CALL = 1_000_000;

/** A verification token as a pact invents it. */
export const LINK_TOKEN = {
  type: 'text',
  description: 'The token that the pact has; left out where it takes that of the state values.',
  optional: true,
} as const;
