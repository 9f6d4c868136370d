/** Text from pacts, bodies and file names cannot steer the terminal or the CI system that shows the output of a command. */

import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';

const HOSTILE = '\u001b[2J\n::error::done\n##vso[task.complete]';

/** What a terminal or a CI system would obey. */
// eslint-disable-next-line no-control-regex
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|^[ \t]*::|##(?:vso|teamcity)?\[/m;

test.each([
  ['start', '--port', '0', '--fixture'],
  ['start', '--port', '0', '--scenarios'],
  ['start', '--port'],
  ['inspect'],
  ['judge', '--sandbox'],
  ['verify'],
  ['verify', '--states'],
  ['states', 'list', '--states'],
  ['states', 'show'],
  ['scenarios', 'list', '--scenarios'],
  ['scenarios', 'show'],
  ['fidelity', '--evidence'],
  ['fidelity', '--basis'],
  ['conform', '--url'],
  ['proxy', '--upstream'],
  ['env', '--format'],
  ['pact', 'from-journal', '--url'],
  [],
])('%s %s %s %s with a hostile argument prints it with escapes', async (...parameters) => {
  const { code, stdout, stderr } = await outcomeOf([...parameters, HOSTILE]);
  expect(code).toBeGreaterThan(0);
  expect(stderr).not.toBe('');
  expect(stdout + stderr).not.toMatch(OBEYED);
});
