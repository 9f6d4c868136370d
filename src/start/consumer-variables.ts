/** The environment variables with which a consumer reaches an emulator. */

import { OWN_VARIABLES } from '../common/reporting/own-variables.js';
import type { ServiceUrls } from '../emulator/addresses.js';
import type { CompleteOptions } from '../emulator/options.js';

/** What a consumer needs to know of an emulator. */
export type ReachableEmulator = ServiceUrls & Pick<CompleteOptions, 'clientId' | 'clientSecret' | 'network'>;

/**
 * Names of the variables that say where an emulator is, and which of its sandboxes is meant. They are no settings: a
 * command of this package that `exec` starts must not refuse them as unknown ones.
 */
export const ADDRESS_VARIABLES: readonly string[] = [
  ...Object.keys(OWN_VARIABLES),
  'ID_EMULATOR_AUTHORITY',
  'ID_EMULATOR_SANDBOX',
];

/** The variables with their values: the emulator's own, and those that the client library reads. */
export function consumerVariables(emulator: ReachableEmulator): Record<string, string> {
  const own = Object.entries(OWN_VARIABLES).map(([variable, member]) => [variable, emulator[member]] as const);
  const prefix = `ID_SDK_${emulator.network.toUpperCase()}`;
  return {
    ...Object.fromEntries(own),
    [`${prefix}_BASE_URL`]: emulator.url,
    [`${prefix}_TOKEN_URL`]: emulator.tokenUrl,
    ID_SDK_NETWORK: emulator.network,
    ID_SDK_CLIENT_ID: emulator.clientId,
    ID_SDK_CLIENT_SECRET: emulator.clientSecret,
  };
}
