import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import { generateCode } from './build/generate-sources.js';
import { LONG, MEMORY, TOOLS } from './test/commands.js';
import { suiteInStore } from './test/stores/suite/suite-in-store.js';

// The sources import them.
generateCode();

// Tests talk to this machine alone, and Node.js 20 takes four times as long to start with certificates to read. npm gets
// them back: `environmentOfNpm`.
const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
delete process.env['NODE_EXTRA_CA_CERTS'];

/** The file for URLs relative to this one. */
const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** `npm test` verifies by `src`, so that an emulator is loaded once; the process of Pact's verifier alone is a built one. */
const verifiesBySource = {
  resolve: { alias: { 'id-emulator/pact': fileOf('src/verify/index.ts') } },
  plugins: [
    {
      name: 'built-verifier',
      transform: (code: string, id: string) =>
        id.endsWith('/src/verify/run/verifier-process.ts')
          ? code.replace('verifier-child.js', pathToFileURL(fileOf('dist/lib/verifier-child.js')).href)
          : undefined,
    },
  ],
};

const usual = defineConfig({
  test: {
    setupFiles: ['test/own-random.ts'],
    env: certificates === undefined ? {} : { TEST_NPM_CA_CERTS: certificates },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Vitest waits one second. On a busy machine, what comes at all comes later.
    expect: { poll: { timeout: 30_000 } },
    // The machines of CI stand still for seconds now and then. What passes at the second try is marked in the report.
    retry: process.env['CI'] === undefined ? 0 : 1,
    // Each file starts emulators of its own on ports that the system picks, so files run side by side. In processes, because
    // threads have no working directory of their own, and tests of commands change it.
    pool: 'forks',
    // A third of the processor time went to V8: young objects were copied again and again, threads of the collector waited
    // for each other, code that seldom runs was forgotten and compiled again, and Node.js 20 optimizes what is over before
    // that pays.
    execArgv: [
      '--single-threaded-gc',
      ...['--min-semi-space-size=64', '--max-semi-space-size=64', '--no-flush-bytecode'],
      ...(process.version.startsWith('v20.') ? ['--interrupt-budget=1000000'] : []),
    ],
    // What a file has imported is there for the next one: else each would load the emulator and compile the contract
    // again, which takes a second. They share nothing that changes, because nothing in `src` has state at module level.
    isolate: false,
    fileParallelism: true,
    // What has been compiled from a source is there for the next run, in node_modules.
    experimental: { fsModuleCache: true },
    // More than there are processors, because tests often wait for something.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
  },
});

// The commands of package.json name them. `isolate` gives each file a process of its own.
const projects = [
  { name: 'src', include: ['test/**/*.test.ts'], exclude: [...configDefaults.exclude, ...MEMORY, ...TOOLS, ...LONG] },
  { name: 'memory', include: MEMORY, isolate: true },
  { name: 'tools', include: TOOLS },
  { name: 'long', include: LONG, isolate: true },
].map((test) => ({ extends: true as const, test, ...(test.name === 'src' && verifiesBySource) }));

export default mergeConfig(usual, process.env['TEST_STORE'] === undefined ? { test: { projects } } : suiteInStore());
