/**
 * Lets the test runner of a Node.js process report its tests, whatever has started it: a script, make, another runner.
 * NODE_OPTIONS loads this file into each process before its program.
 */

const path = require('node:path');
const { readFileSync, realpathSync } = require('node:fs');
const { pathToFileURL } = require('node:url');
const write = require('./write.cjs');

const [, program = '', ...given] = process.argv;

/** Flags with which a runner loads its reporter, or a function that does it. */
const RUNNERS = {
  jest: () => [...(hasReporter() ? [] : ['--reporters=default']), `--reporters=${path.join(__dirname, 'jest.cjs')}`],
  vitest: () => [...(hasReporter() ? [] : ['--reporter=default']), `--reporter=${path.join(__dirname, 'vitest.mjs')}`],
  mocha: () => [`--require=${path.join(__dirname, 'mocha.cjs')}`],
  _mocha: () => [`--require=${path.join(__dirname, 'mocha.cjs')}`],
  playwright: () =>
    hasReporter() || given[0] !== 'test' ? [] : [`--reporter=list,${path.join(__dirname, 'playwright.cjs')}`],
  ava: () => {
    reportAva();
    return [];
  },
};

function hasReporter() {
  return given.some((word) => word.startsWith('--reporter'));
}

/** AVA has no reporters of others, but an event for each test. */
async function reportAva() {
  try {
    // "entrypoints/cli.mjs" or "cli.js", and beside or above it "lib".
    const entry = path.dirname(realpathSync(program));
    const root = path.basename(entry) === 'entrypoints' ? path.dirname(entry) : entry;
    const { default: RunStatus } = await import(pathToFileURL(path.join(root, 'lib/run-status.js')).href);
    const emit = RunStatus.prototype.emitStateChange;
    RunStatus.prototype.emitStateChange = function (event) {
      write('ava', () => {
        const { type, title: name, testFile: file, duration, err } = event;
        if (type !== 'test-passed' && type !== 'test-failed') return undefined;
        const error = err && [err.name, err.message, err.stack, err.originalError?.stack].filter(Boolean).join('\n');
        return { name, file, passed: type === 'test-passed', ...write.timesUntilNow(duration), error };
      });
      return emit.call(this, event);
    };
  } catch {
    // This version of AVA works in another way.
  }
}

/** node:test has hooks for each test of a file. */
function reportNodeTest() {
  const { beforeEach, afterEach } = require('node:test');
  const started = new Map();
  const ended = new Set();
  const failed = [];
  beforeEach((test) => {
    started.set(test.name, Date.now());
  });
  afterEach((test) => {
    ended.add(test.name);
    // A test does not know yet that a subtest failed. Node.js 20.16 was the first to tell full names.
    const { fullName = test.name } = test;
    const passed = test.passed !== false && !failed.some((name) => name.startsWith(`${fullName} > `));
    if (!passed) failed.push(fullName);
    write('node-test', () => ({
      name: test.name,
      file: program,
      passed,
      started: started.get(test.name),
      ended: Date.now(),
      error: test.error ? write.textOf([test.error.cause ?? test.error]) : undefined,
      compared: test.error ? write.comparedIn([test.error.cause ?? test.error]) : undefined,
    }));
  });
  // A test that skips itself has no end.
  process.on('exit', () => {
    const skipped = [...started.keys()].filter((name) => !ended.has(name));
    for (const name of skipped) write('node-test', () => write.skipped(name, program));
  });
}

const runner = RUNNERS[path.basename(program).replace(/\.[cm]?js$/, '')];
if (runner !== undefined) {
  const flags = runner().filter((flag) => !given.includes(flag));
  const end = process.argv.indexOf('--');
  process.argv.splice(end === -1 ? process.argv.length : end, 0, ...flags);
}
if (isNodeTest()) reportNodeTest();

/** Whether `node --test` runs this file, or it is run by itself and has tests. */
function isNodeTest() {
  if (process.env.NODE_TEST_CONTEXT !== undefined) return /(?:^|[\\/.\-_])(?:test|spec)s?\b/.test(program);
  if (runner !== undefined) return false;
  try {
    return /['"]node:test['"]/.test(readFileSync(program, 'utf8'));
  } catch {
    return false;
  }
}
