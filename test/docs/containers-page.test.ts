/** What docs/containers.md and deploy/ show can be used. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { SETTING_SPECS } from '../../src/cli/settings/settings.js';
import { settingName, variableName } from '../../src/emulator/option-spec.js';

const FILE = new URL('../../docs/containers.md', import.meta.url);

test('the YAML examples of docs/containers.md can be read, and use variables that exist', () => {
  const page = readFileSync(FILE, 'utf8');
  const examples = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text!);
  expect(examples.length).toBeGreaterThan(3);
  for (const example of examples)
    expect(parseAllDocuments(example).flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
  const known = new Set(SETTING_SPECS.map((spec) => variableName(settingName(spec))));
  const named = [...page.matchAll(/ID_EMULATOR_[A-Z_]+/g)].map(([name]) => name);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test('the files of deploy/ can be read, and use variables that exist', () => {
  const known = new Set(SETTING_SPECS.map((spec) => variableName(settingName(spec))));
  for (const file of ['compose.yaml', 'kubernetes.yaml']) {
    const text = readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');
    expect(parseAllDocuments(text).flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    const named = [...text.matchAll(/ID_EMULATOR_[A-Z_]+/g)].map(([name]) => name);
    expect(named).toContain('ID_EMULATOR_STORE');
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  }
});

test('the image has the labels that OCI defines', () => {
  const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');
  for (const label of ['title', 'description', 'licenses', 'url', 'version', 'revision', 'created', 'base.name'])
    expect(dockerfile).toContain(`org.opencontainers.image.${label}=`);
});
