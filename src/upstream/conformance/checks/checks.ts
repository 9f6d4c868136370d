/**
 * Reads the checks, as the files in `spec/conformance` state them. `README.md` beside those files describes their form.
 */

import { type Contract, isWithinRevision, SPECIFICATION } from '../../../contract/contract.js';
import { specDocument } from '../../../contract/documents/prepared.js';
import { once } from '../../../contract/schema/lazy.js';
import type { CheckRow, GroupFile } from '../check-types.js';

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
