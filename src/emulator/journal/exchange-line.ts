/** An exchange in one line, for people: failed tests, the log of `start`, and `tail`. */

import endings from './endings.json' with { type: 'json' };
import releases from './releases.json' with { type: 'json' };
import { targetOf } from '../../common/reporting/request-target.js';
import type { AppliedScenario, IdleScenario, Exchange, ExchangeOutline, Ending, Release } from './exchange.js';
import { hasLeft } from './outcome.js';

/** Endings before which the client received no status. */
const WITHOUT_STATUS: readonly (Ending | undefined)[] = ['close', 'reset', 'never', 'client-left'];

/** Whether the client received a status. */
export function hasStatus({ response }: Pick<Exchange, 'response'>): boolean {
  return !WITHOUT_STATUS.includes(response.ending);
}

/** How an exchange ended: `connection reset by the server`, `client left after 1.0 s, before the response`. */
export function endingText(ending: Ending, duration = 0): string {
  if (ending !== 'client-left' && ending !== 'client-left-midway') return endings[ending];

  const time = duration < 1_000 ? `${Math.round(duration)} ms` : `${(duration / 1_000).toFixed(1)} s`;
  const moment = ending === 'client-left' ? 'before' : 'in the middle of';

  return `client left after ${time}, ${moment} the response`;
}

/** An exchange: `#4 GET /api/v1/institutions/me/users 429  [rate-limit-burst]`. Diagnostics follow, except warnings. */
export function exchangeLine(exchange: Omit<ExchangeOutline, 'ending'> & Pick<Exchange, 'response'>): string {
  const { ending } = exchange.response;
  const diagnostics = exchange.diagnostics.filter((diagnostic) => !isWarning(diagnostic));
  return outlineLine({ ...exchange, diagnostics, ...(ending !== undefined && { ending }) });
}

/** The line of an outline, with all diagnostics. */
export function outlineLine(outline: ExchangeOutline): string {
  const remarks = remarksOf(outline, ({ scenario }) => scenario);
  return [requestOf(outline), ...endOf(outline), ...remarks].join('  ');
}

/** An idle scenario: `rate-limit-burst changed nothing: the request was refused before`. */
export function idleText({ scenario, reason }: IdleScenario): string {
  return `${scenario} changed nothing: ${reason}`;
}

/** How a held call went on: `held for 204 ms: released by the test`. */
export function releaseText({ after, reason }: Release): string {
  return `held for ${Math.round(after)} ms: ${releases[reason]}`;
}

/** Whether the diagnostic is a warning that nobody should overlook. */
export function isWarning(diagnostic: string): boolean {
  return diagnostic.startsWith('WARNING: ');
}

/**
 * An exchange in one line of a log of all sandboxes: with time, sandbox, duration, and what selected each scenario.
 * @param sandbox the name of the sandbox, or else its ID
 */
export function logLine(exchange: ExchangeOutline, sandbox: string): string {
  const { at, duration, ending } = exchange;
  // If the client has left, the text of the ending contains the duration already.
  const showsDuration = duration !== undefined && !hasLeft(ending);
  const digits = showsDuration && duration < 10 ? 1 : 0;

  return [
    // The part `09:30:00.000` of a timestamp.
    at.slice(11, 23),
    sandbox,
    requestOf(exchange),
    ...endOf(exchange),
    ...(showsDuration ? [`${duration.toFixed(digits)} ms`] : []),
    ...remarksOf(exchange, ({ scenario, selector, call }) => `${scenario} by ${selector}, call ${call}`),
  ].join('  ');
}

/** The number, the request, and the status if the client has seen it. */
function requestOf(exchange: ExchangeOutline): string {
  const { id, method, status, ending } = exchange;
  const seenStatus = WITHOUT_STATUS.includes(ending) ? [] : [String(status)];
  return [`#${id}`, method, targetOf(exchange), ...seenStatus].join(' ');
}

/** Whether the call was held, and how it ended. Usually, there is nothing to say. */
function endOf({ ended, held, release }: ExchangeOutline): string[] {
  const how = release === undefined ? 'held' : releaseText(release);
  return [held === true ? how : undefined, ended].filter((text) => text !== undefined);
}

/** The scenarios in brackets, and the diagnostics. */
function remarksOf({ scenarios, diagnostics }: ExchangeOutline, show: (scenario: AppliedScenario) => string): string[] {
  if (scenarios.length === 0) return [...diagnostics];
  return [`[${scenarios.map(show).join('; ')}]`, ...diagnostics];
}

/** How many messages were refused because they break HTTP, and why the last message was. Undefined without messages. */
export function brokenHttpText(
  exchanges: readonly Pick<ExchangeOutline, 'status' | 'brokenHttp' | 'diagnostics'>[],
): string | undefined {
  const refused = exchanges.filter(({ brokenHttp }) => brokenHttp === 'refused');
  const last = refused.at(-1);
  const count = refused.length === 1 ? '1 message was' : `${refused.length} messages were`;

  return last && `${count} refused before any call (${last.status}): ${last.diagnostics.join('; ')}`;
}
