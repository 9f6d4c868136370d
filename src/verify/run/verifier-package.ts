/** The optional package with the Pact verifier. */

import { readFileSync } from 'node:fs';
import { isNewer, resolveOptionalPeer } from '../../common/platform/optional-peer.js';
import { shippedJson } from '../../common/shipped-files.js';

/** The package with the verifier of Pact. */
export const PACT = '@pact-foundation/pact';

/** A peer is a package that users install themselves. */
const PEER = {
  name: PACT,
  // Older verifiers report no result for single interactions.
  oldest: '16.5',
  purpose: 'verifying pacts',
  install: `npm install --save-dev ${PACT}`,
};

/**
 * Finds the package that the user has installed.
 * @returns its version, and the path of its `package.json`, from where its dependencies are resolved
 * @throws MissingPeerError if it is not installed, or too old
 */
export function findVerifierPackage(): Record<'path' | 'version', string> {
  const path = resolveOptionalPeer(PEER, `${PACT}/package.json`);
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string };
  return { path, version };
}

/**
 * The newest minor version of Pact that was tested with this version of id-emulator (`17.1`), if the installed version
 * is newer; otherwise undefined. `npm run test:peers -- latest --write` records it.
 */
export function newestTriedBelow(installed: string): string | undefined {
  const triedVersions = shippedJson('spec/tried-peers.json') as Record<typeof PACT, string>;
  return isNewer(installed, triedVersions[PACT]) ? triedVersions[PACT] : undefined;
}
