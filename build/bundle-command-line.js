/**
 * Last step of the build: the command line as a few files instead of five hundred, which a process reads in half the time.
 *
 * Every command is a file of its own, and what several share are others. The packages that every start needs are in them,
 * too, because finding and reading their 180 files takes longer than all that the emulator itself does; a release is
 * built with the versions of the lockfile. Nothing is minified, so that a stack trace says what it did before. Above the
 * parts of a file stands which source they come from.
 */

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** What every start needs. The other packages stay outside: faker, for one, is ten times as large as all of these. */
const NEEDED_BY_EVERY_START = ['commander', 'express', 'jose', 'raw-body', 'structured-headers'];

/** Half a megabyte of East Asian character sets, which body-parser brings along; it refuses JSON that is not in UTF-8 before it looks at them. */
const CHARACTER_SETS = /\/iconv-lite\/encodings\/tables\/[^/]+\.json$/;

const root = fileURLToPath(new URL('..', import.meta.url));
const { dependencies, peerDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

// Names of the parts carry a hash, so an old build's would stay.
rmSync(`${root}dist/cli`, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  // The Pact verifier runs in a process of its own, whose file stands beside those of the command.
  entryPoints: { main: 'src/cli/main.ts', 'verifier-child': 'src/pact/verification/verifier-child.ts' },
  outdir: 'dist/cli',
  bundle: true,
  splitting: true,
  external: Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !NEEDED_BY_EVERY_START.includes(name)),
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Packages in the older format ask for Node.js' own modules in its way.
  banner: { js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);" },
  plugins: [{ name: 'leave-out-character-sets', setup: (bundle) => bundle.onLoad({ filter: CHARACTER_SETS }, () => ({ contents: '[]', loader: 'json' })) }],
  metafile: true,
  logLevel: 'warning',
});
writeFileSync(`${root}dist/cli/LICENSES.txt`, licencesOf(Object.keys(metafile.inputs)));

/** The licence of each package that is in the files. */
function licencesOf(inputs) {
  const folders = new Set(inputs.map((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(file)?.[0]).filter((folder) => folder !== undefined));
  return [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${root}${folder}package.json`, 'utf8'));
    const file = readdirSync(`${root}${folder}`).find((entry) => /^licen[cs]e/i.test(entry));
    return `${name} ${version}\n\n${file === undefined ? license : readFileSync(`${root}${folder}${file}`, 'utf8').trim()}\n`;
  }).join(`\n${'-'.repeat(80)}\n\n`);
}
