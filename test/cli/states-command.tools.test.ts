/** `id-emulator states`: list, show, and modules with states of one's own. */

import { expect, test } from 'vitest';
import { spawnedEmulator } from './id-emulator.js';
import { temporaryFolder } from './temporary-folder.js';

test.each([
  [
    'syntax.mjs',
    'export default [\n  { name: };\n];',
    ":2:1: the module cannot be loaded: SyntaxError: Unexpected token '}'",
  ],
  ['lost.mjs', 'import "./nowhere.mjs";', ': the module cannot be loaded: Error: Cannot find module'],
  [
    'throws.cjs',
    'const count = 1;\nmissing();',
    ':2:1: the module cannot be loaded: ReferenceError: missing is not defined',
  ],
  ['states.txt', 'states: []', ': the module cannot be loaded: TypeError: Unknown file extension ".txt" for'],
  [
    'aliases.yaml',
    'our phrase: a party exist',
    ':1:13: "our phrase": there is no provider state "a party exist"; did you mean',
  ],
])('a module such as %s is refused in one line', async (name, text, message) => {
  await using folder = await temporaryFolder({ [name]: text });
  // A process of its own, because Vitest imports modules in its own way.
  await using command = spawnedEmulator(['states', 'list', '--states', `${folder.path}/${name}`]);
  const { code, stderr, stdout } = await command.ended;
  expect(stderr).toMatch(/^id-emulator: [^\n]*\n$/);
  expect(stderr).toContain(`${folder.path}/${name}${message}`);
  expect([code, stdout]).toEqual([2, '']);
});
