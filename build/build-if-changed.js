/**
 * Builds, unless nothing has changed since the last build: `npm start` calls it each time. With the argument `command`,
 * it builds only the parts that the command line needs, in a third of the time.
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';

/** What the build reads. */
const SOURCES = ['{build,fixtures,scenarios,spec,src}/**', '{package,package-lock,tsconfig}.json', 'tsdown.config.ts'];
/** A file that only exists after a build. */
const RESULT = 'dist/cli/main.js';
/** The file that says what the last build was made from, for each script that builds. */
const stampOf = (script) => `.build/${script === 'build' ? 'built-from' : 'command-built-from'}`;

const digest = () => digestOf(globSync(SOURCES, { ignore: '**/{dist,node_modules}/**' }).toSorted());
const script = process.argv[2] === 'command' ? 'build:command' : 'build';
const isBuiltBy = (builder) => existsSync(stampOf(builder)) && readFileSync(stampOf(builder), 'utf8') === digest();
// A whole build has all parts, also those of the script.
const isUpToDate = existsSync(RESULT) && (isBuiltBy('build') || isBuiltBy(script));
if (!isUpToDate) {
  const shell = process.platform === 'win32';
  const { status } = spawnSync('npm', ['run', '--silent', script], { stdio: 'inherit', shell });
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync('.build', { recursive: true });
  // The digest is made again, because the build generates types in `src`.
  writeFileSync(stampOf(script), digest());
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
