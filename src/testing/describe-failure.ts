/** Describes a failed test by the journal of its sandbox. The text is the same for every test runner. */

import type { SandboxControl } from '../control/sandbox-control.js';
import type { Exchange } from '../journal/exchange.js';
import { exchangeLine, warningsOf } from '../journal/exchange-line.js';
import { isFailure } from '../judge/judge.js';
import { detailsOf } from '../judge/report.js';
import type { Verdict } from '../judge/rule.js';

/** The most exchanges shown: the last ones explain a failure best. */
const SHOWN_EXCHANGES = 50;

/**
 * Describes what a test's client did: one line for each of the last 50 exchanges, then every judge rule that they break or
 * seem to break.
 * Print it beside the failure.
 */
export function describeFailure(sandbox: Pick<SandboxControl, 'id' | 'name' | 'requests' | 'behaviour'>): string {
  const exchanges = sandbox.requests();
  const broken = sandbox.behaviour().verdicts.filter((verdict) => isFailure(verdict, { strict: true }));
  return [headingOf(sandbox, exchanges.length), ...exchangeLines(exchanges), ...broken.flatMap(brokenRuleLines)].join(
    '\n',
  );
}

function headingOf({ id, name }: Pick<SandboxControl, 'id' | 'name'>, count: number): string {
  const title = name === undefined ? '' : ` of "${name}"`;
  return `Sandbox ${id}${title}: ${count === 0 ? 'no exchanges' : count === 1 ? '1 exchange' : `${count} exchanges`}`;
}

function exchangeLines(exchanges: readonly Exchange[]): string[] {
  const shown = exchanges.slice(-SHOWN_EXCHANGES);
  const earlier = exchanges.length - shown.length;
  return [
    ...(earlier > 0 ? [`  ... ${earlier} earlier`] : []),
    ...shown.flatMap((exchange) => [`  ${exchangeLine(exchange)}`, ...warningsOf(exchange).map(warningLine)]),
  ];
}

/** A line of its own, so that nobody overlooks it at the end of a long one. */
function warningLine(warning: string): string {
  return `    ! ${warning}`;
}

function brokenRuleLines(verdict: Verdict): string[] {
  const kind = verdict.verdict === 'suspected' ? 'Suspected' : 'Broken';
  return [`${kind} rule ${verdict.rule}: ${verdict.title}`, ...detailsOf(verdict).map((line) => `  ${line}`)];
}
