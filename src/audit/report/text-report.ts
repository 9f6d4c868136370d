/** The report as text: a matrix of operations by classes of faults, then each finding. */

import { counted } from '../../common/reporting/phrases.js';
import type { Aside, AuditReport, MatrixCell, ReportedCounts, ReportedFinding } from '../audit-types.js';

const ABOUT_REPEATING =
  'A mended client passes "repeat", except where it says what to look for: audit --check decides.';

/** The report for people. @param width the width of the matrix, in characters */
export function textReport(
  report: Pick<AuditReport, 'matrix' | 'findings' | 'asides' | 'counts' | 'unreached'>,
  width: number,
): string {
  const { matrix, findings, asides, counts, unreached = [] } = report;
  const lines = [
    ...matrixLines(matrix, width),
    ...findings.flatMap((finding, at) => findingLines(finding, at + 1)),
    ...(findings.length > 0 ? [ABOUT_REPEATING, ''] : []),
    // All test gaps have one heading. Each other aside has its own.
    ...gapLines(asides),
    ...asides.filter(({ reaction }) => reaction !== 'test gap').flatMap(asideLines),
    ...totals(counts, findings),
  ];
  if (unreached.length > 0) lines.push('', 'In production, and never in the tests:', ...unreached.map(indented));

  return [...lines, ''].join('\n');
}

function indented(line: string): string {
  return `   ${line}`;
}

function matrixLines({ columns, rows }: AuditReport['matrix'], reportWidth: number): string[] {
  if (rows.length === 0) return [];

  const headWidth = Math.max(...rows.map(({ operation }) => operation.length));
  const texts = rows.map(({ cells }) => cells.map(cellText));
  const titles = columns.map(({ title }) => title);
  const widths = titles.map((title, column) => Math.max(title.length, ...texts.map((row) => row[column]!.length)));
  const line = (head: string, cells: readonly string[], block: readonly number[]): string => {
    const columnTexts = block.map((column) => cells[column]!.padStart(widths[column]!));
    return [head.padEnd(headWidth), ...columnTexts].join('  ').trimEnd();
  };

  return [
    ...blocksOf(widths, reportWidth - headWidth).flatMap((block) => [
      line('', titles, block),
      ...rows.map(({ operation }, row) => line(operation, texts[row]!, block)),
      '',
    ]),
    'Each cell is a number of calls. 2!3 means that the reaction is wrong at 2 of 3 calls; - means that none was tried.',
    '',
  ];
}

/** The columns that fit side by side, in blocks. @param room the characters of a line */
function blocksOf(widths: readonly number[], room: number): number[][] {
  const blocks: number[][] = [];
  let used = 0;

  for (const [column, width] of widths.entries()) {
    // Two blanks stand before each column.
    used += width + 2;
    const block = blocks.at(-1);
    if (block !== undefined && used <= room) {
      block.push(column);
      continue;
    }

    // A column that does not fit begins a new block.
    blocks.push([column]);
    used = width + 2;
  }

  return blocks;
}

/** The text of a cell: `3`, `2!3` or `-`; empty if there is no such call. */
function cellText({ total, tried, wrong }: MatrixCell): string {
  if (total === 0) return '';
  if (wrong > 0) return `${wrong}!${total}`;

  return tried === 0 ? '-' : String(total);
}

function findingLines(finding: ReportedFinding, number: number): string[] {
  const note = finding.accepted ? ' (accepted)' : '';
  return [`${number}. ${finding.what}${note}`, ...linesBelow(finding).map(indented), ''];
}

/** What a report has below the first line of a finding. */
export function linesBelow(finding: ReportedFinding): string[] {
  const { details, exchanges, right, remedy, shownBy, repeat, control, alike, lookFor } = finding;
  return [
    ...details,
    ...exchanges.map((line) => `  ${line}`),
    ...labelled('right', right?.join(', ')),
    `remedy: ${remedy}`,
    ...labelled('shown by', shownBy.join(', ')),
    ...labelled('repeat', repeat),
    ...labelled('look for', lookFor),
    ...labelled('control, which passes', control),
    // The command with a response that truly reports no data: the client does the same after it.
    ...labelled('the same with a true negative', alike),
  ];
}

/** The text with its label, as a list; empty without a text. */
function labelled(label: string, text = ''): string[] {
  return text === '' ? [] : [`${label}: ${text}`];
}

const TEST_GAPS = `Test gaps: the run was green, and something was missing. Either the client swallowed the failure,
or it reported it, and nobody looks.`;

/** The headings of asides. */
const ASIDES: Readonly<Partial<Record<Aside['reaction'], string>>> = {
  note: 'Notes: an equal request got its response',
  'not observed': 'Not observed',
};

function gapLines(asides: readonly Aside[]): string[] {
  const gaps = asides.filter(({ reaction }) => reaction === 'test gap');
  if (gaps.length === 0) return [];

  return [TEST_GAPS, ...gaps.map(({ shownBy, what }) => `   ${shownBy.join(', ')}: ${what}`), ''];
}

function asideLines({ reaction, shownBy, what }: Aside): string[] {
  return [`${ASIDES[reaction]}: ${shownBy.join(', ')}`, `   ${what}`, ''];
}

function totals(counts: ReportedCounts, findings: readonly ReportedFinding[]): string[] {
  const { untried, unsteady, endedEarly } = counts;
  return [
    `Observed ${counts.observedKinds} of ${counts.kinds} combinations of an operation and a fault.`,
    ...(unsteady > 0 ? [`Faults with a different reaction each time: ${unsteady}.`] : []),
    ...(untried > 0 ? [`Faults not tried, because ${endedEarly ?? 'the audit ended'}: ${untried}.`] : []),
    `${counts.runs} runs in ${(counts.time / 1_000).toFixed(1)} s.`,
    findingsSentence(counts, findings),
  ];
}

function findingsSentence({ endedEarly }: ReportedCounts, findings: readonly ReportedFinding[]): string {
  if (findings.length === 0) return endedEarly === undefined ? 'No findings.' : 'No findings so far.';

  const found = counted(findings.length, 'finding');
  const accepted = findings.filter((finding) => finding.accepted).length;
  if (accepted === 0) return `${found}.`;

  return accepted === findings.length ? `${found}, accepted.` : `${found}, ${accepted} of them accepted.`;
}
