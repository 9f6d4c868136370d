/** Checks OpenAPI documents with the rules that Spectral recommends. */

import { spawnSync } from 'node:child_process';
import { shippedPath } from '../src/common/shipped-files.js';

/** The linter's findings in a file of the package, by rule and place. */
export function spectralFindings(file: string): readonly unknown[] {
  const { stdout } = spawnSync(
    shippedPath('node_modules/.bin/spectral'),
    ['lint', file, '--ruleset', 'test/generators/spectral.yaml', '--format', 'json', '--quiet'],
    { cwd: shippedPath(''), encoding: 'utf8' },
  );
  return (JSON.parse(stdout) as readonly { readonly code: string; readonly path: readonly string[] }[]).map(
    ({ code, path }) => ({ code, path: path.join('/') }),
  );
}
