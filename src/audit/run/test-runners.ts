/** The test runners that a command may start: how to learn when each test runs, and how to run without their limits. */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { TestResult } from '../../emulator/injection/trail.js';

/** What is known of a runner. */
interface TestRunner {
  /** The flag with which it runs only tests of a name. */
  readonly naming: string;
  /** Flags with which it reports each test to a file of ours. @param file of {@link REPORTERS} @param given flags of the command */
  readonly reporting: (file: string, given: readonly string[]) => readonly string[];
  /** Flags that let a test take longer than any wait of an audit. */
  readonly unlimited: readonly string[];
}

/** By the name of its program. */
const RUNNERS: Readonly<Record<string, TestRunner>> = {
  vitest: {
    naming: '-t',
    reporting: (file, given) => [...(hasReporter(given) ? [] : ['--reporter=default']), `--reporter=${file}`],
    unlimited: ['--test-timeout=600000', '--hook-timeout=600000'],
  },
  jest: {
    naming: '-t',
    reporting: (file, given) => [...(hasReporter(given) ? [] : ['--reporters=default']), `--reporters=${file}`],
    unlimited: ['--testTimeout=600000'],
  },
  mocha: { naming: '-g', reporting: (file) => [`--require=${file}`], unlimited: ['--timeout=600000'] },
  playwright: {
    naming: '-g',
    reporting: (file, given) => (hasReporter(given) ? [] : [`--reporter=list,${file}`]),
    unlimited: ['--timeout=600000'],
  },
};

/** They start a program by its name. */
const LAUNCHERS: ReadonlySet<string> = new Set(['npx', 'pnpx', 'bunx']);
/** They run a script of `package.json`, and pass on what stands behind two hyphens. */
const SCRIPT_RUNNERS: ReadonlySet<string> = new Set(['npm', 'pnpm']);

function hasReporter(given: readonly string[]): boolean {
  return given.some((word) => word.startsWith('--reporter'));
}

/** The command with flags that let a runner report each test; as it is if it starts none that is known. */
export function withReporter(command: readonly string[], fileOf: (runner: string) => string): readonly string[] {
  const name = runnerIn(command);
  if (name === undefined) return command;
  return withFlags(command, RUNNERS[name]!.reporting(fileOf(name), command));
}

/** The command with a longer limit for each test; undefined if it starts no test runner whose flag is known. */
export function withoutRunnerLimit(command: readonly string[]): readonly string[] | undefined {
  const name = runnerIn(command);
  return name === undefined ? undefined : withFlags(command, RUNNERS[name]!.unlimited);
}

/** The command with the flags of a runner behind it that let it run only this test. `node --test` takes them before its files only. */
export function withOnlyTest(command: readonly string[], { runner, name }: TestResult): readonly string[] {
  if (runner === 'node-test') return command;
  // The names that a runner compares have blanks between suite and test. The flags take regular expressions.
  const joined = runner === 'jest' ? name : name.replaceAll(' > ', ' ');
  return withFlags(command, [RUNNERS[runner]!.naming, joined.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)]);
}

function withFlags(command: readonly string[], flags: readonly string[]): readonly string[] {
  const needsHyphens = SCRIPT_RUNNERS.has(basename(command[0] ?? '')) && !command.includes('--');
  return [...command, ...(needsHyphens && flags.length > 0 ? ['--'] : []), ...flags];
}

/** The runner that the command starts as its last program, so that flags behind it are its own. */
function runnerIn([program = '', ...rest]: readonly string[]): string | undefined {
  const name = basename(program);
  if (SCRIPT_RUNNERS.has(name)) {
    const [first = '', second] = rest;
    const script = scriptOf(first === 'run' ? second : first);
    return script === undefined || /[&|;<>]/.test(script) ? undefined : runnerIn(script.split(/\s+/));
  }
  if (LAUNCHERS.has(name) || /^\w+=/.test(program)) return runnerIn(rest);
  return Object.hasOwn(RUNNERS, name) ? name : undefined;
}

function scriptOf(name = ''): string | undefined {
  try {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts?: Record<string, string> };
    return scripts?.[name === 't' ? 'test' : name];
  } catch {
    return undefined;
  }
}
