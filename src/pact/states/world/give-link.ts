/** Gives a pact a verification link that is good, in the place of the one that it invents. */

import type { StateOutcome } from '../provider-state.js';
import type { StateSandbox } from '../state-sandbox.js';
import { valuesOfCredential, type HeldByParty } from './ensure-credential.js';

/** Which token stands in the pact, and how long the real one is good. */
export interface LinkWish {
  /** Default: the pact takes it from the state's values. */
  readonly token?: string | undefined;
  /** Seconds. Default: as for every link of the sandbox. */
  readonly lifetime?: number;
}

/** A link for the credential: its token as a value, and in the place of the one in the pact. */
export async function giveLink(
  sandbox: StateSandbox,
  credential: HeldByParty,
  { token, lifetime }: LinkWish,
): Promise<StateOutcome> {
  const link = await sandbox.verificationLink(credential.contractId, lifetime === undefined ? {} : { lifetime });
  return {
    values: { ...(await valuesOfCredential(sandbox, credential)), ...link },
    ...(token !== undefined && { replacements: { [token]: link.token } }),
  };
}
