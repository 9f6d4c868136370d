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
  const counts = countsOf(suites.flatMap(({ cases }) => cases));
  const elements = suites.map(suiteXml).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n${elements}</testsuites>\n`;
}

/** The element of a suite, with its cases inside. */
function suiteXml({ name, cases }: TestSuite): string {
  const start = `  <testsuite name="${escapedAttribute(name)}" ${countsOf(cases)}>\n`;
  return `${start}${cases.map(caseXml).join('')}  </testsuite>\n`;
}

/** The attributes with the numbers of cases, and with their time in all. */
function countsOf(cases: readonly TestCase[]): string {
  const failed = cases.filter(({ outcome }) => outcome.kind === 'failed').length;
  const skipped = cases.filter(({ outcome }) => outcome.kind === 'skipped').length;
  const time = cases.reduce((sum, testCase) => sum + (testCase.time ?? 0), 0);

  return `tests="${cases.length}" failures="${failed}" errors="0" skipped="${skipped}" time="${seconds(time)}"`;
}

/** The element of a case, with its outcome and output inside. */
function caseXml({ name, classname, time = 0, outcome, output }: TestCase): string {
  const names = `name="${escapedAttribute(name)}" classname="${escapedAttribute(classname)}"`;
  const start = `    <testcase ${names} time="${seconds(time)}"`;
  let content = outcomeXml(outcome);
  if (output !== undefined) content += `      <system-out>${escapedContent(output)}</system-out>\n`;

  return content === '' ? `${start}/>\n` : `${start}>\n${content}    </testcase>\n`;
}

/** The element of an outcome in a line. Empty for a case that passed. */
function outcomeXml(outcome: TestOutcome): string {
  if (outcome.kind === 'passed') return '';

  const message = escapedAttribute(outcome.message);
  if (outcome.kind === 'skipped') return `      <skipped message="${message}"/>\n`;

  return `      <failure message="${message}">${escapedContent(outcome.text)}</failure>\n`;
}

function seconds(time: number): string {
  return time.toFixed(3);
}
