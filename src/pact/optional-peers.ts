/** The packages that only those need who verify pacts: optional peers, looked for when a verification starts. */

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What gets both. */
export const INSTALL_PEERS = 'npm install --save-dev @pact-foundation/pact @pactflow/openapi-pact-comparator';

/** Thrown where one of them is not installed. */
export class MissingPeerError extends Error {
  override readonly name = 'MissingPeerError';
  readonly package: string;

  constructor(name: string, options?: ErrorOptions) {
    super(`verifying pacts needs ${name}, which is not installed: ${INSTALL_PEERS}`, options);
    this.package = name;
  }
}

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
 * The file of a package: the one beside this package, or, where `npx` has put this one elsewhere, that of the project in
 * the current folder.
 * @throws MissingPeerError where it is not there
 */
export function resolvePeer(name: string, file = name): string {
  let cause: unknown;
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      return createRequire(from).resolve(file);
    } catch (error) {
      cause = error;
    }
  }
  throw new MissingPeerError(name, { cause });
}
