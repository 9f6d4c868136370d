/** The program itself, as far as it needs no registry. */

import { expect, test } from 'vitest';
import { firstError } from './command.js';

test.each([
  [
    'Jest',
    'FAIL ./required.test.js\n  \u25cf Test suite failed to run\n\n    Must use import to load ES Module: index.js\n\n      at a (b.js:1:2)\n',
    'Must use import to load ES Module: index.js',
  ],
  [
    'Node.js',
    'file:///a/b.mjs:3\n  throw it;\n  ^\n\nTypeError: it is no function\n    at b.mjs:3:9\n',
    'TypeError: it is no function',
  ],
  [
    'npm',
    'npm error code ETARGET\nnpm error notarget No matching version found for a@^9.\n',
    'npm error notarget No matching version found for a@^9.',
  ],
  [
    'TypeScript',
    "a.ts(1,2): error TS2307: Cannot find module 'b'.\n",
    "a.ts(1,2): error TS2307: Cannot find module 'b'.",
  ],
  ['the emulator', 'id-emulator: listens on http://127.0.0.1:1\nid-emulator: it failed\n', 'id-emulator: it failed'],
  ['a silent tool', '', 'it printed nothing'],
])('the reason is the first line of %s that says what went wrong', (_, output, reason) => {
  expect(firstError(output)).toBe(reason);
});
