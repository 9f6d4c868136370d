/** Environment variables that begin with `ID_EMULATOR_`, but are no settings. */

import { expect, test } from 'vitest';
import { reporterVariables } from '../../src/audit/run/test-runners.js';
import { refuseUnknownVariables } from '../../src/cli/settings/known-variables.js';

test('what an audit gives the command is no unknown variable of the emulators that the command starts', () => {
  expect(() => refuseUnknownVariables(reporterVariables({}))).not.toThrow();
});
