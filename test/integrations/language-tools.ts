/** pytest and JUnit where they are, and `id-emulator` on the PATH. */

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';
import { SpawnedProcess, type Outcome } from '../cli/spawned-process.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The program that is tested: one without Node.js if the variable names it, or else the built command. */
export const { ID_EMULATOR_PROGRAM: PROGRAM = join(ROOT, 'bin/id-emulator.js') } = process.env;
/** The command refuses variables that it does not know. */
const { ID_EMULATOR_PROGRAM: _, ...ENVIRONMENT } = process.env;

export const hasPytest = spawnSync('python3', ['-c', 'import pytest']).status === 0;
/** Where Debian's package junit5 puts them. */
const JARS = '/usr/share/java';
export const hasJunit =
  spawnSync('javac', ['-version']).status === 0 && existsSync(`${JARS}/junit-platform-console.jar`);
/** A Python that can build and install a package without the network; undefined if there is none. */
export const packagingPython = ['python3', '/usr/bin/python3'].find(
  (python) => spawnSync(python, ['-c', 'import setuptools, wheel, pip, pytest']).status === 0,
);
if (!hasPytest) console.warn('pytest is skipped: install it, for example by apt-get install -y python3-pytest');
if (!hasJunit) console.warn('JUnit is skipped: install a JDK and JUnit, for example by apt-get install -y junit5');

/** The plugins of this machine would take longer to load than the tests run. */
const OF_PYTHON = { PYTHONDONTWRITEBYTECODE: '1', PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' };

/** What makes a Java program that ends at once take half of the processor time. */
const SHORT_LIVED = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto'];

/** A path of the repository. */
export function pathOf(path: string): string {
  return join(ROOT, path);
}

/** Runs a program to its end. */
export async function outcomeOf(
  [program, ...parameters]: readonly [string, ...string[]],
  cwd: string,
  variables: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  await using spawned = new SpawnedProcess(program, parameters, {
    cwd,
    env: { ...ENVIRONMENT, ...OF_PYTHON, ...variables },
  });
  return await spawned.ended;
}

/** Runs pytest with the module. @param tests paths of files or folders */
export function pytest(folder: string, tests: readonly string[], variables: NodeJS.ProcessEnv): Promise<Outcome> {
  const flags = ['-q', '-p', 'no:cacheprovider', '-p', 'pytest_id_emulator', `--basetemp=${join(folder, 'kept')}`];
  const python = { PYTHONPATH: pathOf('integrations/python') };
  return outcomeOf(['python3', '-m', 'pytest', ...flags, ...tests], folder, { ...python, ...variables });
}

/** Compiles the classes of integrations/java and these files, and runs the tests in them. */
export async function junit(folder: string, tests: readonly string[], variables: NodeJS.ProcessEnv): Promise<Outcome> {
  const names = ['junit-platform-*', 'junit-jupiter*', 'opentest4j*', 'apiguardian-api', 'picocli'];
  const jars = globSync(
    names.map((name) => `${name}.jar`),
    { cwd: JARS, absolute: true },
  ).join(delimiter);
  const sources = globSync('*.java', { cwd: pathOf('integrations/java/idemulator'), absolute: true });
  const classes = join(folder, 'classes');
  const compiler = ['javac', ...SHORT_LIVED.map((flag) => `-J${flag}`), '--release', '11'] as const;
  const lint = ['-Xlint:all,-path', '-Werror', '-encoding', 'UTF-8'];
  const compiled = await outcomeOf([...compiler, ...lint, '-cp', jars, '-d', classes, ...sources, ...tests], folder);
  if (compiled.code !== 0) return compiled;
  const launcher = ['org.junit.platform.console.ConsoleLauncher', '--class-path', classes, '--scan-classpath'];
  const path = `${jars}${delimiter}${classes}`;
  return await outcomeOf(
    ['java', ...SHORT_LIVED, '-cp', path, `-Djava.io.tmpdir=${folder}`, ...launcher],
    folder,
    variables,
  );
}

/** Copies a file with one change. @returns its new path */
export function changed(file: string, folder: string, [from, to]: readonly [string, string]): string {
  const text = readFileSync(pathOf(file), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
  const copy = join(folder, file.slice(file.lastIndexOf('/') + 1));
  writeFileSync(copy, text.replace(from, to));
  return copy;
}

/** `id-emulator` on the PATH, as the only file of a folder. */
export class ProgramOnPath {
  readonly variables: NodeJS.ProcessEnv;
  readonly #pids: string;

  constructor(folder: string) {
    const program = join(folder, 'id-emulator');
    this.#pids = join(folder, 'pids');
    writeFileSync(program, `#!/bin/sh\necho $$ >> '${this.#pids}'\nexec '${PROGRAM}' "$@"\n`);
    chmodSync(program, 0o755);
    this.variables = { PATH: `${folder}${delimiter}${process.env['PATH']}` };
  }

  /** The processes that were started. */
  started(): number[] {
    return readFileSync(this.#pids, 'utf8').trim().split('\n').map(Number);
  }

  /** Those of them that still run. */
  running(): number[] {
    return this.started().filter((pid) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    });
  }
}
