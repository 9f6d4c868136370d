import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import { writeFaultTypes } from './build/fault-types.js';
import { writeControlOperations } from './build/control-operations.js';
import { writeProviderStates } from './build/provider-states.js';
import { suiteInStore } from './test/stores/suite/suite-in-store.js';

// The sources import them.
writeFaultTypes();
writeProviderStates();
writeControlOperations();

// Tests talk to this machine alone, and Node.js 20 takes four times as long to start with certificates to read. npm gets
// them back: `environmentOfNpm`.
const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
delete process.env['NODE_EXTRA_CA_CERTS'];

// The path of a test file says which command runs it. All others are those of `npm test`: they run `src` in their process.
const TOOLS = ['test/**/*.tools.test.ts', 'test/{examples,generators,inspector,package}/**/*.test.ts'];
const LONG = ['test/**/*.long.test.ts', 'test/{fuzz,simulation}/**/*.test.ts'];
const MEMORY = ['test/**/*.memory.test.ts'];

const usual = defineConfig({
  test: {
    setupFiles: ['test/own-random.ts'],
    env: certificates === undefined ? {} : { TEST_NPM_CA_CERTS: certificates },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The machines of CI stand still for seconds now and then. What passes at the second try is marked in the report.
    retry: process.env['CI'] === undefined ? 0 : 1,
    // Each file starts emulators of its own on ports that the system picks, so files run side by side. In processes, because
    // threads have no working directory of their own, and tests of commands change it.
    pool: 'forks',
    // A third of the processor time went to V8: young objects were copied again and again, code that seldom runs was
    // forgotten and compiled again, and Node.js 20 optimizes what is over before that pays.
    execArgv: [
      ...['--min-semi-space-size=64', '--max-semi-space-size=64', '--no-flush-bytecode'],
      ...(process.version.startsWith('v20.') ? ['--interrupt-budget=1000000'] : []),
    ],
    // What a file has imported is there for the next one: else each would load the emulator and compile the contract
    // again, which takes a second. They share nothing that changes, because nothing in `src` has state at module level.
    isolate: false,
    fileParallelism: true,
    // More than there are processors, because tests often wait for something.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
  },
});

/** What one command runs. `isIsolated` gives each file a process of its own. */
function project(name: string, include: string[], { exclude = [] as string[], isIsolated = false } = {}) {
  const others = [...configDefaults.exclude, ...exclude];
  return { extends: true as const, test: { name, include, exclude: others, isolate: isIsolated } };
}

const projects = [
  // `npm test`; what measures the memory of its process shares it with no other file.
  project('src', ['test/**/*.test.ts'], { exclude: [...TOOLS, ...LONG, ...MEMORY] }),
  project('memory', MEMORY, { isIsolated: true }),
  // `npm run test:tools`: the package, the command and the page as users have them.
  project('tools', TOOLS),
  // `npm run test:long`: what repeats itself, with those of `npm test`.
  project('long', LONG, { isIsolated: true }),
];

export default mergeConfig(usual, process.env['TEST_STORE'] === undefined ? { test: { projects } } : suiteInStore());
