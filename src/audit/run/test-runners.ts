/** The test runners that a command may start: how to learn when each test runs, and how to run without their limits. */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { reporterOf } from './reporters.js';
import type { TestCase, TestResult } from '../../emulator/injection/trail.js';

/** What is known of a runner. */
interface TestRunner {
  /** The flag with which it runs only tests of a name. */
  readonly naming: string;
  /** Flags with which it reports each test to a file of ours. @param given flags of the command */
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

/** How tests are left out: a flag for each value, in a variable where a command takes no flags. */
interface LeavingOut {
  readonly flag: string;
  readonly valuesFor: (names: readonly string[]) => readonly string[];
  readonly variable?: string;
}

const ALL_BUT: LeavingOut['valuesFor'] = (names) => [`^(?!(?:${oneOf(names)})$)`];
const LEAVING_OUT: Readonly<Record<string, LeavingOut>> = {
  vitest: { flag: '-t', valuesFor: ALL_BUT },
  jest: { flag: '-t', valuesFor: ALL_BUT },
  mocha: { flag: '-g', valuesFor: ALL_BUT },
  playwright: { flag: '--grep-invert', valuesFor: (names) => [oneOf(names)] },
  pytest: { flag: '--deselect', valuesFor: (names) => names, variable: 'PYTEST_ADDOPTS' },
  'node-test': {
    flag: '--test-skip-pattern',
    valuesFor: (names) => [`/^(?:${oneOf(names)})$/`],
    variable: 'NODE_OPTIONS',
  },
};

/** They start a program by its name. */
const LAUNCHERS: ReadonlySet<string> = new Set(['npx', 'pnpx', 'bunx']);
/** They run a script of `package.json`, and pass on what comes after two hyphens. */
const SCRIPT_RUNNERS: ReadonlySet<string> = new Set(['npm', 'pnpm']);

function hasReporter(given: readonly string[]): boolean {
  return given.some((word) => word.startsWith('--reporter'));
}

/** The command with flags that let a runner report each test; as it is if it starts none that is known. */
export function withReporter(command: readonly string[]): readonly string[] {
  const name = runnerIn(command);
  return name === undefined ? command : withFlags(command, RUNNERS[name]!.reporting(reporterOf(name), command));
}

/** The command with a longer limit for each test; undefined if it has one, or starts no test runner whose flag is known. */
export function withoutRunnerLimit(command: readonly string[]): readonly string[] | undefined {
  const { unlimited = [] } = RUNNERS[runnerIn(command) ?? ''] ?? {};
  return unlimited.every((flag) => command.includes(flag)) ? undefined : withFlags(command, unlimited);
}

/** The command with the flags of a runner behind it that let it run only this test. `node --test` takes them before its files only. */
export function withOnlyTest(command: readonly string[], { runner, name }: TestResult): readonly string[] {
  if (runner === 'node-test') return command;
  return withFlags(command, [RUNNERS[runner]!.naming, oneOf([comparedName(runner, name)])]);
}

/** The name as a runner compares it: with blanks between suite and test. */
function comparedName(runner: string, name: string): string {
  return runner === 'jest' ? name : name.replaceAll(' > ', ' ');
}

/** A regular expression that any of these texts matches. */
function oneOf(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
}

/** The flag that leaves tests out, as people write it; undefined if it is not known. */
export function flagToLeaveOut({ runner }: NamedTest): string | undefined {
  const flag = LEAVING_OUT[runner]?.flag;
  return runner === 'node-test' ? `${flag} of Node.js 22` : flag;
}

/** A test, and which runner has told of it. */
export type NamedTest = Pick<TestCase, 'runner' | 'name'>;

/** The command without these tests; undefined if it cannot be told to leave them out. */
export function withoutTests(command: readonly string[], tests: readonly NamedTest[]): readonly string[] | undefined {
  const runner = tests[0]?.runner ?? '';
  const known = LEAVING_OUT[runner];
  if (known === undefined || tests.some((test) => test.runner !== runner)) return undefined;
  const { flag, valuesFor, variable } = known;
  const values = valuesFor(tests.map(({ name }) => comparedName(runner, name)));
  if (variable === undefined) {
    const takesFlags = runnerIn(command) === runner && !command.includes(flag);
    return takesFlags ? withFlags(command, [flag, ...values]) : undefined;
  }
  const isKnown = runner !== 'node-test' || process.allowedNodeEnvironmentFlags.has(flag);
  if (!isKnown || process.platform === 'win32') return undefined;
  const flags = values.map((value) => `${flag}=${JSON.stringify(value)}`).join(' ');
  return ['sh', '-c', `export ${variable}="$${variable} $0"; exec "$@"`, flags, ...command];
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
