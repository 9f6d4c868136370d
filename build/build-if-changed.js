/** Builds, unless nothing has changed since the last build: `npm start` calls it each time. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the build reads. */
const SOURCES = [
  'build',
  'fixtures',
  'scenarios',
  'spec',
  'src',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsdown.config.ts',
];
/** A file that only exists after a build. */
const RESULT = 'dist/cli/main.js';
const STAMP = '.build/built-from';

const digest = () => digestOf(SOURCES.flatMap(filesIn));
const isBuilt = existsSync(RESULT) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest();
if (!isBuilt) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync('.build', { recursive: true });
  // The build generates types in `src`.
  writeFileSync(STAMP, digest());
}

/** The files of a folder at any depth; a file itself. */
function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name !== 'dist' && name !== 'node_modules')
    .toSorted()
    .flatMap((name) => filesIn(join(path, name)));
}

/** Changes with each file that is added, removed or written: as `make`, it looks at times and sizes, not into files. */
function digestOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file}\n${mtimeMs}\n${size}\n`);
  }
  return hash.digest('hex');
}
