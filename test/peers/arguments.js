/** What the command line says. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FOLDERS, NODE_MAJORS } from './contents.js';

/** The command line has a mistake. */
export class UsageError extends Error {
  /** @override */
  name = 'UsageError';
}

/**
 * @returns {{
 *   isLatest: boolean, write: boolean, tarball: string | undefined, majors: readonly string[],
 *   folders: readonly import('./types.js').Folder[],
 * }}
 */
export function readArguments() {
  const { mode, node, only, tarball, write } = parse();
  const majors = NODE_MAJORS.filter((major) => node === undefined || node === major);
  const folders = FOLDERS.filter(({ name }) => only === undefined || only === name);
  if (mode !== undefined && mode !== 'latest')
    throw new UsageError(`unknown: ${mode}; the only mode with a name is latest`);
  if (majors.length === 0) throw new UsageError(`--node ${node}: use ${NODE_MAJORS.join(', ')}`);
  if (folders.length === 0) throw new UsageError(`--only ${only}: use ${FOLDERS.map(({ name }) => name).join(', ')}`);
  if (tarball !== undefined && !existsSync(tarball))
    throw new UsageError(`--tarball ${tarball}: there is no such file`);
  if (write && (mode === undefined || node !== undefined || only !== undefined))
    throw new UsageError('--write records a whole run: use it with latest alone');
  return { isLatest: mode === 'latest', write, majors, folders, tarball: tarball && resolve(tarball) };
}

function parse() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        write: { type: 'boolean', default: false },
        tarball: { type: 'string' },
        node: { type: 'string' },
        only: { type: 'string' },
      },
    });
    return { ...values, mode: positionals.length === 0 ? undefined : positionals.join(' ') };
  } catch (error) {
    throw new UsageError(/** @type {Error} */ (error).message);
  }
}
