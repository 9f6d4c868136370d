/** Renders test results as JUnit XML, which CI systems read. */

import { escapedAttribute, escapedContent } from './markup.js';

/** The result of a test case. */
export type TestOutcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly message: string; readonly text: string }
  | { readonly kind: 'skipped'; readonly message: string };

export interface TestCase {
  readonly name: string;
  /** The group of the case, with dots between its parts. */
  readonly classname: string;
  /** In seconds. Default: 0. */
  readonly time?: number;
  readonly outcome: TestOutcome;
  /** What it printed, such as warnings. Default: nothing. */
  readonly output?: string;
}

export interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

/** Renders the suites as one XML document. */
export function junitXml(suites: readonly TestSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${countsOf(all)}>\n${suites.map(suiteXml).join('')}</testsuites>\n`;
}

function suiteXml({ name, cases }: TestSuite): string {
  return `  <testsuite name="${escapedAttribute(name)}" ${countsOf(cases)}>\n${cases.map(caseXml).join('')}  </testsuite>\n`;
}

function countsOf(cases: readonly TestCase[]): string {
  const count = (kind: TestOutcome['kind']): number => cases.filter(({ outcome }) => outcome.kind === kind).length;
  const time = cases.reduce((sum, testCase) => sum + (testCase.time ?? 0), 0);
  return `tests="${cases.length}" failures="${count('failed')}" errors="0" skipped="${count('skipped')}" time="${seconds(time)}"`;
}

/** The element of a case, with its outcome and output inside. */
function caseXml({ name, classname, time = 0, outcome, output }: TestCase): string {
  const start = `    <testcase name="${escapedAttribute(name)}" classname="${escapedAttribute(classname)}" time="${seconds(time)}"`;
  const elements = [
    ...outcomeXml(outcome),
    ...(output === undefined ? [] : [`<system-out>${escapedContent(output)}</system-out>`]),
  ];
  if (elements.length === 0) return `${start}/>\n`;

  return `${start}>\n${elements.map((element) => `      ${element}\n`).join('')}    </testcase>\n`;
}

function outcomeXml(outcome: TestOutcome): string[] {
  if (outcome.kind === 'passed') return [];

  const message = escapedAttribute(outcome.message);
  if (outcome.kind === 'skipped') return [`<skipped message="${message}"/>`];

  return [`<failure message="${message}">${escapedContent(outcome.text)}</failure>`];
}

function seconds(time: number): string {
  return time.toFixed(3);
}
