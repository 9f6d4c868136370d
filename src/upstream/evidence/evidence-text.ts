/** Renders evidence for people: one line for each point, with its count and its first exchange. */

import { counted } from '../../common/reporting/phrases.js';
import { sentence } from '../sentence.js';
import type { Place } from '../../traffic/recorded-exchange.js';
import type { Evidence, PointEvidence, RemarkEvidence } from '../report-types.js';

/** The verdicts in the order of the report, with their titles. */
const VERDICTS: readonly (readonly [PointEvidence['verdict'], string])[] = [
  ['otherwise', 'the service differs from a guess'],
  ['changed', 'the service changed in the course of the traffic'],
  ['as-guessed', 'as guessed'],
];

/** How many exchanges were left out, and why; empty if no exchange was. */
export function leftOutText({ read }: Evidence): string {
  const leftOut = Object.entries(read.leftOut).filter(([, count]) => count > 0);
  return leftOut.map(([reason, count]) => `${count} ${reason}`).join(', ');
}

/**
 * Evidence as text.
 * @param showsEmulator whether to say that an emulator has sent the responses
 */
export function evidenceText(evidence: Evidence, showsEmulator = true): string {
  const { read, points, contradictions, surprises, client, undecided, options, isEmulator } = evidence;
  const reasons = leftOutText(evidence);
  const leftOut = reasons === '' ? '' : `; left out: ${reasons}`;

  const parts = [
    ...VERDICTS.map(([verdict, title]) => {
      const shown = Object.entries(points).filter(([, one]) => one.verdict === verdict);
      return section(title, shown.map(pointLine));
    }),
    section('the service contradicts the contract', contradictions.map(remarkLine)),
    section('no point names this', surprises.map(remarkLine)),
    section("the client's own requests", client.map(remarkLine)),
    section('not decided', undecided),
    `${counted(read.exchanges, 'exchange')} read${leftOut}\n`,
    read.withoutBody > 0 ? `${sentence('no-bodies', { count: read.withoutBody })}\n` : '',
    isEmulator && showsEmulator ? `${sentence('of-emulator', {})}\n` : '',
    options.length > 0 ? `the emulator behaves like this with:\n  id-emulator start ${options.join(' ')}\n` : '',
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** Lines under a title; empty if there are none. */
export function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** The line of a point: the variants that fit, what was seen, how often, and where first. */
function pointLine([id, evidence]: [string, PointEvidence]): string {
  const { verdict, variant, variants, observed, contradictions, count, first, from, to } = evidence;
  // Of a difference, only what contradicts the guess is shown.
  const seen = verdict === 'otherwise' ? contradictions : observed;

  const fitting = variants ?? (variant === undefined ? [] : [variant]);
  const ifNoneFits = verdict === 'otherwise' ? ', no variant fits' : '';
  const which = fitting.length === 0 ? ifNoneFits : `, variant ${fitting.join(' or ')}`;

  const when = verdict === 'changed' && from !== undefined ? `, from ${from} to ${String(to)}` : '';

  return `${id}${which}: ${seen.slice(0, 5).join('; ')} [${count}${placeOf(first)}${when}]`;
}

function remarkLine({ what, where, count, first }: RemarkEvidence): string {
  return `${where}: ${what} [${count}${placeOf(first)}]`;
}

/** Where something was seen first, as a part of a sentence. */
function placeOf({ file, entry }: Place): string {
  return `, first in file ${file}, entry ${entry}`;
}
