/**
 * Optional packages in the program, which holds the packages of the stores and no others. Stands in for
 * `src/common/platform/optional-peer.ts`.
 */

import { constants, Script } from 'node:vm';
import { pathToFileURL } from 'node:url';
import { MissingPeerError, type OptionalPeer } from '../../src/common/platform/optional-peer.js';

export { isNewer, MissingPeerError } from '../../src/common/platform/optional-peer.js';

/** The packages that the program holds. */
const HELD: Readonly<Record<string, () => Promise<unknown>>> = {
  'classic-level': () => import('classic-level'),
  redis: () => import('redis'),
};

/** @throws MissingPeerError always: a package that the program does not hold needs npm */
export function resolveOptionalPeer({ name, purpose }: OptionalPeer): never {
  const install = `install id-emulator and ${name} with npm (docs/install.md), and run npx --no-install id-emulator`;
  throw new MissingPeerError({ name, purpose: `this is the program without Node.js: ${purpose}`, install });
}

/** @throws MissingPeerError if the program does not hold it */
export async function importOptionalPeer(peer: OptionalPeer): Promise<unknown> {
  return HELD[peer.name]?.() ?? resolveOptionalPeer(peer);
}

/** Imports a module from the disk. An `import` in the program's own code could load only modules of Node.js itself. */
const load = new Script('(url) => import(url)', { importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER });

/** Imports a module that is not part of the program. @param path absolute */
export async function importFile(path: string): Promise<unknown> {
  return (load.runInThisContext() as (url: string) => Promise<unknown>)(pathToFileURL(path).href);
}
