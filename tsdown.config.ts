import { defineConfig, type UserConfig } from 'tsdown';
import { asciiCode } from './build/ascii-code.js';
import { bundledPackages } from './build/bundled-packages.js';
import { commonJs } from './build/common-js.js';
import { generateDocumentTypes } from './build/document-types.js';
import { generateSources } from './build/generate-sources.js';
import { inspectorPage } from './build/inspector-page.js';
import { portableModules } from './build/portable-modules.js';
import { reducePackages } from './build/reduce-packages.js';

// The sources import the faults, the library's declarations contain the scenarios, and the client's the responses.
generateSources();
// Only a whole build has declarations.
if (!process.argv.includes('-F')) await generateDocumentTypes();

/** Pact's verifier runs in a process of its own, whose file stands beside the one that starts it. */
const VERIFIER = { 'verifier-child': 'src/verify/run/verifier-child.ts' };

/** Packages of every start: to find and read their 190 files takes longer than all that the emulator itself does. */
const OF_EVERY_START = ['commander', 'express', /^jose\//, 'structured-headers'];

/** The server for agents, which nobody has to install for that. */
const FOR_AGENTS = [/^@modelcontextprotocol\//, /^zod(\/|$)/];

/** They bring eleven more packages along, for what one function needs. */
const OF_TLS = ['@peculiar/x509', 'reflect-metadata'];

/** Node.js reads them at every start; the licences are in a file of their own, and the declarations keep theirs. */
const WITHOUT_COMMENTS = { comments: false };

/**
 * Modules that are needed together are one file: to find and open a file takes as long as to read 20 kB more of another
 * one. `run` is what every command needs, and `verify` what is loaded before the process of Pact's verifier starts.
 */
const FILES_OF_COMMANDS = {
  groups: [
    { name: 'run', test: /[\\/]cli[\\/]run\.ts$/, priority: 2 },
    { name: 'start', test: /[\\/]cli[\\/]start\.ts$/, priority: 1 },
  ],
};
const FILES_OF_LIBRARY = { groups: [{ name: 'verify', test: /[\\/]verify[\\/]index\.ts$/ }] };

/** What every call needs; the other files are for failures, whole lists, many links, and Node's own HTTP client. */
const FILES_OF_CLIENT = {
  groups: [
    { name: 'core', test: /src[\\/]client[\\/](?!index|node|pages|links|.*(failures|retry|node-http|\.d\.ts$))/ },
  ],
};

const shared = {
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  // Nothing is minified: a stack trace shows the code as it was written.
  minify: false,
  clean: true,
  report: false,
  logLevel: 'warn',
} satisfies UserConfig;

export default defineConfig([
  {
    ...shared,
    name: 'library',
    outDir: 'dist/lib',
    entry: {
      index: 'src/index.ts',
      pact: 'src/verify/index.ts',
      jest: 'src/testing/jest.ts',
      'node-test': 'src/testing/node-test.ts',
      playwright: 'src/testing/playwright.ts',
      vitest: 'src/testing/vitest.ts',
      ...VERIFIER,
    },
    // The public types show no class of the inside: neither it nor what its types need.
    dts: { compilerOptions: { stripInternal: true } },
    deps: {
      alwaysBundle: ['express', ...OF_TLS, ...FOR_AGENTS],
      // An optional peer by its meta alone, which the bundler does not read.
      neverBundle: [/^vitest(\/|$)/],
    },
    outputOptions: { ...WITHOUT_COMMENTS, codeSplitting: FILES_OF_LIBRARY },
    plugins: [reducePackages(), asciiCode(), bundledPackages(), portableModules()],
  },
  {
    ...shared,
    name: 'command',
    outDir: 'dist/cli',
    entry: { main: 'src/cli/main.ts', ...VERIFIER },
    // An import of an ES module reads each export of Node's own modules, whose getters load half of them.
    format: 'cjs',
    outExtensions: () => ({ js: '.js' }),
    dts: false,
    deps: { alwaysBundle: ['cross-spawn', ...OF_TLS, ...FOR_AGENTS, ...OF_EVERY_START] },
    outputOptions: { ...WITHOUT_COMMENTS, codeSplitting: FILES_OF_COMMANDS },
    plugins: [reducePackages(), asciiCode(), bundledPackages(), commonJs()],
  },
  {
    ...shared,
    name: 'formats',
    outDir: 'dist/shipped',
    entry: 'build/formats.ts',
    format: 'cjs',
    dts: false,
    deps: { alwaysBundle: [/^ajv(-formats)?\//] },
    plugins: [bundledPackages()],
  },
  {
    ...shared,
    name: 'inspector',
    outDir: 'dist/inspector',
    entry: { main: 'src/inspector/main.tsx' },
    tsconfig: 'src/inspector/tsconfig.json',
    platform: 'browser',
    target: 'es2023',
    // The emulator serves its files by their names.
    hash: false,
    // A browser alone reads it.
    minify: true,
    dts: false,
    deps: { alwaysBundle: [/./] },
    plugins: [bundledPackages(), inspectorPage()],
  },
  {
    ...shared,
    name: 'prepare',
    outDir: '.build/prepare',
    entry: 'build/prepare.ts',
    dts: false,
  },
  // The client library, for Node.js and for other platforms: a bundler for these must not see Node's modules.
  ...(['node', 'edge'] as const).map((platform) => ({
    ...shared,
    name: `client for ${platform}`,
    cwd: 'src/client',
    outDir: `dist/${platform}`,
    entry: { index: platform === 'node' ? 'node.ts' : 'index.ts' },
    format: ['esm', 'cjs'] as ('esm' | 'cjs')[],
    // Node.js 16 has all of it; for the target node16, `?.` would be rewritten.
    target: 'es2022',
    hash: false,
    dts: platform === 'node',
    outputOptions: { codeSplitting: FILES_OF_CLIENT },
  })),
]);
