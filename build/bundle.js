/**
 * Last step of the build: library and command line as a few files instead of five hundred, which a process reads in half
 * the time. What several entries share is in files of its own. Nothing is minified, so that a stack trace says what it did
 * before. Above the parts of a file stands which source they come from.
 */

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * The packages that every start needs are in the files of the command line, because finding and reading their 180 files
 * takes longer than all that the emulator itself does; a release has the versions of the lockfile. Others stay outside:
 * faker, for one, is ten times as large as all of these.
 */
const NEEDED_BY_EVERY_START = ['commander', 'express', 'jose', 'raw-body', 'structured-headers'];

/**
 * Tables that Express' packages bring along, and read at every start: body-parser refuses JSON in all but the character sets
 * of Unicode before it looks for others, and of three thousand media types the emulator names those that are kept.
 */
const TABLES = [
  { filter: /\/iconv-lite\/encodings\/(?:tables\/[^/]+\.json|sbcs-data(?:-generated)?\.js)$/, reduce: () => ({}) },
  {
    filter: /\/mime-db\/db\.json$/,
    reduce: (types) =>
      Object.fromEntries(
        Object.entries(types).filter(([name, { charset }]) => charset !== undefined || KEPT_TYPES.has(name)),
      ),
  },
];
const KEPT_TYPES = new Set([
  'application/octet-stream',
  'application/problem+json',
  'application/x-www-form-urlencoded',
  'text/event-stream',
  'text/html',
  'text/plain',
]);

/** The Pact verifier runs in a process of its own, whose file stands beside those of whoever starts it. */
const VERIFIER = { 'verifier-child': 'src/verification/run/verifier-child.ts' };

const root = fileURLToPath(new URL('..', import.meta.url));
const { dependencies, peerDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
// Of the development dependencies prom-client is in the files as well: it would bring 4 MB along, of which 90 kB are used.
const packages = Object.keys({ ...dependencies, ...peerDependencies });

await bundle({
  outdir: 'dist/lib',
  entryPoints: {
    index: 'src/index.ts',
    conformance: 'src/conformance/index.ts',
    pact: 'src/verification/index.ts',
    proxy: 'src/proxy/index.ts',
    vitest: 'src/testing/vitest.ts',
    ...VERIFIER,
  },
  external: packages,
});
await bundle({
  outdir: 'dist/cli',
  entryPoints: { main: 'src/cli/main.ts', ...VERIFIER },
  external: packages.filter((name) => !NEEDED_BY_EVERY_START.includes(name)),
  plugins: TABLES.map(({ filter, reduce }) => ({
    name: 'reduce-tables',
    setup: ({ onLoad }) =>
      onLoad({ filter }, ({ path }) => ({
        contents: JSON.stringify(reduce(path.endsWith('.json') ? JSON.parse(readFileSync(path, 'utf8')) : {})),
        loader: 'json',
      })),
  })),
});

async function bundle(options) {
  // Names of shared files carry a hash, so an old build's would stay.
  rmSync(`${root}${options.outdir}`, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // Packages in the older format ask for Node.js' own modules in its way.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    metafile: true,
    logLevel: 'warning',
    ...options,
  });
  writeFileSync(`${root}${options.outdir}/LICENSES.txt`, licencesOf(Object.keys(metafile.inputs)));
}

/** The licence of each package that is in the files. */
function licencesOf(inputs) {
  const folders = new Set(
    inputs
      .map((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(file)?.[0])
      .filter((folder) => folder !== undefined),
  );
  return [...folders]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(`${root}${folder}package.json`, 'utf8'));
      const file = readdirSync(`${root}${folder}`).find((entry) => /^licen[cs]e/i.test(entry));
      return `${name} ${version}\n\n${file === undefined ? license : readFileSync(`${root}${folder}${file}`, 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
