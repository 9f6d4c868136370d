/** Workflows of GitHub on the pages are whole: GitHub refuses one without `on`, and a job without a machine or steps. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { PROJECT } from '../project.js';

interface Workflow {
  readonly on?: unknown;
  readonly jobs?: Readonly<Record<string, { readonly 'runs-on'?: string; readonly steps?: readonly unknown[] }>>;
}

const WORKFLOWS = globSync(['README.md', 'docs/**/*.md'], { cwd: PROJECT }).flatMap((page) => {
  const text = readFileSync(join(PROJECT, page), 'utf8');
  return [...text.matchAll(/```yaml\n(# \.github\/workflows\/[^]*?)```/g)].map(([, file]) => [page, file!] as const);
});

test('there are pages with workflows', () => {
  expect(WORKFLOWS.length).toBeGreaterThan(1);
});

test.each(WORKFLOWS)('the workflow of %s is whole', (_, file) => {
  const { on, jobs = {} } = parse(file) as Workflow;
  expect(on).toBeDefined();
  expect(Object.keys(jobs)).not.toEqual([]);
  for (const { steps, 'runs-on': machine } of Object.values(jobs)) {
    expect(machine).toBeTypeOf('string');
    expect(steps).not.toEqual([]);
  }
});
