/**
 * Files that tell the trail of a run when each test began and ended, and with which error: reporters, hooks and plug-ins of test
 * runners. They are written into the folder of the run, and need nothing of this package.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Appends an event to the trail. The tests of one process have a file of their own. */
const WRITE = `
const { appendFileSync } = require('node:fs');
const write = (runner, name, passed, started, ended, error) => {
  try {
    const event = { type: 'case', runner, name, passed, started, ended, error };
    appendFileSync(process.env.ID_EMULATOR_RUN + '/' + process.pid + '-cases.trail.jsonl', JSON.stringify(event) + '\\n');
  } catch {}
};`;

const FILES: Readonly<Record<string, string>> = {
  'vitest.mjs': `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);${WRITE}
export default class {
  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    const { startTime = 0, duration = 0 } = test.diagnostic() ?? {};
    const error = errors.map(({ stack, message }) => stack ?? message).join('\\n') || undefined;
    if (state !== 'skipped') write('vitest', test.fullName, state === 'passed', startTime, startTime + duration, error);
  }
}`,
  'jest.cjs': `${WRITE}
module.exports = class {
  onTestCaseResult(_test, { fullName, status, failureMessages, duration, startedAt, startAt = startedAt }) {
    if (startAt == null || (status !== 'passed' && status !== 'failed')) return;
    write('jest', fullName, status === 'passed', startAt, startAt + (duration ?? 0), failureMessages.join('\\n') || undefined);
  }
};`,
  'mocha.cjs': `${WRITE}
let started;
exports.mochaHooks = {
  beforeEach() { started = Date.now(); },
  afterEach() {
    const { currentTest } = this;
    const { state, err } = currentTest;
    write('mocha', currentTest.fullTitle(), state === 'passed', started, Date.now(), err && (err.stack ?? String(err)));
  },
};`,
  'playwright.cjs': `${WRITE}
module.exports = class {
  onTestEnd({ title, parent, expectedStatus }, { status, startTime, duration, errors }) {
    const name = [...parent.titlePath().filter((part) => part !== ''), title].join(' > ');
    const error = errors.map(({ stack, message }) => stack ?? message).join('\\n') || undefined;
    const started = startTime.getTime();
    if (status !== 'skipped') write('playwright', name, status === expectedStatus, started, started + duration, error);
  }
};`,
  'node-test.cjs': `${WRITE}
const file = process.argv[1] ?? '';
if (process.env.NODE_TEST_CONTEXT !== undefined && /(?:^|[\\\\/.\\-_])(?:test|spec)s?\\b/.test(file)) {
  const { beforeEach, afterEach } = require('node:test');
  const started = new Map();
  beforeEach((test) => { started.set(test.name, Date.now()); });
  afterEach((test) => { write('node-test', test.name, test.passed !== false, started.get(test.name), Date.now()); });
}`,
  'id_emulator_trail.py': `import json
import os

tests = {}


def pytest_runtest_logreport(report):
    test = tests.setdefault(report.nodeid, {"type": "case", "runner": "pytest", "name": report.nodeid, "passed": True,
                                            "started": report.start * 1000})
    test["ended"] = report.stop * 1000
    if report.failed:
        test["passed"] = False
        test["error"] = report.longreprtext
    folder = os.environ.get("ID_EMULATOR_RUN")
    if report.when != "teardown" or folder is None:
        return
    try:
        with open(os.path.join(folder, f"{os.getpid()}-cases.trail.jsonl"), "a") as trail:
            trail.write(json.dumps(tests.pop(report.nodeid)) + "\\n")
    except OSError:
        pass
`,
};

/** The file of a runner that its flags name. */
const FILE_OF: Readonly<Record<string, string>> = {
  vitest: 'vitest.mjs',
  jest: 'jest.cjs',
  mocha: 'mocha.cjs',
  playwright: 'playwright.cjs',
};

/** Writes the files into a folder inside the folder of the run. @returns the path of a runner's file */
export function writeReporters(runFolder: string): (runner: string) => string {
  const folder = reportersIn(runFolder);
  mkdirSync(folder);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  return (runner) => join(folder, FILE_OF[runner] ?? '');
}

/** Variables that let runners report which take no flag for it: node:test, pytest. */
export function reporterVariables(runFolder: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = reportersIn(runFolder);
  const { NODE_OPTIONS = '', PYTHONPATH, PYTEST_PLUGINS } = environment;
  const hook = JSON.stringify(join(folder, 'node-test.cjs'));
  return {
    NODE_OPTIONS: `${NODE_OPTIONS} --require=${hook}`.trim(),
    PYTHONPATH: [folder, ...(PYTHONPATH === undefined ? [] : [PYTHONPATH])].join(delimiter),
    PYTEST_PLUGINS: [...(PYTEST_PLUGINS === undefined ? [] : [PYTEST_PLUGINS]), 'id_emulator_trail'].join(','),
  };
}

function reportersIn(runFolder: string): string {
  return join(runFolder, 'reporters');
}
