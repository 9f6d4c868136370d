/** The examples in Python and Java are run where their interpreters are. */

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { SpawnedProcess, type Outcome } from '../cli/spawned-process.js';
import { temporaryFolder } from '../cli/temporary-folder.js';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));

const hasPytest = spawnSync('python3', ['-c', 'import pytest']).status === 0;
/** The plugins of this machine would take longer to load than the example runs. */
const OF_PYTHON = { PYTHONDONTWRITEBYTECODE: '1', PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' };
/** Where Debian's package junit5 puts them. */
const JARS = '/usr/share/java';
const hasJunit = spawnSync('javac', ['-version']).status === 0 && existsSync(`${JARS}/junit-platform-console.jar`);
const UNIT = ['junit-platform-*', 'junit-jupiter*', 'opentest4j*', 'apiguardian-api', 'picocli'];
if (!hasPytest)
  console.warn('examples/pytest is skipped: install pytest, for example by apt-get install -y python3-pytest');
if (!hasJunit)
  console.warn('examples/junit is skipped: install a JDK and JUnit, for example by apt-get install -y junit5');

/** Runs commands one after the other in a copy of an example; `edit` changes one of its files. */
async function outcomeOf(
  example: string,
  commands: readonly (readonly [string, ...string[]])[],
  edit?: readonly [file: string, from: string, to: string],
): Promise<Outcome> {
  await using emulator = await startEmulator();
  await using folder = await temporaryFolder();
  cpSync(join(EXAMPLES, example), folder.path, { recursive: true });
  if (edit !== undefined) {
    const file = join(folder.path, edit[0]);
    writeFileSync(file, readFileSync(file, 'utf8').replace(edit[1], edit[2]));
  }
  let outcome: Outcome | undefined;
  for (const [program, ...parameters] of commands) {
    await using command = new SpawnedProcess(program, parameters, {
      cwd: folder.path,
      env: { ...process.env, ...OF_PYTHON, ID_EMULATOR_URL: emulator.url },
    });
    outcome = await command.ended;
    if (outcome.code !== 0) break;
  }
  // Each test removes its sandbox.
  expect(emulator.sandboxes()).toHaveLength(1);
  return outcome!;
}

const PYTEST = ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'] as const;

test.runIf(hasPytest)('pytest gives each test a sandbox', async () => {
  const { code, stdout } = await outcomeOf('pytest', [PYTEST]);
  expect(stdout).toContain('3 passed');
  expect(code).toBe(0);
});

test.runIf(hasPytest)('pytest shows what the client did beside a failure', async () => {
  const { code, stdout } = await outcomeOf('pytest', [PYTEST], ['test_client.py', '== 10', '== 11']);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /- sandbox \w+ -[^]*#1 POST \/oauth\/token 200\n#2 GET \/api\/v1\/institutions\/me\/users 200/,
  );
});

/** Compiles the example, and runs its tests. */
function junit(): readonly (readonly [string, ...string[]])[] {
  const jars = globSync(
    UNIT.map((name) => `${name}.jar`),
    { cwd: JARS, absolute: true },
  ).join(':');
  return [
    ['javac', '-cp', jars, 'EmulatorSandbox.java', 'ClientTest.java'],
    ['java', '-cp', `${jars}:.`, 'org.junit.platform.console.ConsoleLauncher', '--class-path', '.', '--scan-classpath'],
  ];
}

test.runIf(hasJunit)('JUnit gives each test a sandbox', async () => {
  const { code, stdout } = await outcomeOf('junit', junit());
  expect(stdout).toContain('2 tests successful');
  expect(code).toBe(0);
});

test.runIf(hasJunit)('JUnit shows what the client did beside a failure', async () => {
  const { code, stdout } = await outcomeOf('junit', junit(), [
    'ClientTest.java',
    'assertEquals(200',
    'assertEquals(201',
  ]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/Suppressed: [^]*"path":"\/api\/v1\/institutions\/me\/users"/);
});
