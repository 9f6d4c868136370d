/** The packages that only those need who verify pacts: optional peers, loaded when a verification starts. */

import type * as Pact from '@pact-foundation/pact';

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

/**
 * Pact's own verifier.
 * @throws MissingPeerError
 */
export function importPact(): Promise<typeof Pact> {
  return importPeer('@pact-foundation/pact', () => import('@pact-foundation/pact'));
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
 * The comparison of pacts with OpenAPI documents.
 * @throws MissingPeerError
 */
export function importComparator(): Promise<ComparatorModule> {
  return importPeer('@pactflow/openapi-pact-comparator', async () => (await import('@pactflow/openapi-pact-comparator')) as unknown as ComparatorModule);
}

/**
 * Loads a package; an error inside of it is passed on as it is.
 * @throws MissingPeerError where it is not there
 */
export async function importPeer<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_MODULE_NOT_FOUND' && message.includes(`'${name}'`)) throw new MissingPeerError(name, { cause: error });
    throw error;
  }
}
