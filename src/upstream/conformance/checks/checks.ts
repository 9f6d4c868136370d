/** The checks, as the files in `spec/conformance` state them. `README.md` beside them describes their form. */

import { type Contract, isWithinRevision, SPECIFICATION } from '../../../contract/contract.js';
import { specDocument } from '../../../contract/documents/prepared.js';
import { once } from '../../../contract/schema/lazy.js';
import type { Expectation } from './expectations.js';

/**
 * The ID of an operation, or an object with a single member: its name is the ID, its value the options of the request.
 */
export type RequestCall = string | Readonly<Record<string, unknown>>;

/** One statement about the service. Its basis is one of `section`, `point` and `tentative`. */
interface CheckRow {
  /** The statement, a sentence without a full stop. */
  readonly title: string;
  /** The section of the specification that states it. */
  readonly section?: string;
  /** The ID of a point of the contract. */
  readonly point?: string;
  /** The ID of a point that counts as a guess, regardless of its basis. */
  readonly tentative?: string;
  /** One request, or several in their order. */
  readonly request: RequestCall | readonly RequestCall[];
  /**
   * Default for a check of a section: all requests succeed, and no response of the operation contradicts the contract.
   */
  readonly expect?: Expectation;
}

/** One check with its place. */
export interface Check extends CheckRow {
  /** Stable, because reports contain it: `paging.Limit.default`. */
  readonly id: string;
  readonly group: string;
}

/** Checks that belong together, in the order of the run. */
export interface CheckGroup {
  /** In kebab-case; the IDs of its checks start with it. */
  readonly name: string;
  readonly title: string;
  readonly checks: readonly Check[];
}

/** A file of `spec/conformance`. */
interface GroupFile {
  readonly title: string;
  /** The revision that adds the behaviour. Default: the specification. */
  readonly since?: string;
  readonly checks: Readonly<Record<string, CheckRow>>;
}

/** The files, in the order of a run. */
const groupFiles = once(() => {
  const names = specDocument('conformance-groups') as readonly string[];
  return names.map((name) => ({ name, ...(specDocument(`conformance/${name}`) as GroupFile) }));
});

/** The groups of a run, in its order. */
export function checkGroups({ revision }: Contract): readonly CheckGroup[] {
  return groupFiles()
    .filter(({ since = SPECIFICATION }) => isWithinRevision(since, revision))
    .map(({ name, title, checks }) => ({
      name,
      title,
      checks: Object.entries(checks).map(([row, check]) => ({ ...check, id: `${name}.${row}`, group: name })),
    }));
}
