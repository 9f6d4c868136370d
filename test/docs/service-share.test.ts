/** README says which share of the source knows the service. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { PROJECT } from '../project.js';

const { overrides } = JSON.parse(readFileSync(join(PROJECT, '.oxlintrc.json'), 'utf8')) as {
  readonly overrides: readonly { readonly files: string[]; readonly rules: Readonly<Record<string, unknown>> }[];
};
const SERVICE_FOLDERS = overrides.find(({ rules }) => rules['project/service-names'] === 'off')!.files;

/** The lines of these files. */
function linesOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + readFileSync(join(PROJECT, file), 'utf8').split('\n').length, 0);
}

test('README says which share of the lines of src is in the places that know the service', () => {
  const files = globSync(['src/**/*.{ts,tsx}'], { cwd: PROJECT, ignore: ['**/{node_modules,dist}/**'] });
  const knowing = globSync(SERVICE_FOLDERS, { cwd: PROJECT, ignore: ['**/{node_modules,dist}/**'] }).filter((file) =>
    files.includes(file),
  );
  const readme = readFileSync(join(PROJECT, 'README.md'), 'utf8');
  const [, said] = /(\d+) % of the source \[knows the service\]/.exec(readme) ?? [];
  const share = (100 * linesOf(knowing)) / linesOf(files);
  expect(Math.abs(Number(said) - share), `it is ${share.toFixed(1)} %`).toBeLessThan(2);
});
