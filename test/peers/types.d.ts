/** The words of the programs in this folder. */

import type { Project } from './project.js';

/** A version of Node.js that the packages are tried on. */
export interface NodeVersion {
  /** `24` */
  readonly major: string;
  /** `24.21.0` */
  readonly version: string;
  /** The folder of its program `node`. */
  readonly bin: string;
}

/** Something that the docs tell a user to do with packages of others. */
export interface Check {
  /** What it does, as a short sentence without a full stop: `verify passes the pacts of the example`. */
  readonly does: string;
  /** What it tries, as `npm install` takes it: `msw`, `msw@2`. None: it tries Node.js itself. */
  readonly packages: readonly string[];
  /** What it needs besides; that it does not hold is not their fault. */
  readonly with?: readonly string[];
  /** Throws if it does not hold; NotRun if it could not be tried. */
  readonly run: (project: Project) => Promise<void>;
}

/** A folder that packages are installed in together; no two of them conflict. */
export interface Folder {
  readonly name: string;
  readonly checks: readonly Check[];
}

export type Outcome = 'held' | 'not held' | 'not run';

/** How a package did on a version of Node.js, over all checks that use it. */
export interface Result {
  /** As in `Check.packages`. */
  readonly package: string;
  /** Absent if it could not be installed. */
  readonly version?: string | undefined;
  readonly node: NodeVersion;
  readonly outcome: Outcome;
  /** For each check that did not hold or was not run: what it does, and the first line of the error. */
  readonly reasons: readonly string[];
}

/** The versions that were seen to hold: what docs/versioning.md says. */
export interface Held {
  /** When npm was asked, in ISO 8601: packages that came later, also those behind the others, are not installed. */
  readonly at: string;
  /** By package, then by major version of Node.js: `{ "msw@2": { "20": "2.15.0" } }`. `Node.js` is in it, too. */
  readonly versions: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
