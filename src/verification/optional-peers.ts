/** The packages that only those need who verify pacts: optional peers, looked for when a verification starts. */

import { pathToFileURL } from 'node:url';
import { resolveOptionalPeer } from '../platform/optional-peer.js';

/** What gets both. */
export const INSTALL_PEERS = 'npm install --save-dev @pact-foundation/pact @pactflow/openapi-pact-comparator';

/** The part of the comparator that is used here. Its own types need packages that it does not bring along. */
export interface ComparatorModule {
  readonly Comparator: new (document: object) => { compare(pact: object): AsyncIterable<ComparatorResult> };
}

/** What the comparator finds. */
export interface ComparatorResult {
  readonly code: string;
  readonly message: string;
  /** Where in the pact: `[root].interactions[1].request.query.limit`. */
  readonly mockDetails?: { readonly location: string; readonly value: unknown };
}

/**
 * The path of the `package.json` of `@pact-foundation/pact`: what it depends on is found from there.
 * @throws MissingPeerError
 */
export function pactPackage(): string {
  return resolvePeer('@pact-foundation/pact', '@pact-foundation/pact/package.json');
}

/**
 * The comparison of pacts with OpenAPI documents.
 * @throws MissingPeerError
 */
export async function importComparator(): Promise<ComparatorModule> {
  return (await import(pathToFileURL(resolvePeer('@pactflow/openapi-pact-comparator')).href)) as ComparatorModule;
}

/**
 * The path of a file of one of the packages.
 * @throws MissingPeerError where it is not there
 */
export function resolvePeer(name: string, file = name): string {
  return resolveOptionalPeer({ name, purpose: 'verifying pacts', install: INSTALL_PEERS }, file);
}
