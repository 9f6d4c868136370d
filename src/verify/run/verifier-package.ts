/** The optional packages for the verification of pacts, loaded when a verification starts. */

import { readFileSync } from 'node:fs';
import { isNewer, resolveOptionalPeer } from '../../common/platform/optional-peer.js';
import { shippedPath } from '../../common/shipped-files.js';

/** The package with the Pact verifier. */
export const PACT = '@pact-foundation/pact';

/** The command that installs them. */
const INSTALL_PEERS = 'npm install --save-dev @pact-foundation/pact';

/** The oldest versions that serve. Older verifiers report no result for single interactions. */
const OLDEST: Readonly<Record<string, string>> = {
  [PACT]: '16.5',
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

/**
 * The newest minor version of Pact that this version of id-emulator was tried with (`17.1`), if the installed one is
 * above it; else undefined. `npm run test:peers -- latest --write` records it.
 */
export function newestTriedBelow(installed: string): string | undefined {
  const tried = JSON.parse(readFileSync(shippedPath('spec/tried-peers.json'), 'utf8')) as Record<typeof PACT, string>;
  return isNewer(installed, tried[PACT]) ? tried[PACT] : undefined;
}
