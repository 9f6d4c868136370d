/** integrations/python and integrations/java do what their tests and the examples ask of them, where pytest and JUnit are. */

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { spawnedEmulator } from '../cli/id-emulator.js';
import type { Outcome } from '../cli/spawned-process.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import {
  changed,
  hasJunit,
  hasPytest,
  junit,
  outcomeOf,
  packagingPython,
  pathOf,
  ProgramOnPath,
  pytest,
} from './language-tools.js';

interface Language {
  readonly isThere: boolean;
  readonly run: (folder: string, tests: readonly string[], variables: NodeJS.ProcessEnv) => Promise<Outcome>;
  /** Tests of everything that the integration offers. */
  readonly own: string;
  readonly example: string;
  readonly passed: { readonly all: string; readonly example: string };
  /** Makes one test of the example fail. */
  readonly failing: readonly [string, string];
  /** Lets the client of the example forget its token. */
  readonly forgetful: readonly [string, string];
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  pytest: {
    isThere: hasPytest,
    run: pytest,
    own: 'test/integrations/test_sandbox.py',
    example: 'examples/pytest/test_client.py',
    passed: { all: '14 passed', example: '3 passed' },
    failing: ['== 10', '== 11'],
    forgetful: ['f"Bearer {token}"', '"Bearer None"'],
  },
  JUnit: {
    isThere: hasJunit,
    run: junit,
    own: 'test/integrations/SandboxTest.java',
    example: 'examples/junit/ClientTest.java',
    passed: { all: '14 tests successful', example: '3 tests successful' },
    failing: ['assertEquals(200', 'assertEquals(201'],
    forgetful: ['"Bearer " + token', '"Bearer null"'],
  },
};

const there = Object.entries(LANGUAGES).filter(([, { isThere }]) => isThere);

test.each(there)('%s starts the program if no emulator is named, and ends it', async (_, language) => {
  await using folder = await temporaryFolder();
  const program = new ProgramOnPath(folder.path);
  const tests = [pathOf(language.own), pathOf(language.example)];
  const { code, stdout, stderr } = await language.run(folder.path, tests, program.variables);
  expect(stdout + stderr).toContain(language.passed.all);
  expect(code).toBe(0);
  expect(program.started()).toHaveLength(1);
  expect(program.running()).toEqual([]);
});

test.each(there)(
  '%s gives each test a sandbox in the emulator that is named, whatever proxy is named',
  async (_, language) => {
    await using emulator = await startEmulator({ controlToken: 'token-of-tests' });
    await using folder = await temporaryFolder();
    const { code, stdout } = await language.run(folder.path, [pathOf(language.example)], {
      ID_EMULATOR_URL: emulator.url,
      ID_EMULATOR_CONTROL_TOKEN: 'token-of-tests',
      http_proxy: 'http://127.0.0.1:9',
      HTTP_PROXY: 'http://127.0.0.1:9',
    });
    expect(stdout).toContain(language.passed.example);
    expect(code).toBe(0);
    expect(emulator.sandboxes()).toHaveLength(1);
  },
);

test.each(there)('%s shows beside a failure what the client did, and keeps a bundle', async (_, language) => {
  await using emulator = await startEmulator();
  await using folder = await temporaryFolder();
  const test = changed(language.example, folder.path, language.failing);
  const { code, stdout } = await language.run(folder.path, [test], { ID_EMULATOR_URL: emulator.url });
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /#1 POST \/oauth\/token 200\n *#2 GET \/api\/v1\/institutions\/me\/users 429 {2}\[rate-limit-burst\]/,
  );
  const [, bundle] = /Look at it: id-emulator inspect (\S+)/.exec(stdout)!;
  await using inspected = spawnedEmulator(['inspect', bundle!, '--port', '0'], { cwd: folder.path });
  await inspected.printed(/read-only; to end it/);
  expect(emulator.sandboxes()).toHaveLength(1);
});

test.each(there)('%s shows requests that identified no sandbox', async (_, language) => {
  await using emulator = await startEmulator();
  await using folder = await temporaryFolder();
  const test = changed(language.example, folder.path, language.forgetful);
  const { code, stdout } = await language.run(folder.path, [test], { ID_EMULATOR_URL: emulator.url });
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /#1 POST \/oauth\/token 200\n[^]*?identified no sandbox[^\n]*\n *#\d+ GET \/api\/v1\/institutions\/me\/users 401/,
  );
});

test.each(there)('%s says what to do if there is no emulator', async (_, language) => {
  await using folder = await temporaryFolder();
  const { code, stdout, stderr } = await language.run(folder.path, [pathOf(language.example)], {});
  expect(code).toBe(1);
  expect(stdout + stderr).toContain('id-emulator is neither in node_modules/.bin nor on the PATH: install it there');
});

test.each(there)('%s says that the program has ended', async (_, language) => {
  await using folder = await temporaryFolder();
  const { variables } = new ProgramOnPath(folder.path);
  const mistyped = { ...variables, ID_EMULATOR_SEDE: '7' };
  const { code, stdout, stderr } = await language.run(folder.path, [pathOf(language.example)], mistyped);
  expect(code).toBe(1);
  expect(stdout + stderr).toContain('there is no environment variable ID_EMULATOR_SEDE');
  expect(stdout + stderr).toContain('id-emulator start has ended');
});

test.runIf(packagingPython !== undefined)('the fixtures are there when the Python package is installed', async () => {
  await using emulator = await startEmulator();
  await using folder = await temporaryFolder();
  // The build writes beside the sources.
  const source = join(folder.path, 'source');
  const target = join(folder.path, 'target');
  cpSync(pathOf('integrations/python'), source, { recursive: true });
  const flags = ['--quiet', '--no-index', '--no-deps', '--no-build-isolation', '--disable-pip-version-check'];
  const installed = await outcomeOf(
    [packagingPython!, '-m', 'pip', 'install', ...flags, '--target', target, source],
    folder.path,
  );
  expect(installed, installed.stderr).toMatchObject({ code: 0 });
  const run = [packagingPython!, '-m', 'pytest', '-q', '-p', 'no:cacheprovider', pathOf('examples/pytest')] as const;
  const { code, stdout } = await outcomeOf(run, folder.path, {
    PYTEST_DISABLE_PLUGIN_AUTOLOAD: '',
    PYTHONPATH: target,
    ID_EMULATOR_URL: emulator.url,
  });
  expect(stdout).toContain('3 passed');
  expect(code).toBe(0);
});
