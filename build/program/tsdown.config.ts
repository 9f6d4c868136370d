/** Bundles the command and all packages that it needs into files that `make.js` puts into a copy of Node.js. */

import { defineConfig } from 'tsdown';
import { asciiCode } from '../ascii-code.js';
import { bundledPackages } from '../bundled-packages.js';
import { commonJs } from '../common-js.js';
import { reducePackages } from '../reduce-packages.js';
import { standIns } from './stand-ins.js';

export default defineConfig({
  name: 'program',
  cwd: process.cwd(),
  outDir: '.build/program/code',
  entry: { main: 'src/cli/main.ts' },
  format: 'cjs',
  platform: 'node',
  target: 'node26',
  outExtensions: () => ({ js: '.cjs' }),
  dts: false,
  clean: true,
  report: false,
  logLevel: 'warn',
  deps: { alwaysBundle: [/^(?!program-assets$)/], neverBundle: ['program-assets'] },
  outputOptions: { comments: false },
  plugins: [standIns(), reducePackages(), asciiCode(), bundledPackages(), commonJs()],
});
