import type { Element } from '@xmldom/xmldom';
import { expect, test } from 'vitest';
import { junitXml, type TestCase } from '../../../src/common/reporting/junit.js';
import { parsedXml } from '../../parsed-xml.js';

const ORDINARY = 'a < b && "c" > \'d\' ]]> é 漢 \u{1F600}\r\n\tnext line';
/** XML cannot represent these characters, so they are replaced. */
const AWKWARD = `${ORDINARY}\u0000\u001B\uFFFE\uD800`;
const WRITTEN = `${ORDINARY}\uFFFD\uFFFD\uFFFD\uFFFD`;

const CASES: readonly TestCase[] = [
  { name: 'passes', classname: 'rooms.one', time: 0.25, outcome: { kind: 'passed' } },
  { name: AWKWARD, classname: 'rooms.two', time: 1, outcome: { kind: 'failed', message: AWKWARD, text: AWKWARD } },
  { name: 'waits', classname: 'rooms.three', outcome: { kind: 'skipped', message: 'not seen' } },
];

function elements(parent: Element, name: string): Element[] {
  return [...parent.getElementsByTagName(name)];
}

test('suites have counts and times', () => {
  const root = parsedXml(junitXml([{ name: 'rooms', cases: CASES }]));
  const counts = { tests: '3', failures: '1', errors: '0', skipped: '1', time: '1.250' };
  for (const element of [root, ...elements(root, 'testsuite')]) {
    for (const [name, value] of Object.entries(counts)) expect(element.getAttribute(name)).toBe(value);
  }
});

test('a case passes, fails with message and text, or is skipped', () => {
  const [passed, failed, skipped] = elements(parsedXml(junitXml([{ name: 'rooms', cases: CASES }])), 'testcase') as [
    Element,
    Element,
    Element,
  ];
  expect([passed.getAttribute('name'), passed.getAttribute('classname'), passed.getAttribute('time')]).toEqual([
    'passes',
    'rooms.one',
    '0.250',
  ]);
  expect(passed.childNodes).toHaveLength(0);
  expect(elements(failed, 'failure')).toHaveLength(1);
  expect(elements(skipped, 'skipped')[0]?.getAttribute('message')).toBe('not seen');
});

test('every text is escaped', () => {
  const root = parsedXml(junitXml([{ name: AWKWARD, cases: CASES }]));
  const [failure] = elements(root, 'failure');
  expect(elements(root, 'testsuite')[0]?.getAttribute('name')).toBe(WRITTEN);
  expect(failure?.getAttribute('message')).toBe(WRITTEN);
  expect(failure?.textContent).toBe(WRITTEN);
});

test('suites keep their order, empty ones included', () => {
  const root = parsedXml(
    junitXml([
      { name: 'one', cases: CASES },
      { name: 'two', cases: [] },
    ]),
  );
  expect(elements(root, 'testsuite').map((suite) => suite.getAttribute('name'))).toEqual(['one', 'two']);
});

test('a document may have no suites', () => {
  expect(parsedXml(junitXml([])).getAttribute('tests')).toBe('0');
});
