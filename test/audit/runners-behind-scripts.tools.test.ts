/** Test runners report their tests to `audit`, also behind a script, and without any flag. */

import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { TestCase } from '../../src/emulator/injection/trail.js';
import { RUN_VARIABLE } from '../../src/emulator/injection/run-folder.js';
import { reporterVariables } from '../../src/audit/run/test-runners.js';
import { temporaryFolder } from '../cli/temporary-folder.js';

const BIN = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url));

interface Suite {
  /** How to find out whether it is installed here. */
  readonly probe: string;
  readonly file: string;
  /** A test that passes, one whose program makes a mistake, and one that is skipped. */
  readonly source: string;
  readonly script: string;
}

const JAVASCRIPT = `test('passes', async () => { await new Promise((resolve) => setTimeout(resolve, 20)); });
  test('fails', () => { undefined.users; });`;
const SKIPPED = `test.skip('skips', () => {});`;
const RUBY = `passes = proc { sleep 0.02 }
  fails = proc { nil.users }
  skips = proc { skip 'later' }`;

const SUITES: Readonly<Record<string, Suite>> = {
  jest: {
    probe: 'jest --version',
    file: 'users.test.js',
    source: `${JAVASCRIPT} ${SKIPPED}`,
    script: "jest --rootDir . --config '{}'",
  },
  vitest: {
    probe: 'vitest --version',
    file: 'users.test.mjs',
    source: `import { test } from 'vitest'; ${JAVASCRIPT} ${SKIPPED}`,
    script: 'vitest run --root .',
  },
  'node-test': {
    probe: 'node --version',
    file: 'users.test.mjs',
    source: `import { test } from 'node:test'; ${JAVASCRIPT} test('skips', (t) => t.skip());`,
    script: 'node --test users.test.mjs',
  },
  pytest: {
    probe: 'python3 -m pytest --version',
    file: 'test_users.py',
    source:
      'import pytest\n\ndef test_passes():\n    pass\n\ndef test_fails():\n    None.users\n\ndef test_skips():\n    pytest.skip()\n',
    script: 'python3 -m pytest -q -p no:cacheprovider',
  },
  unittest: {
    probe: 'python3 --version',
    file: 'test_users.py',
    source:
      'import unittest\n\nclass Users(unittest.TestCase):\n    def test_passes(self):\n        pass\n\n    def test_fails(self):\n        None.users\n\n    def test_skips(self):\n        self.skipTest("")\n',
    script: 'python3 -m unittest',
  },
  minitest: {
    probe: 'ruby -e "require \'minitest\'"',
    file: 'users_test.rb',
    source: `require 'minitest/autorun'\n${RUBY}\nClass.new(Minitest::Test) { define_method(:test_passes, &passes); define_method(:test_fails, &fails); define_method(:test_skips, &skips) }`,
    script: 'ruby users_test.rb',
  },
  rspec: {
    probe: 'rspec --version',
    file: 'users_spec.rb',
    source: `RSpec.describe('users') { ${RUBY}\n it('passes', &passes)\n it('fails', &fails)\n it('skips', &skips) }`,
    script: 'rspec users_spec.rb',
  },
  phpunit: {
    probe: 'phpunit --version',
    file: 'UsersTest.php',
    source: `<?php final class UsersTest extends PHPUnit\\Framework\\TestCase {
      public function testPasses(): void { $this->assertTrue(true); }
      public function testFails(): void { $users = null; $users->names(); }
      public function testSkips(): void { $this->markTestSkipped(); }
    }`,
    script: 'phpunit UsersTest.php < /dev/null',
  },
};

const environment = { ...process.env, PATH: `${BIN}:${process.env['PATH'] ?? ''}` };

/** Whether a command ends well. */
function succeeds(command: string): boolean {
  return spawnSync('sh', ['-c', command], { env: environment, stdio: 'ignore' }).status === 0;
}

/** What a runner reports of its tests, and how it ended. */
async function ranBy({ file, source, script }: Suite): Promise<{ cases: TestCase[]; status: unknown; stderr: string }> {
  await using folder = await temporaryFolder({ [file]: source, 'test.sh': `exec ${script}\n` });
  const trail = `${folder.path}/run`;
  await mkdir(trail);
  const env = { ...environment, ...reporterVariables(environment), [RUN_VARIABLE]: trail };
  const { status, stderr } = spawnSync('sh', ['test.sh'], { cwd: folder.path, env, encoding: 'utf8' });
  const texts = await Promise.all((await readdir(trail)).map((each) => readFile(`${trail}/${each}`, 'utf8')));
  const lines = texts.flatMap((text) => text.trimEnd().split('\n'));

  return { cases: lines.map((line) => JSON.parse(line) as TestCase), status, stderr };
}

/** A file of node:test that is run as a program. */
const BY_ITSELF: Suite = { ...SUITES['node-test']!, script: 'node users.test.mjs' };

test.concurrent.each([...Object.entries(SUITES), ['node-test', BY_ITSELF] as const])(
  '%s reports its tests behind a script',
  async (runner, suite) => {
    if (!succeeds(suite.probe)) return;
    const { cases, status, stderr } = await ranBy(suite);
    expect(status, stderr).not.toBe(0);
    const order = ({ passed, skipped }: TestCase): number => Number(passed) + Number(skipped ?? false);
    const [fails, passes, skips] = cases.toSorted((one, other) => order(one) - order(other));
    expect(cases).toHaveLength(3);
    expect(skips).toMatchObject({ runner, skipped: true, name: expect.stringMatching(/skips/i) as string });
    expect(fails).toMatchObject({ runner, passed: false, error: expect.stringMatching(/users|names/) as string });
    expect(passes).toMatchObject({ runner, passed: true });
    expect([fails!.name, passes!.name]).toEqual([expect.stringMatching(/fails/i), expect.stringMatching(/passes/i)]);
    for (const { file, started, ended } of cases) {
      expect(basename(file!)).toBe(suite.file);
      expect(ended).toBeGreaterThanOrEqual(started);
    }
  },
);

const ONCE = `let runs = 0; const once = () => { runs += 1; if (runs < 2) throw new Error('no'); };`;
const REPEATING: Readonly<Record<string, Suite>> = {
  jest: { ...SUITES['jest']!, source: `${ONCE} jest.retryTimes(1); test('once', once); test('passes', () => {});` },
  vitest: {
    ...SUITES['vitest']!,
    source: `import { test } from 'vitest'; ${ONCE} test('once', { retry: 1 }, once); test('passes', () => {});`,
  },
  mocha: {
    probe: 'mocha --version',
    file: 'users.spec.js',
    source: `${ONCE} it('once', once).retries(1); it('passes', () => {});`,
    script: 'mocha users.spec.js',
  },
};

test.concurrent.each(Object.entries(REPEATING))('%s reports a test that it repeats', async (_, suite) => {
  if (!succeeds(suite.probe)) return;
  const { cases, status, stderr } = await ranBy(suite);
  expect(status, stderr).toBe(0);
  const passed = cases.filter((each) => each.passed).map(({ name, repeated }) => [name, repeated]);
  expect(passed.toSorted()).toEqual([
    ['once', true],
    ['passes', false],
  ]);
});

test.concurrent('a reporter that fails does not fail the command', async () => {
  await using folder = await temporaryFolder({
    'users.test.mjs': `import { test } from 'node:test'; test('passes', () => {});`,
  });
  const env = { ...environment, ...reporterVariables(environment), [RUN_VARIABLE]: `${folder.path}/nowhere` };
  const { status, stderr } = spawnSync('node', ['--test', `${folder.path}/users.test.mjs`], { env, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});
