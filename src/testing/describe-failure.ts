/** Describes a failed test by the journal of its sandbox. The text is the same for every test runner. */

import { counted } from '../common/reporting/phrases.js';
import { isObject } from '../common/json.js';
import type { SandboxControl } from '../emulator/control/methods/sandbox-control.js';
import { headerOf, jsonOf, summaryOf, type Exchange } from '../emulator/journal/exchange.js';
import { exchangeLine, idleText, isWarning } from '../emulator/journal/exchange-line.js';
import { failsConsumer } from '../emulator/judge/judge.js';
import { detailsOf } from '../emulator/judge/report.js';
import { messageIn } from '../emulator/service/representations/error-responses.js';
import type { Verdict } from '../emulator/judge/rule.js';

/** The most exchanges shown: the last ones explain a failure best. */
const SHOWN_EXCHANGES = 50;
/** The most exchanges before those that are shown as well, because scenarios were applied to them. */
const SHOWN_EARLIER = 10;

/**
 * Describes what a test's client did: one line for each of the last 50 exchanges and of 10 earlier ones with scenarios,
 * the requests that identified no sandbox, then every judge rule that the exchanges break or seem to break. Print it
 * beside the failure.
 * @param unidentified requests that identified no sandbox. Default: none
 * @example
 * // In a hook of the test runner, after a test that failed with `error`:
 * error.stack = `${describeFailure(sandbox)}\n\n${error.stack}`;
 */
export function describeFailure(
  sandbox: Pick<SandboxControl, 'id' | 'name' | 'requests' | 'behaviour'>,
  unidentified: readonly Exchange[] = [],
): string {
  const exchanges = sandbox.requests();
  // With `strict`, a suspected rule counts, too: it may explain why the test failed.
  const broken = sandbox.behaviour().verdicts.filter((verdict) => failsConsumer(verdict, { strict: true }));
  return [
    headingOf(sandbox, exchanges.length),
    ...exchangeLines(exchanges),
    ...unidentifiedLines(unidentified),
    ...broken.flatMap(brokenRuleLines),
  ].join('\n');
}

/**
 * Requests that were refused because they identified no sandbox: a client that forgot its token, or sent `Bearer
 * undefined`. They are in the journal of the default sandbox. Tests that run at the same time may have sent them, too.
 * @param after the number of an exchange of the default sandbox; only later exchanges are returned
 */
export function unidentifiedRequests(
  { defaultSandbox }: { readonly defaultSandbox: Pick<SandboxControl, 'requests'> },
  after: number,
): Exchange[] {
  return defaultSandbox.requests({ after }).filter(({ clientId, status, operation, request }) => {
    const isRefused = status === 401 || operation === undefined;
    const namesSandbox = clientId !== undefined || headerOf(request.headers, 'Emulator-Sandbox') !== undefined;
    return isRefused && !namesSandbox;
  });
}

/** The first line: which sandbox it is, and how much its client did. */
function headingOf({ id, name }: Pick<SandboxControl, 'id' | 'name'>, count: number): string {
  const title = name === undefined ? '' : ` of "${name}"`;
  const content = count === 0 ? 'the client sent no request' : counted(count, 'exchange');
  return `Sandbox ${id}${title}: ${content}`;
}

/** The lines of earlier exchanges with scenarios, the number of those left out, and the lines of the last exchanges. */
function exchangeLines(exchanges: readonly Exchange[]): string[] {
  const last = exchanges.slice(-SHOWN_EXCHANGES);
  const withScenarios = exchanges.slice(0, -SHOWN_EXCHANGES).filter(({ scenarios }) => scenarios.length > 0);
  const earlier = withScenarios.slice(0, SHOWN_EARLIER);
  const hidden = exchanges.length - last.length - earlier.length;
  const omitted = hidden > 0 ? [`  ... ${hidden} earlier`] : [];

  return [...earlier.flatMap(linesOf), ...omitted, ...last.flatMap(linesOf)];
}

/** The line of an exchange, then what explains its outcome. */
function linesOf(exchange: Exchange): string[] {
  return [
    `  ${exchangeLine(exchange)}`,
    ...reasonLines(exchange),
    ...(exchange.idleScenarios ?? []).map((idle) => `    ${idleText(idle)}`),
    // Each warning has a line of its own, so that nobody overlooks it at the end of a long line.
    ...exchange.diagnostics.filter(isWarning).map((warning) => `    ! ${warning}`),
  ];
}

/** A heading and a line for each request that identified no sandbox; no lines if there is no such request. */
function unidentifiedLines(exchanges: readonly Exchange[]): string[] {
  if (exchanges.length === 0) return [];

  const lines = exchanges.slice(-SHOWN_EXCHANGES).map((exchange) => {
    const value = headerOf(exchange.request.headers, 'Authorization');
    const authorization = value === undefined ? 'no Authorization header' : `Authorization: ${value}`;
    return `  ${summaryOf(exchange)}, ${authorization}`;
  });

  return [`${counted(exchanges.length, 'request')} identified no sandbox:`, ...lines];
}

/** The message of the service about a request that it does not understand. It tells which mistake the client made. */
function reasonLines({ status, response }: Exchange): string[] {
  const parsed = status === 400 ? jsonOf(response.body) : undefined;
  const reason = isObject(parsed) ? messageIn(parsed) : undefined;
  return typeof reason === 'string' ? [`    ${reason}`] : [];
}

/** The lines about a rule that is broken or seems to be. */
function brokenRuleLines(verdict: Verdict): string[] {
  const kind = verdict.verdict === 'suspected' ? 'Suspected' : 'Broken';
  return [`${kind} rule ${verdict.rule}: ${verdict.title}`, ...detailsOf(verdict).map((line) => `  ${line}`)];
}
