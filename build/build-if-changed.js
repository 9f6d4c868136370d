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
// A whole build has all parts, so it also replaces a build of the command alone.
const isUpToDate = existsSync(RESULT) && (isBuiltBy('build') || isBuiltBy(script));
if (!isUpToDate) {
  const shell = process.platform === 'win32';
  const { status } = spawnSync('npm', ['run', '--silent', script], { stdio: 'inherit', shell });
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync('.build', { recursive: true });
  // The digest is computed again, because the build generates files in `src`, which belongs to the sources.
  writeFileSync(stampOf(script), digest());
}

/**
 * A digest that changes with each file that is added, removed or written. As `make` does, it looks at the times and
 * sizes of files, and does not read them.
 */
function digestOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file}\n${mtimeMs}\n${size}\n`);
  }

  return hash.digest('hex');
}
