/** What a sandbox can tell of a test that failed, as lines of text; every test runner prints the same. */

import type { SandboxControl } from '../control/sandbox-control.js';
import type { Exchange } from '../journal/exchange.js';
import { detailsOf } from '../judge/report.js';
import type { Verdict } from '../judge/rule.js';

/** A test that fails after thousands of calls tells the most by its last ones. */
const SHOWN = 50;

/** The exchanges of a sandbox, a line each, and the rules for consumers that they break: what to print beside a failed test. */
export function describeFailure(sandbox: Pick<SandboxControl, 'id' | 'name' | 'requests' | 'behaviour'>): string {
  const exchanges = sandbox.requests();
  const broken = sandbox.behaviour().verdicts.filter(({ verdict }) => verdict === 'fail');
  return [headingOf(sandbox, exchanges.length), ...exchangeLines(exchanges), ...broken.flatMap(brokenRuleLines)].join(
    '\n',
  );
}

function headingOf({ id, name }: Pick<SandboxControl, 'id' | 'name'>, count: number): string {
  const called = name === undefined ? '' : ` of "${name}"`;
  return `Sandbox ${id}${called}: ${count === 0 ? 'no exchanges' : count === 1 ? '1 exchange' : `${count} exchanges`}`;
}

function exchangeLines(exchanges: readonly Exchange[]): string[] {
  const shown = exchanges.slice(-SHOWN);
  const earlier = exchanges.length - shown.length;
  return [
    ...(earlier > 0 ? [`  ... ${earlier} before these`] : []),
    ...shown.map((exchange) => `  ${exchangeLine(exchange)}`),
  ];
}

function exchangeLine({ id, method, path, query, status, response, scenarios, diagnostics }: Exchange): string {
  const asked = `#${id} ${method} ${path}${query === '' ? '' : `?${query}`} ${status}`;
  const ending = response.ending === undefined ? [] : [`ended by ${response.ending}`];
  const applied = scenarios.length === 0 ? [] : [`[${scenarios.map(({ scenario }) => scenario).join(', ')}]`];
  return [asked, ...ending, ...applied, ...diagnostics].join('  ');
}

function brokenRuleLines(verdict: Verdict): string[] {
  return [`Broken rule ${verdict.rule}: ${verdict.title}`, ...detailsOf(verdict).map((line) => `  ${line}`)];
}
