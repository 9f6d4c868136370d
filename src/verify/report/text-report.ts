/** The report of a verification as text, for terminals and logs. */

import { counted } from '../../common/reporting/phrases.js';
import { shortened } from '../../common/bounded-list.js';
import { coverageTable } from './coverage-table.js';
import { failureText, sectionsText, warningText } from './report-text.js';
import type { GuessReport, InteractionFailure, InteractionReport } from './verification-report.js';
import type { PactReport, VerificationReport } from './verification-report.js';

/** The mark before the line of an interaction. */
const MARKS: Readonly<Record<InteractionReport['outcome'], string>> = {
  passed: '✓',
  failed: '✗',
  pending: '~',
  'not run': '·',
};
/** In characters. */
const MAX_BODY_LENGTH = 300;
/** How many guesses the report lists; it counts the others. */
const MAX_GUESSES = 8;

/** The whole report. Ends with a line break. */
export function textReport(report: VerificationReport): string {
  const { pacts, problems, notices, guesses, coverage } = report;

  return sectionsText([
    ...pacts.map(pactSection),
    problems.map(({ source, message }) => `✗ ${source}: ${message}`),
    notices.map((notice) => `! ${notice}`),
    replacedSection(pacts),
    pacts.length === 0 ? [] : coverageTable(coverage).trimEnd().split('\n'),
    guessSection(guesses),
    summary(report),
  ]);
}

/** The lines of one pact: its title and its interactions. */
function pactSection({ source, consumer, provider, specification, interactions }: PactReport): string[] {
  return [
    `${consumer} → ${provider}  (${source}, Pact ${specification})`,
    ...interactions.flatMap(interactionLines).map((line) => `  ${line}`),
  ];
}

/** The lines of an interaction: its outcome, then what explains a failure. */
function interactionLines(interaction: InteractionReport): string[] {
  const { states, failures, warnings, remedies, inspector } = interaction;
  const lines = [titleLine(interaction)];
  for (const state of states) lines.push(`  given ${state}`);

  if (failures.length > 0) lines.push(...exchangeLines(interaction));
  for (const failure of failures) lines.push(...failureLines(failure));
  for (const warning of warnings) lines.push(`  ! ${warningText(warning)}`);
  for (const remedy of remedies) lines.push(`  → ${remedy}`);
  if (inspector !== undefined) lines.push(`  inspector: ${inspector}`);

  return lines;
}

/** The outcome and the name of an interaction, with remarks in brackets. */
function titleLine({ description, outcome, restsOn }: InteractionReport): string {
  const remarks: string[] = [];
  if (outcome === 'pending') remarks.push('pending: it fails, but does not fail the verification');
  if (outcome === 'not run') remarks.push(outcome);
  if (restsOn.length > 0) remarks.push(counted(restsOn.length, 'guess', 'guesses'));

  const title = `${MARKS[outcome]} ${description}`;
  return remarks.length > 0 ? `${title}  [${remarks.join('; ')}]` : title;
}

/** The request with the expected and the actual status, then the body of the response. */
function exchangeLines({ request, expectedStatus, answer, failures }: InteractionReport): string[] {
  const target = `  ${request.method} ${request.path}: `;
  const expected = `${target}expected ${expectedStatus}`;
  if (answer === undefined) return [`${expected}, received nothing`];

  const { status, body } = answer;
  const bodyLines = body === '' ? [] : [`  ${inOneLine(body)}`];

  // The place of a difference starts with the part of the response: `header Retry-After`.
  const differences = failures.filter(({ kind }) => kind === 'answer');
  const parts = new Set(differences.map(({ where = '' }) => where.split(' ')[0]!));
  if (parts.size === 0 || parts.has('status')) return [`${expected}, received ${status}`, ...bodyLines];

  return [`${target}received ${status} as expected; the ${[...parts].join(' and ')} differs`, ...bodyLines];
}

/**
 * The lines of a failure. The message of a wrong response already contains its values; the message of a contradiction
 * does not.
 */
function failureLines(failure: InteractionFailure): string[] {
  const { kind, expected, actual } = failure;
  const lines = [`    ${failureText(failure)}`];
  if (kind !== 'contract' || expected === undefined) return lines;

  lines.push(`      the contract has: ${inOneLine(expected)}`);
  if (actual !== undefined) lines.push(`      the pact has:     ${inOneLine(actual)}`);
  return lines;
}

/**
 * Which values were sent in place of placeholders, and how often. The other forms of the report list them at each
 * interaction.
 */
function replacedSection(pacts: readonly PactReport[]): string[] {
  const allAdaptations = pacts.flatMap(({ interactions }) => interactions.flatMap(({ adaptations }) => adaptations));
  return [...new Set(allAdaptations)].map((text) => {
    const count = allAdaptations.filter((other) => other === text).length;
    return `! ${text}, in ${counted(count, 'interaction')}`;
  });
}

/** The guesses on which most interactions rest. */
function guessSection(guesses: readonly GuessReport[]): string[] {
  if (guesses.length === 0) return [];

  const mostUsed = guesses.toSorted((a, b) => b.interactions - a.interactions);
  const hidden = guesses.length - MAX_GUESSES;
  const lines = [`Rests on ${counted(guesses.length, 'guess', 'guesses')}: points where the specification is silent`];
  for (const { subject, basis, interactions, id } of mostUsed.slice(0, MAX_GUESSES))
    lines.push(`  ${subject} (${basis}; ${counted(interactions, 'interaction')}; ${id})`);
  if (hidden > 0) lines.push(`  and ${hidden} more (--json lists all)`);

  return lines;
}

/** The last lines: the verdict, the numbers, and what they prove. */
function summary({ counts, problems, proves, doesNotProve, verdict, incomplete }: VerificationReport): string[] {
  const numbers = [`${counts.passed} passed`, `${counts.failed} failed`];
  if (counts.pending > 0) numbers.push(`${counts.pending} pending`);
  if (counts.notRun !== undefined) numbers.push(`${counts.notRun} not run`);
  if (problems.length > 0) numbers.push(counted(problems.length, 'problem'));

  const mark = verdict === 'passed' ? '✓' : '✗';
  const lines = [`${mark} ${numbers.join(', ')}`];
  if (incomplete !== undefined) lines.push(`Incomplete: ${incomplete}`);
  lines.push(`Proves: ${proves}`, `Does not prove: ${doesNotProve}`);

  return lines;
}

/** A body or value in one line of limited length. */
function inOneLine(text: string): string {
  return shortened(text.replace(/\s+/g, ' '), MAX_BODY_LENGTH);
}
