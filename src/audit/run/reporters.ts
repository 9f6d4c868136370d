/**
 * Reporters, hooks and plug-ins of test runners, in `bin/reporters`: they tell the trail of a run when each test began and ended,
 * and with which error. They need nothing of this package.
 */

import { delimiter } from 'node:path';
import { shippedPath } from '../../common/shipped-files.js';

/** The file of a runner that its flags name. */
const FILES: Readonly<Record<string, string>> = {
  vitest: 'vitest.mjs',
  jest: 'jest.cjs',
  mocha: 'mocha.cjs',
  playwright: 'playwright.cjs',
};

/** The path of a runner's file. */
export function reporterOf(runner: string): string {
  return shippedPath(`bin/reporters/${FILES[runner] ?? ''}`);
}

/** Variables that let runners report which take no flag for it: node:test, pytest, unittest. */
export function reporterVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_OPTIONS = '', PYTHONPATH, PYTEST_PLUGINS } = environment;
  const hook = JSON.stringify(shippedPath('bin/reporters/node-test.cjs'));
  return {
    NODE_OPTIONS: `${NODE_OPTIONS} --require=${hook}`.trim(),
    PYTHONPATH: [shippedPath('bin/reporters'), ...(PYTHONPATH === undefined ? [] : [PYTHONPATH])].join(delimiter),
    PYTEST_PLUGINS: [...(PYTEST_PLUGINS === undefined ? [] : [PYTEST_PLUGINS]), 'id_emulator_trail'].join(','),
  };
}
