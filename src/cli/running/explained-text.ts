/**
 * An exchange in full for a terminal: request and response as `curl -v` prints them, and the reason for the response.
 */

import { targetOf } from '../../common/reporting/request-target.js';
import { STATUS_CODES } from 'node:http';
import { violationSentence } from '../../contract/violation.js';
import type { ExplainedExchange } from '../../emulator/control/documents.js';
import { hasStatus, idleText } from '../../emulator/journal/exchange-line.js';
import type { AppliedScenario, Message } from '../../emulator/journal/exchange.js';

/** Lines begin as those of `curl -v`: with `>` for the request, `<` for the response, `*` for a remark. */
export function explainedText(exchange: ExplainedExchange): string {
  const { method, status, request, response, duration, ended } = exchange;
  const lines = [...headLines('>', `${method} ${targetOf(exchange)} HTTP/1.1`, request), ...bodyLines(request)];
  if (hasStatus(exchange)) {
    const statusLine = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`;
    lines.push(...headLines('<', statusLine, response), ...bodyLines(response));
  }
  if (ended !== undefined) lines.push(`* ${ended}`);
  if (duration !== undefined) lines.push(`* after ${duration.toFixed(0)} ms`);

  return [...lines, '', ...reasonsOf(exchange), ''].join('\n');
}

/**
 * The first line and the headers, each behind the mark. An access token is cut, because it would fill the screen. Its
 * signature is not in the journal anyway, so nobody could use the token.
 */
function headLines(mark: '>' | '<', firstLine: string, { headers }: Message): string[] {
  const headerLines = headers.map(([name, value]) => `${name}: ${value.replace(/^(Bearer .{8}).+/, '$1...')}`);
  return [firstLine, ...headerLines, ''].map((line) => `${mark} ${line}`.trimEnd());
}

function bodyLines({ body }: Message): string[] {
  if (body === undefined) return [];
  if ('omitted' in body) return [`* a body of ${body.bytes} bytes`];
  if ('base64' in body) return [`* a body that is not UTF-8, as base64: ${body.base64}`];

  return body.text === '' ? [] : [body.text];
}

/** Why the response is as it is: scenarios, violations of the contract by the request, variants, guesses. */
function reasonsOf(exchange: ExplainedExchange): string[] {
  const { scenarios, idleScenarios = [], diagnostics, violations, variants = {}, restsOn, operation } = exchange;
  // An idle scenario was selected and did nothing at this call. The user may have expected it here.
  const lines = [...scenarios.map(scenarioText), ...idleScenarios.map((idle) => `${idleText(idle)}.`)];
  if (lines.length === 0) lines.push('No scenario: this is how the contract answers this request.');
  lines.push(...violations.map(violationSentence), ...diagnostics);
  for (const [point, name] of Object.entries(variants)) lines.push(`The sandbox has chosen ${point}=${name}.`);
  if (restsOn.length === 0) return lines;

  const command = `id-emulator fidelity --operation ${operation ?? ''}`;
  const guesses = restsOn.map(({ id }) => id).join(', ');

  return [...lines, `Rests on ${restsOn.length} of the guesses that "${command}" explains: ${guesses}.`];
}

/** Which scenario was applied, and who selected it. */
function scenarioText({ scenario, selector, call, parameters }: AppliedScenario): string {
  const values = Object.entries(parameters).map(([name, value]) => `${name}=${String(value)}`);
  const parametersText = values.length === 0 ? '' : ` (${values.join(', ')})`;
  return `${scenario}, selected by ${selector}, call ${call}${parametersText}.`;
}
