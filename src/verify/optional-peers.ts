/** The optional packages for the verification of pacts, loaded when a verification starts. */

import { resolveOptionalPeer } from '../common/platform/optional-peer.js';

/** The command that installs them. */
const INSTALL_PEERS = 'npm install --save-dev @pact-foundation/pact';

/** The oldest versions that serve. Older verifiers report no result for single interactions. */
const OLDEST: Readonly<Record<string, string>> = {
  '@pact-foundation/pact': '16.5',
};

/**
 * Resolves a file of one of the packages, by default its entry point.
 * @throws MissingPeerError if the package is not installed, or too old
 */
export function resolvePeer(name: string, file = name): string {
  const oldest = OLDEST[name];
  return resolveOptionalPeer(
    { name, ...(oldest !== undefined && { oldest }), purpose: 'verifying pacts', install: INSTALL_PEERS },
    file,
  );
}
