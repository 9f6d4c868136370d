/** Packages that only some users need: optional peers, looked for when they are needed. */

import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A package that may not be there. */
export interface OptionalPeer {
  readonly name: string;
  /** What it is for, as the beginning of a sentence: `verifying pacts`. */
  readonly purpose: string;
  /** The line that gets it. */
  readonly install: string;
}

/** Thrown where a package that is needed is not installed; the message has the line that gets it. */
export class MissingPeerError extends Error {
  override readonly name = 'MissingPeerError';
  readonly package: string;

  constructor({ name, purpose, install }: OptionalPeer, options?: ErrorOptions) {
    super(`${purpose} needs ${name}, which is not installed: ${install}`, options);
    this.package = name;
  }
}

/**
 * The path of a file of the package, by default the one that is imported by its name: of the package beside this one, or,
 * where `npx` has put this one elsewhere, of that of the project in the current folder.
 * @throws MissingPeerError where it is not there
 */
export function resolveOptionalPeer(peer: OptionalPeer, file = peer.name): string {
  let cause: unknown;
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      return createRequire(from).resolve(file);
    } catch (error) {
      cause = error;
    }
  }
  throw new MissingPeerError(peer, { cause });
}
