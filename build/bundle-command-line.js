/**
 * Last step of the build: the command line as a few files instead of two hundred, which a process reads in half the time.
 *
 * Every command is a file of its own, and what several share are others. Packages stay outside, so that users get
 * their fixes; nothing is minified, so that a stack trace says what it did before. Above the parts of a file stands
 * which source they come from.
 */

import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

// Names of the parts carry a hash, so an old build's would stay.
rmSync(`${root}dist/cli`, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  // The Pact verifier runs in a process of its own, whose file stands beside those of the command.
  entryPoints: { main: 'src/cli/main.ts', 'verifier-child': 'src/pact/verification/verifier-child.ts' },
  outdir: 'dist/cli',
  bundle: true,
  splitting: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  logLevel: 'warning',
});
