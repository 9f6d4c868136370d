/** The report as JUnit XML: what CI systems show of a failed interaction. */

import { expect, test } from 'vitest';
import { junitReport } from '../../../src/verify/report/junit-report.js';
import { parsedXml } from '../../parsed-xml.js';
import { sampleReport } from './sample-report.js';

test('a contradiction says what the contract has and what the pact has', () => {
  const { pacts, ...others } = sampleReport();
  const failures = [
    { kind: 'contract' as const, message: 'no such value', where: 'body at /a', expected: '"A", "B"', actual: '"C"' },
  ];
  const interactions = [{ ...pacts[0]!.interactions[1]!, description: 'x', states: [], remedies: [], failures }];
  const xml = parsedXml(junitReport({ ...others, problems: [], pacts: [{ ...pacts[0]!, interactions }] }));
  const failure = xml.getElementsByTagName('failure')[0]!;
  expect(failure.getAttribute('message')).toBe('contradicts the contract: body at /a: no such value');
  expect(failure.textContent).toBe(
    'contradicts the contract: body at /a: no such value\n  the contract has: "A", "B"\n  the pact has: "C"\nat /interactions/1',
  );
});

test('each case has the time that it took, and its warnings as output', () => {
  const xml = parsedXml(junitReport(sampleReport()));
  const [first] = xml.getElementsByTagName('testcase');
  expect(first!.getAttribute('time')).toBe('0.250');
  expect(first!.getElementsByTagName('system-out')[0]!.textContent).toMatch(/^warning: \S/);
});
