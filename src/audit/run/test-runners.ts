/** The test runners that a command may start: how they report, select and limit tests. */

import { basename, delimiter } from 'node:path';
import { specDocument } from '../../contract/documents/prepared.js';
import { readJson } from '../../contract/documents/read-document.js';
import { shippedOnDisk } from '../../common/shipped-files.js';
import type { TestResult } from '../../emulator/injection/trail.js';
import type { TestRunners } from '../audit-types.js';

/** The runners by their names, programs that start a runner, and programs that run a script of `package.json`. */
const { runners, launchers, scripts } = specDocument('audit-runners') as TestRunners;

/**
 * Environment variables that make test runners report each test to the folder of the run, however a runner is started.
 * Node.js and PHP load a file first. Pytest, unittest and minitest look for plug-ins in folders. RSpec takes a flag.
 */
export function reporterVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_OPTIONS = '', SPEC_OPTS = '', PYTHONPATH, RUBYLIB, PYTEST_PLUGINS, PHP_INI_SCAN_DIR = '' } = environment;
  const folder = shippedOnDisk('bin/reporters');
  // An empty variable has no further paths.
  const inFront = (path: string, others?: string): string => [path, ...(others ? [others] : [])].join(delimiter);

  return {
    NODE_OPTIONS: `${NODE_OPTIONS} --require=${JSON.stringify(`${folder}/node.cjs`)}`.trim(),
    PYTHONPATH: inFront(folder, PYTHONPATH),
    PYTEST_PLUGINS: [...(PYTEST_PLUGINS === undefined ? [] : [PYTEST_PLUGINS]), 'id_emulator_trail'].join(','),
    RUBYLIB: inFront(`${folder}/ruby`, RUBYLIB),
    SPEC_OPTS: `${SPEC_OPTS} --require id_emulator_rspec`.trim(),
    // An empty path means the folder that PHP was built with.
    PHP_INI_SCAN_DIR: `${PHP_INI_SCAN_DIR}${delimiter}${folder}/php`,
    PHP_ID_EMULATOR_PREPEND: `${folder}/php/phpunit.php`,
  };
}

/** The command with a longer limit for each test; undefined if it already has this limit, or starts no known runner. */
export function withoutRunnerLimit(command: readonly string[]): readonly string[] | undefined {
  const { unlimited = [] } = runners[runnerIn(command) ?? ''] ?? {};
  // The list is empty if the runner is unknown, or has no limit.
  return unlimited.every((flag) => command.includes(flag)) ? undefined : withFlags(command, unlimited);
}

/** The command with flags that select only this test. `node --test` takes no flags after its files, so it stays. */
export function withOnlyTest(command: readonly string[], { runner, name }: TestResult): readonly string[] {
  if (runner === 'node-test') return command;

  // All runners but Jest compare names with blanks between suite and test.
  const compared = runner === 'jest' ? name : name.replaceAll(' > ', ' ');
  const pattern = compared.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

  return withFlags(command, [runners[runner]!.naming, pattern]);
}

/** The command with flags for its runner. `npm test` passes on only what follows two hyphens. */
function withFlags(command: readonly string[], flags: readonly string[]): readonly string[] {
  const runsScript = scripts.includes(basename(command[0] ?? ''));
  const needsHyphens = runsScript && flags.length > 0 && !command.includes('--');

  return [...command, ...(needsHyphens ? ['--'] : []), ...flags];
}

/** The runner that the command starts as its last program, so that flags at the end of the command reach the runner. */
function runnerIn([program = '', ...rest]: readonly string[]): string | undefined {
  const name = basename(program);
  if (scripts.includes(name)) {
    // `npm run test` and `npm test` start the same script.
    const [first = '', second] = rest;
    const script = scriptOf(first === 'run' ? second : first);
    // Flags at the end of a script with several commands reach only the last command.
    const hasSeveralCommands = script !== undefined && /[&|;<>]/.test(script);

    return script === undefined || hasSeveralCommands ? undefined : runnerIn(script.split(/\s+/));
  }
  // `CI=1 vitest run` sets a variable before the program.
  if (launchers.includes(name) || /^\w+=/.test(program)) return runnerIn(rest);

  return Object.hasOwn(runners, name) ? name : undefined;
}

/** The command of a script in `package.json`; undefined if there is none. `npm t` means `npm test`. */
function scriptOf(name = ''): string | undefined {
  try {
    const manifest = readJson('package.json') as { scripts?: Record<string, string> };
    return manifest.scripts?.[name === 't' ? 'test' : name];
  } catch {
    // The command may run in a folder without a manifest.
    return undefined;
  }
}
