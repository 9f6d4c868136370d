/** The report of an audit as text: a matrix of operations by classes of faults, then each finding. */

import { exchangeLine } from '../../journal/exchange-line.js';
import type { Audit } from '../audit.js';
import { isRight, type FaultFinding, type Findings } from '../findings.js';
import { EXPECTED, type Expectations } from '../faults/expectations.js';
import type { Exchange } from '../../journal/exchange.js';
import { detailsOf } from '../../judge/report.js';
import { matrixOf } from './matrix.js';
import { repeatCommand } from './repeat-command.js';

/** The most exchanges shown before and after the one that met the fault. */
const SHOWN_AROUND = 6;

export interface ReportContext {
  readonly command: readonly string[];
  readonly expectations?: Expectations;
}

export function textReport(audit: Audit, findings: Findings, context: ReportContext): string {
  return [
    ...matrixLines(audit, context.expectations ?? EXPECTED),
    '',
    ...findings.baseline.flatMap(({ verdict, sandboxes }, at) => [
      `${at + 1}. Without any fault: ${verdict.title}`,
      `   in ${listed(sandboxes)}`,
      ...detailsOf(verdict).map((line) => `   ${line}`),
      '',
    ]),
    ...findings.faults.flatMap((finding, at) =>
      findingLines(finding, at + 1 + findings.baseline.length, audit, context),
    ),
    ...totals(audit, findings),
  ].join('\n');
}

function matrixLines(audit: Audit, expectations: Expectations): string[] {
  const { columns, rows } = matrixOf(audit, (entry, observation) => isRight(entry, observation, expectations));
  const width = Math.max(...rows.map(({ operation }) => operation.length));
  const widths = columns.map(({ title }) => Math.max(title.length, 5));
  const line = (head: string, cells: readonly string[]): string =>
    `${head.padEnd(width)}  ${cells.map((cell, at) => cell.padStart(widths[at]!)).join('  ')}`.trimEnd();
  return [
    line(
      '',
      columns.map(({ title }) => title),
    ),
    ...rows.map(({ operation, cells }) =>
      line(
        operation,
        cells.map((cell) =>
          cell.total === 0
            ? ''
            : cell.wrong > 0
              ? `${cell.wrong}!/${cell.total}`
              : cell.tried === 0
                ? `-/${cell.total}`
                : `${cell.total}`,
        ),
      ),
    ),
    '',
    'A number: so many calls with this fault, and the client reacts rightly; 2!/3: wrongly at 2 of 3; -/3: not tried.',
  ];
}

function findingLines(
  { entry, observation, others }: FaultFinding,
  number: number,
  audit: Audit,
  { command, expectations = EXPECTED }: ReportContext,
): string[] {
  const { call, fault, kind } = entry;
  const { method, path, query } = call.exchange;
  const isSingle = audit.baseline.sandboxes.size === 1;
  return [
    `${number}. ${call.operation}, ${fault.summary}: ${observation.reaction}`,
    `   call: ${method} ${path}${query === '' ? '' : `?${query}`} (call ${call.call}${isSingle ? '' : ` in "${call.sandbox}"`})`,
    `   ${observation.what}`,
    ...(observation.test === undefined || observation.test.passed ? [] : [`   test: ${observation.test.name}`]),
    ...shownExchanges(observation.exchanges, observation.met).map((line) => `     ${line}`),
    `   right: ${expectations(fault, kind).join(', ')}`,
    `   remedy: ${fault.remedy}`,
    ...(others.length === 0
      ? []
      : [
          `   the same at ${others.length} other calls: ${shortened(others.map(({ call: other }) => placeText(other, isSingle)))}`,
        ]),
    `   repeat: ${repeatCommand(entry, observation, command)}`,
    '',
  ];
}

function shownExchanges(exchanges: readonly Exchange[], met: readonly number[]): string[] {
  const first = Math.max(0, exchanges.findIndex(({ id }) => id === met[0]) - SHOWN_AROUND);
  const last = exchanges.findIndex(({ id }) => id === met.at(-1)) + SHOWN_AROUND + 1;
  const shown = exchanges.slice(first, last);
  return [
    ...(first > 0 ? [`... ${first} before`] : []),
    ...shown.map((exchange) => exchangeLine(exchange)),
    ...(last < exchanges.length ? [`... ${exchanges.length - last} more`] : []),
  ];
}

function placeText({ operation, call, sandbox }: FaultFinding['entry']['call'], isSingle: boolean): string {
  return isSingle ? `${operation}#${call}` : `${sandbox}/${operation}#${call}`;
}

function shortened(texts: readonly string[]): string {
  return texts.length <= 4 ? texts.join(', ') : `${texts.slice(0, 3).join(', ')} and ${texts.length - 3} more`;
}

function listed(keys: readonly string[]): string {
  return shortened(keys.map((key) => `"${key}"`));
}

function totals({ outcomes, leftOut, cost, endedEarly }: Audit, { baseline, faults }: Findings): string[] {
  const pairs = outcomes.length + leftOut.length;
  const observed = outcomes.filter((outcome) => 'observation' in outcome).length;
  const like = outcomes.filter((outcome) => !('observation' in outcome) && outcome.like !== undefined).length;
  const untried = outcomes.length - observed - like;
  const overhead = (cost.time - cost.commandTime) / Math.max(1, cost.runs);
  return [
    `${pairs} pairs of a call and a fault: ${observed} observed, ${like} like others, ${leftOut.length} that cannot change anything, ${untried} not tried${endedEarly === undefined ? '' : ` (${endedEarly})`}.`,
    `${cost.runs} runs in ${seconds(cost.time)}, ${Math.round(overhead)} ms each beside the command.`,
    `${baseline.length + faults.length === 0 ? 'No findings' : `${baseline.length + faults.length} findings`}.`,
    '',
  ];
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
