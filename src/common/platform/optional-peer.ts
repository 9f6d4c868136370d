/**
 * Optional peer dependencies: packages that only some users need, resolved on first use. `package.json` has the
 * versions that serve. A package manager may install other versions, so a version that is too old is reported here.
 */

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A package that may not be installed. */
export interface OptionalPeer {
  readonly name: string;
  /** The oldest version that serves: `16.5`. Default: every version serves. */
  readonly oldest?: string;
  /** What it is used for, as the beginning of a sentence: `verifying pacts`. */
  readonly purpose: string;
  /** The command that installs it. */
  readonly install: string;
}

/** A needed package is not installed, or in a version that is too old. The message has the command that installs it. */
export class MissingPeerError extends Error {
  override readonly name = 'MissingPeerError';
  readonly package: string;

  /** @param installed the version that is too old. Default: none is installed */
  constructor(
    { name, oldest, purpose, install }: OptionalPeer,
    { installed, cause }: { readonly installed?: string; readonly cause?: unknown } = {},
  ) {
    const tooOld = `${name} ${oldest} or newer, and ${installed} is installed`;
    const need = installed === undefined ? `${name}, which is not installed` : tooOld;
    super(`${purpose} needs ${need}: ${install}`, { cause });
    this.package = name;
  }
}

/**
 * Resolves a file of an optional package, by default its entry point. Looks beside this package first, then in the
 * project of the current folder, because `npx` installs this package elsewhere.
 * @returns the path of the file
 * @throws MissingPeerError if neither has the package in a version that serves
 */
export function resolveOptionalPeer(peer: OptionalPeer, file = peer.name): string {
  let cause: unknown;
  let installed: string | undefined;
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      const path = createRequire(from).resolve(file);
      const version = versionOf(peer.name, path);
      if (serves(version, peer)) return path;

      installed ??= version;
    } catch (error) {
      cause = error;
    }
  }

  throw new MissingPeerError(peer, installed === undefined ? { cause } : { installed });
}

/**
 * Imports a file of an optional package, by default its entry point.
 * @throws MissingPeerError if it is not installed in a version that serves
 */
export async function importOptionalPeer(peer: OptionalPeer, file?: string): Promise<unknown> {
  return importFile(resolveOptionalPeer(peer, file));
}

/** Imports a module that is not part of this package. @param path absolute */
export async function importFile(path: string): Promise<unknown> {
  return import(pathToFileURL(path).href);
}

/** The version of a package; undefined if it cannot be found. */
function versionOf(name: string, file: string): string | undefined {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (!existsSync(manifest)) continue;

    const content = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly name?: string; readonly version?: string };
    if (content.name === name) return content.version;
  }
  return undefined;
}

/** Whether a version is new enough. A version that cannot be found counts as new enough. */
function serves(version: string | undefined, { oldest }: OptionalPeer): boolean {
  return version === undefined || oldest === undefined || !isNewer(oldest, version);
}

/** Whether the first version has a higher major or minor number than the other; patches do not count. */
export function isNewer(one: string, other: string): boolean {
  const [major = 0, minor = 0] = one.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return major > otherMajor || (major === otherMajor && minor > otherMinor);
}
