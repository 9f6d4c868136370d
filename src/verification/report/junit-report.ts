/** The report of a verification as JUnit XML, for CI systems. */

import { junitXml, type TestCase, type TestOutcome, type TestSuite } from '../../reporting/junit.js';
import type { SourceProblem } from '../../pact/reading/load-pacts.js';
import type { InteractionReport, PactReport, VerificationReport } from './verification-report.js';

/** One test suite for each pact, and one for sources that could not be used. */
export function junitReport({ pacts, problems }: VerificationReport): string {
  return junitXml([
    ...pacts.map(suiteOf),
    ...(problems.length > 0 ? [{ name: 'pacts', cases: problems.map(problemCase) }] : []),
  ]);
}

function suiteOf(pact: PactReport): TestSuite {
  const { consumer, provider, source, interactions } = pact;
  return {
    name: `${consumer} and ${provider} (${source})`,
    cases: interactions.map((interaction) => caseOf(interaction, pact)),
  };
}

function caseOf(interaction: InteractionReport, { consumer, provider }: PactReport): TestCase {
  const { description, states } = interaction;
  return {
    name: [description, ...states.map((state) => `given ${state}`)].join(', '),
    classname: `pact.${consumer}.${provider}`,
    outcome: outcomeOf(interaction),
  };
}

function outcomeOf({ outcome, failures, remedies, pointer }: InteractionReport): TestOutcome {
  if (outcome === 'passed') return { kind: 'passed' };
  const lines = failures.map(({ where, message }) => (where === undefined ? message : `${where}: ${message}`));
  if (outcome === 'pending') return { kind: 'skipped', message: `pending: ${lines.join('; ')}` };
  return {
    kind: 'failed',
    message: lines[0] ?? 'it failed',
    text: [...lines, ...remedies.map((remedy) => `remedy: ${remedy}`), `at ${pointer}`].join('\n'),
  };
}

function problemCase({ source, message }: SourceProblem): TestCase {
  return { name: source, classname: 'pact', outcome: { kind: 'failed', message, text: `${source}: ${message}` } };
}
