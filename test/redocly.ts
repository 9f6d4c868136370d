/** Checks OpenAPI documents with Redocly's recommended rules. */

import { spawnSync } from 'node:child_process';
import { shippedPath } from '../src/common/shipped-files.js';

/** The linter's report on a file of the package. */
export function redoclyReport(file: string): unknown {
  const { stdout } = spawnSync(shippedPath('node_modules/.bin/redocly'), ['lint', file, '--format=json'], {
    cwd: shippedPath(''),
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  return JSON.parse(stdout);
}

/** The report on a document without problems. */
export const NOTHING_FOUND = { totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] };
