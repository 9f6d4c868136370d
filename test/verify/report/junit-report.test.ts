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

test('a test case has the time of its interaction, and a suite their sum', () => {
  const report = sampleReport();
  const durations = new Map([[report.pacts[0]!.source, { '/interactions/0': 1_500, '/interactions/1': 20 }]]);
  const xml = parsedXml(junitReport(report, durations));
  const times = [...xml.getElementsByTagName('testcase')].map((one) => one.getAttribute('time'));
  expect(times.slice(0, 3)).toEqual(['1.500', '0.020', '0.000']);
  expect(xml.getElementsByTagName('testsuite')[0]!.getAttribute('time')).toBe('1.520');
});
