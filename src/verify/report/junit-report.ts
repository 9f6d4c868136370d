/** The report of a verification as JUnit XML, for CI systems. */

import { junitXml, type TestCase, type TestOutcome, type TestSuite } from '../../common/reporting/junit.js';
import type { SourceProblem } from '../../pact/reading/load-pacts.js';
import { failureText, warningText } from './report-text.js';
import type { InteractionFailure, InteractionReport, PactReport, VerificationReport } from './verification-report.js';

/**
 * One test suite for each pact, and one for unusable sources and for a run that broke: without its failure, a CI system
 * would show skipped tests only.
 */
export function junitReport({ pacts, problems, incomplete }: VerificationReport): string {
  const all =
    incomplete === undefined
      ? problems
      : [...problems, { source: 'the verification is incomplete', message: incomplete }];
  return junitXml([
    ...pacts.map((pact) => suiteOf(pact, incomplete)),
    ...(all.length > 0 ? [{ name: 'pacts', cases: all.map(problemCase) }] : []),
  ]);
}

function suiteOf(pact: PactReport, incomplete: string | undefined): TestSuite {
  const { consumer, provider, source, interactions } = pact;
  return {
    name: `${consumer} and ${provider} (${source})`,
    cases: interactions.map((interaction) => caseOf(interaction, pact, incomplete)),
  };
}

function caseOf(
  interaction: InteractionReport,
  { consumer, provider }: PactReport,
  incomplete: string | undefined,
): TestCase {
  const { description, states, seconds, warnings } = interaction;
  const output = warnings.map((warning) => `warning: ${warningText(warning)}`).join('\n');
  return {
    name: [description, ...states.map((state) => `given ${state}`)].join(', '),
    classname: `pact.${consumer}.${provider}`,
    time: seconds,
    outcome: testOutcome(interaction, incomplete),
    ...(output !== '' && { output }),
  };
}

function testOutcome(
  { outcome, failures, remedies, pointer }: InteractionReport,
  incomplete: string | undefined,
): TestOutcome {
  if (outcome === 'passed') return { kind: 'passed' };
  if (outcome === 'not run') return { kind: 'skipped', message: `not run: ${incomplete!}` };

  const lines = failures.map(failureText);
  if (outcome === 'pending') return { kind: 'skipped', message: `pending: ${lines.join('; ')}` };

  const told = remedies.map((remedy) => `remedy: ${remedy}`);
  const text = [...failures.flatMap(failureLines), ...told, `at ${pointer}`].join('\n');

  return { kind: 'failed', message: lines[0] ?? 'it failed', text };
}

function failureLines(failure: InteractionFailure): string[] {
  const { kind, expected, actual } = failure;
  const [one, other] = kind === 'contract' ? ['the contract has', 'the pact has'] : ['expected', 'received'];
  return [
    failureText(failure),
    ...(expected === undefined ? [] : [`  ${one}: ${expected}`]),
    ...(actual === undefined ? [] : [`  ${other}: ${actual}`]),
  ];
}

function problemCase({ source, message }: SourceProblem): TestCase {
  return { name: source, classname: 'pact', outcome: { kind: 'failed', message, text: `${source}: ${message}` } };
}
