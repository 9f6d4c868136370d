/** Each test file belongs to one command, and `npm test` starts nothing but what `src` starts. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { LONG, MEMORY, TOOLS } from './commands.js';
import { PROJECT } from './project.js';

/** Modules that start processes or browsers, and a function that does. */
const STARTERS =
  /from '(?:node:child_process|cross-spawn|[./\w-]+\/(?:spawned-process|browser|installed-package|example-project|redocly|spectral)\.js)'|\b(?:spawnedEmulator|agentOverStdio)\b/;

const filesOf = (patterns: readonly string[]): string[] =>
  globSync(patterns, { cwd: PROJECT, ignore: ['**/node_modules/**'] });
const others = [TOOLS, LONG, MEMORY].flatMap(filesOf);
const own = filesOf(['test/**/*.test.ts']).filter((file) => !others.includes(file));

test('a test file belongs to one command', () => {
  expect(others.filter((file, at) => others.indexOf(file) !== at)).toEqual([]);
});

test('the tests of npm test start no command, package or browser; those that do are named *.tools.test.ts', () => {
  const starting = own.filter((file) => {
    const imports = readFileSync(join(PROJECT, file), 'utf8').replaceAll(/^import type .*$/gm, '');
    return file !== 'test/commands.test.ts' && STARTERS.test(imports);
  });
  expect(starting).toEqual([]);
});
