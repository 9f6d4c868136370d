/** An emulator, and the options with which the suite can run every check against it. */

import type { ConformanceOptions } from '../../../src/upstream/conformance/options.js';
import type { Emulator } from '../../../src/index.js';
import { cast } from '../../cast.js';

/**
 * Options for a complete run. Creates an expired token and an expired link, for which it moves the clock, and blocks a user who
 * has disclosed credentials.
 */
export function completeRun({
  url,
  tokenUrl,
  clientId,
  clientSecret,
  defaultSandbox: sandbox,
}: Emulator): ConformanceOptions {
  const { partyId, email, credentials } = cast('Ben');
  const { contractId } = credentials[0]!;
  const { accessToken: expiredToken } = sandbox.accessToken({ lifetime: 1 });
  const { token: expiredLink } = sandbox.verificationLink(contractId, { lifetime: 0 });
  sandbox.world.changeParty(cast('Nina').partyId, { status: 'BLOCKED' });
  sandbox.clock.advance('PT1M');
  return {
    baseUrl: url,
    tokenUrl,
    clientId,
    clientSecret,
    write: true,
    partyId,
    contractId,
    email,
    alias: 'ben',
    expiredToken,
    expiredLink,
  };
}
