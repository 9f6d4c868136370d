/** An emulator, and all that the suite needs to try every check against it. */

import type { ConformanceOptions } from '../../src/conformance/index.js';
import type { Emulator } from '../../src/index.js';
import { cast } from '../cast.js';

/** Options for a complete run. Makes a token and a link that have expired, and moves the clock for that. */
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
