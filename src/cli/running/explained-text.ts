/**
 * An exchange in full for a terminal: request and response as `curl -v` prints them, and the reason for the response.
 */

import { targetOf } from '../../common/reporting/request-target.js';
import { STATUS_CODES } from 'node:http';
import { violationSentence } from '../../contract/violation.js';
import type { ExplainedExchange } from '../../emulator/control/documents.js';
import { hasStatus, idleText } from '../../emulator/journal/exchange-line.js';
import type { AppliedScenario, Message } from '../../emulator/journal/exchange.js';

export function explainedText(exchange: ExplainedExchange): string {
  const { method, status, request, response, duration, ended } = exchange;
  const time = duration === undefined ? [] : [`* after ${duration.toFixed(0)} ms`];
  return [
    ...marked('>', `${method} ${targetOf(exchange)} HTTP/1.1`, request),
    ...bodyOf(request),
    ...(hasStatus(exchange) ? marked('<', `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, response) : []),
    ...(hasStatus(exchange) ? bodyOf(response) : []),
    ...(ended === undefined ? [] : [`* ${ended}`]),
    ...time,
    '',
    ...reasonsOf(exchange),
    '',
  ].join('\n');
}

/** Access tokens are shortened: their signature is removed from the journal, so nobody can use them. */
function marked(mark: string, first: string, { headers }: Message): string[] {
  return [first, ...headers.map(([name, value]) => `${name}: ${value.replace(/^(Bearer .{8}).+/, '$1...')}`), ''].map(
    (line) => `${mark} ${line}`.trimEnd(),
  );
}

function bodyOf({ body }: Message): string[] {
  if (body === undefined) return [];
  if ('text' in body) return body.text === '' ? [] : [body.text];
  return [
    'omitted' in body ? `* a body of ${body.bytes} bytes` : `* a body that is not UTF-8, as base64: ${body.base64}`,
  ];
}

function reasonsOf(exchange: ExplainedExchange): string[] {
  const { scenarios, idleScenarios = [], diagnostics, violations, variants = {}, restsOn, operation } = exchange;
  const active = [...scenarios.map(scenarioText), ...idleScenarios.map((idle) => `${idleText(idle)}.`)];
  const plain = 'No scenario: this is how the contract answers this request.';
  const guesses = restsOn.map(({ id }) => id);

  return [
    ...(active.length === 0 ? [plain] : active),
    ...violations.map(violationSentence),
    ...diagnostics,
    ...Object.entries(variants).map(([point, name]) => `The sandbox has chosen ${point}=${name}.`),
    ...(guesses.length === 0
      ? []
      : [
          `Rests on ${guesses.length} of the guesses that "id-emulator fidelity --operation ${operation ?? ''}" explains: ${guesses.join(', ')}.`,
        ]),
  ];
}

function scenarioText({ scenario, selector, call, parameters }: AppliedScenario): string {
  const values = Object.entries(parameters).map(([name, value]) => `${name}=${String(value)}`);
  return `${scenario}, selected by ${selector}, call ${call}${values.length === 0 ? '' : ` (${values.join(', ')})`}.`;
}
