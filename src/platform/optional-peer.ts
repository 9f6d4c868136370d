/** Optional peer dependencies: packages that only some users need, resolved on first use. */

import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A package that may not be installed. */
export interface OptionalPeer {
  readonly name: string;
  /** What it is used for, as the beginning of a sentence: `verifying pacts`. */
  readonly purpose: string;
  /** The command that installs it. */
  readonly install: string;
}

/** A needed package is not installed. The message contains the command that installs it. */
export class MissingPeerError extends Error {
  override readonly name = 'MissingPeerError';
  readonly package: string;

  constructor({ name, purpose, install }: OptionalPeer, options?: ErrorOptions) {
    super(`${purpose} needs ${name}, which is not installed: ${install}`, options);
    this.package = name;
  }
}

/**
 * Resolves a file of an optional package, by default its entry point. Looks beside this package first, then in the project of
 * the current folder, because `npx` installs this package elsewhere.
 * @returns the path of the file
 * @throws MissingPeerError if neither has the package
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
