/**
 * Reads the checks, as the files in `spec/conformance` state them. `README.md` beside those files describes their form.
 */

import { type Contract, isWithinRevision, SPECIFICATION } from '../../../contract/contract.js';
import { specDocument } from '../../../contract/documents/prepared.js';
import { once } from '../../../contract/schema/lazy.js';
import type { Expectation } from './expectations.js';

/**
 * A request in a file: the ID of an operation, or an object with a single member, whose name is the ID and whose value
 * are the options of the request.
 */
export type RequestCall = string | Readonly<Record<string, unknown>>;

/** A check as a file has it: one statement about the service. Its basis is `section`, `point` or `tentative`. */
interface CheckRow {
  /** The statement, as a sentence without a full stop. */
  readonly title: string;
  /** The section of the specification that states it. */
  readonly section?: string;
  /** The ID of the point of the contract that states it. */
  readonly point?: string;
  /** The ID of a point that counts as a guess here, whatever its basis is. */
  readonly tentative?: string;
  /** One request, or several in their order. */
  readonly request: RequestCall | readonly RequestCall[];
  /**
   * What the responses have to be. Default for a check of a section: all requests succeed, and no response of the
   * operation contradicts the contract.
   */
  readonly expect?: Expectation;
}

/** A check with its ID and its group. */
export interface Check extends CheckRow {
  /** The ID. It stays stable, because reports contain it: `paging.Limit.default`. */
  readonly id: string;
  readonly group: string;
}

/** Checks that belong together, in the order of the run. */
export interface CheckGroup {
  /** The name in kebab-case. The IDs of the group's checks start with it. */
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

/** The files of checks, in the order of a run. */
const groupFiles = once(() => {
  const names = specDocument('conformance-groups') as readonly string[];
  return names.map((name) => ({ name, ...(specDocument(`conformance/${name}`) as GroupFile) }));
});

/** The groups of checks for the revision, in the order of a run. */
export function checkGroups({ revision }: Contract): readonly CheckGroup[] {
  // A later revision also has the behaviour of earlier ones.
  const files = groupFiles().filter(({ since = SPECIFICATION }) => isWithinRevision(since, revision));

  return files.map(({ name, title, checks: rows }) => {
    const checks = Object.entries(rows).map(([row, check]) => ({ ...check, id: `${name}.${row}`, group: name }));
    return { name, title, checks };
  });
}
