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
  const { description, states, outcome, failures, warnings, remedies, inspector, restsOn } = interaction;
  const remarks = [
    ...(outcome === 'pending' ? ['pending: it fails, but does not fail the verification'] : []),
    ...(outcome === 'not run' ? [outcome] : []),
    ...(restsOn.length > 0 ? [counted(restsOn.length, 'guess', 'guesses')] : []),
  ];
  const remarksText = remarks.length > 0 ? `  [${remarks.join('; ')}]` : '';

  return [
    `${MARKS[outcome]} ${description}${remarksText}`,
    ...states.map((state) => `  given ${state}`),
    ...(failures.length === 0 ? [] : exchangeLines(interaction)),
    ...failures.flatMap(failureLines),
    ...warnings.map((warning) => `  ! ${warningText(warning)}`),
    ...remedies.map((remedy) => `  → ${remedy}`),
    ...(inspector === undefined ? [] : [`  inspector: ${inspector}`]),
  ];
}

/** The request with the expected and the actual status, then the body of the response. */
function exchangeLines({ request, expectedStatus, answer, failures }: InteractionReport): string[] {
  const target = `  ${request.method} ${request.path}: `;
  const expected = `${target}expected ${expectedStatus}`;
  if (answer === undefined) return [`${expected}, received nothing`];

  // The place of a difference starts with the part of the response: `header Retry-After`.
  const differences = failures.filter(({ kind }) => kind === 'answer');
  const parts = new Set(differences.map(({ where = '' }) => where.split(' ')[0]!));
  const isStatusMet = parts.size > 0 && !parts.has('status');
  const differing = `${target}received ${answer.status} as expected; the ${[...parts].join(' and ')} differs`;

  return [
    isStatusMet ? differing : `${expected}, received ${answer.status}`,
    ...(answer.body === '' ? [] : [`  ${inOneLine(answer.body)}`]),
  ];
}

/**
 * The lines of a failure. The message of a wrong response already contains its values; the message of a contradiction
 * does not.
 */
function failureLines(failure: InteractionFailure): string[] {
  const { kind, expected, actual } = failure;
  const showsValues = kind === 'contract' && expected !== undefined;
  return [
    `    ${failureText(failure)}`,
    ...(showsValues ? [`      the contract has: ${inOneLine(expected)}`] : []),
    ...(showsValues && actual !== undefined ? [`      the pact has:     ${inOneLine(actual)}`] : []),
  ];
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

  const shown = guesses.toSorted((a, b) => b.interactions - a.interactions).slice(0, MAX_GUESSES);
  const hidden = guesses.length - shown.length;

  return [
    `Rests on ${counted(guesses.length, 'guess', 'guesses')}: points where the specification is silent`,
    ...shown.map(guessLine),
    ...(hidden > 0 ? [`  and ${hidden} more (--json lists all)`] : []),
  ];
}

function guessLine({ subject, basis, interactions, id }: GuessReport): string {
  return `  ${subject} (${basis}; ${counted(interactions, 'interaction')}; ${id})`;
}

/** The last lines: the verdict, the numbers, and what they prove. */
function summary({ counts, problems, proves, doesNotProve, verdict, incomplete }: VerificationReport): string[] {
  const parts = [
    `${counts.passed} passed`,
    `${counts.failed} failed`,
    ...(counts.pending > 0 ? [`${counts.pending} pending`] : []),
    ...(counts.notRun === undefined ? [] : [`${counts.notRun} not run`]),
    ...(problems.length > 0 ? [counted(problems.length, 'problem')] : []),
  ];
  const mark = verdict === 'passed' ? '✓' : '✗';

  return [
    `${mark} ${parts.join(', ')}`,
    ...(incomplete === undefined ? [] : [`Incomplete: ${incomplete}`]),
    `Proves: ${proves}`,
    `Does not prove: ${doesNotProve}`,
  ];
}

/** A body or value in one line of limited length. */
function inOneLine(text: string): string {
  return shortened(text.replace(/\s+/g, ' '), MAX_BODY_LENGTH);
}
