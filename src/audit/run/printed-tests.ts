/** The tests in what a command prints: lines of TAP, and JUnit XML. */

import type { TestCase } from '../../emulator/injection/trail.js';
import { withoutColours } from './output-lines.js';

/** A line such as `ok 1 - reads users`, `not ok 2 - writes users # TODO`; a test that is to be done does not fail. */
const TAP = /^(not )?ok \d+ (?:- )?([^#]+)(#.*)?$/;
const JUNIT = /<testcase\b([^>]*?)(?:\/>|>([^]*?)<\/testcase>)/g;
const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };

export function printedTests(output: string): Pick<TestCase, 'name' | 'passed'>[] {
  const lines = withoutColours(output)
    .split('\n')
    .flatMap((line) => {
      const [, not, name, directive] = TAP.exec(line.trim()) ?? [];
      return name === undefined ? [] : [{ name: name.trim(), passed: not === undefined || directive !== undefined }];
    });
  const cases = [...output.matchAll(JUNIT)].map(([, attributes = '', content = '']) => ({
    name: attributeOf(attributes, 'name'),
    passed: !/<(?:failure|error)\b/.test(content),
  }));
  return [...lines, ...cases];
}

function attributeOf(attributes: string, name: string): string {
  const [, , value = ''] = new RegExp(String.raw`(?:^|\s)${name}=(["'])(.*?)\1`, 's').exec(attributes) ?? [];
  return value.replaceAll(/&(\w+);/g, (entity, known: string) => ENTITIES[known] ?? entity);
}
