/** Text from outside cannot steer a terminal or a CI system. */

import { expect, test } from 'vitest';
import { harmlessText } from '../../../src/common/reporting/harmless-text.js';

test.each([
  ['an escape sequence', 'a\u001b[31mred\u001b[0m', String.raw`a\u001b[31mred\u001b[0m`],
  ['a title of a terminal', '\u001b]0;title\u0007', String.raw`\u001b]0;title\u0007`],
  ['an 8-bit control sequence', '\u009b2J', String.raw`\u009b2J`],
  ['a carriage return', 'good\rbad', String.raw`good\u000dbad`],
  ['text in the other direction', 'a\u202eb', String.raw`a\u202eb`],
  ['a command of GitHub', '::error::broken', String.raw`\u003a:error::broken`],
  ['an indented command of GitHub in a later line', 'a\n  ::set-output name=x::y', 'a\n  \\u003a:set-output name=x::y'],
  ['an older command of GitHub', 'a ##[set-env name=x]y', String.raw`a #\u0023[set-env name=x]y`],
  ['a command of Azure', '  ##vso[task.setvariable]', String.raw`  #\u0023vso[task.setvariable]`],
  ['a command of TeamCity', '##teamcity[buildStop]', String.raw`#\u0023teamcity[buildStop]`],
])('%s is shown with escapes', (_, text, shown) => {
  expect(harmlessText(text)).toBe(shown);
});

test.each([
  'usual text, ::1, party::1, [::1]:80',
  '## A heading\n\n- ### and #[1]\n',
  'a\ttable\n  with names: größe 名前 🙂\n',
])('%j is left as it is', (text) => {
  expect(harmlessText(text)).toBe(text);
});

test('a JSON document keeps its meaning', () => {
  const value = { text: '\u001b[31m::a\n::error::b ##vso[x] \\##[y] \u009b\u2028', '##teamcity[': ['::error::'] };
  expect(JSON.parse(harmlessText(JSON.stringify(value)))).toEqual(value);
  expect(JSON.parse(harmlessText(JSON.stringify(value, undefined, 2)))).toEqual(value);
});
