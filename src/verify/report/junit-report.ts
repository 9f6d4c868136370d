/** The report of a verification as JUnit XML, for CI systems. */

import { junitXml, type TestCase, type TestOutcome, type TestSuite } from '../../common/reporting/junit.js';
import type { SourceProblem } from '../../pact/reading/load-pacts.js';
import { failureText, warningText } from './report-text.js';
import type { InteractionFailure, InteractionReport, PactReport, VerificationReport } from './verification-report.js';

/**
 * One test suite for each pact, and one for unusable sources and for a verification that broke. Without a failure in
 * that suite, a CI system would only show skipped tests.
 */
export function junitReport({ pacts, problems, incomplete }: VerificationReport): string {
  const problemCases = problems.map(problemCase);
  if (incomplete !== undefined)
    problemCases.push(problemCase({ source: 'the verification is incomplete', message: incomplete }));

  const suites = pacts.map((pact) => suiteOf(pact, incomplete));
  if (problemCases.length > 0) suites.push({ name: 'pacts', cases: problemCases });

  return junitXml(suites);
}

/**
 * The test suite of one pact.
 * @param incomplete why the verification is incomplete. Default: it is complete
 */
function suiteOf(pact: PactReport, incomplete?: string): TestSuite {
  const { consumer, provider, source, interactions } = pact;
  const cases = interactions.map((interaction) => caseOf(interaction, pact, incomplete));
  return { name: `${consumer} and ${provider} (${source})`, cases };
}

/** The test case of one interaction. */
function caseOf(interaction: InteractionReport, pact: PactReport, incomplete?: string): TestCase {
  const { description, states, seconds, warnings } = interaction;
  const output = warnings.map((warning) => `warning: ${warningText(warning)}`).join('\n');
  return {
    name: [description, ...states.map((state) => `given ${state}`)].join(', '),
    classname: `pact.${pact.consumer}.${pact.provider}`,
    time: seconds,
    outcome: testOutcome(interaction, incomplete),
    ...(output !== '' && { output }),
  };
}

/** The outcome of a test case. An interaction that is pending, or was not run, counts as skipped. */
function testOutcome(interaction: InteractionReport, incomplete?: string): TestOutcome {
  const { outcome, failures, remedies, pointer } = interaction;
  if (outcome === 'passed') return { kind: 'passed' };
  if (outcome === 'not run') return { kind: 'skipped', message: `not run: ${incomplete!}` };

  const lines = failures.map(failureText);
  if (outcome === 'pending') return { kind: 'skipped', message: `pending: ${lines.join('; ')}` };

  const remedyLines = remedies.map((remedy) => `remedy: ${remedy}`);
  const text = [...failures.flatMap(failureLines), ...remedyLines, `at ${pointer}`].join('\n');

  return { kind: 'failed', message: lines[0] ?? 'it failed', text };
}

/**
 * The lines of a failure, with the values that were compared. A failure of the kind `contract` compares the contract
 * with the pact; any other failure compares the pact with the response.
 */
function failureLines(failure: InteractionFailure): string[] {
  const { kind, expected, actual } = failure;
  const isContradiction = kind === 'contract';
  const lines = [failureText(failure)];
  if (expected !== undefined) lines.push(`  ${isContradiction ? 'the contract has' : 'expected'}: ${expected}`);
  if (actual !== undefined) lines.push(`  ${isContradiction ? 'the pact has' : 'received'}: ${actual}`);

  return lines;
}

/** A failed test case for a source that cannot be used. */
function problemCase({ source, message }: SourceProblem): TestCase {
  return { name: source, classname: 'pact', outcome: { kind: 'failed', message, text: `${source}: ${message}` } };
}
