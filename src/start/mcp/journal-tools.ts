/** Tools that say what a program did, and why it got its response. */

import type { CallControl } from '../../emulator/control/http/endpoint.js';
import type { Behaviour, ExplainedExchange } from '../../emulator/control/documents.js';
import { exchangeLine } from '../../emulator/journal/exchange-line.js';
import type { Exchange, Message } from '../../emulator/journal/exchange.js';
import { violationSentence } from '../../contract/violation.js';
import { MORE, OFFSET, fittingItems, fittingText, SANDBOX, TEXT, TEXTS, tool, type Tool } from './tool.js';

/** The tools. */
export function journalTools(call: CallControl): Tool[] {
  return [
    tool({
      name: 'what_happened',
      title: 'What the program did',
      description:
        'Reads the journal of a sandbox: one line for each exchange with the failures that were applied and why, and the rules that the program broke, with the exchanges that prove it and the remedy. Then explain_exchange shows one in full.',
      input: {
        sandbox: SANDBOX,
        status: { type: 'string', description: 'Only exchanges with this status: 404 or 4xx.' },
        operation: { type: 'string', description: 'Only exchanges of this operation.' },
        after: { type: 'integer', minimum: 0, description: 'Only exchanges after the one with this number.' },
        offset: OFFSET,
      },
      output: {
        verdict: TEXT,
        passed: { type: 'boolean', description: 'Whether the program sent requests and broke no rule.' },
        judged: { type: 'integer', description: 'How many exchanges the judge has seen.' },
        broken: { type: 'array', items: { type: 'object' }, description: 'Rules that are broken, or suspected to be.' },
        exchanges: { type: 'array', items: TEXT, description: 'Number, method, path, status, [failures], reasons.' },
        more: MORE,
        removedUpTo: { type: 'integer', description: 'The journal has removed the exchanges up to this number.' },
        notSeen: { ...TEXTS, description: 'Rules about which the exchanges say nothing.' },
      },
      effect: 'none',
      untrusted: ['exchanges', 'broken'],
      run: async ({ sandbox = 'default', status, operation, after, offset }) => {
        const query = { status, operation, after };
        const { exchanges, removedUpTo } = (await call('listExchanges', { sandbox, query })) as {
          exchanges: readonly Exchange[];
          removedUpTo?: number;
        };
        const { exchanges: judged, passed, verdicts } = (await call('judgeBehaviour', { sandbox })) as Behaviour;
        const { items, more } = fittingItems(exchanges.map(exchangeLine), offset);
        const accused = verdicts.filter(({ verdict }) => verdict === 'fail' || verdict === 'suspected');
        const broken = fittingItems(accused.map(shownVerdict)).items;
        const notSeen = verdicts.filter(({ verdict }) => verdict === 'not-seen').map(({ rule }) => rule);
        const verdict = verdictOf(judged, accused);
        return { verdict, passed, judged, broken, exchanges: items, more, removedUpTo, notSeen };
      },
    }),
    tool({
      name: 'explain_exchange',
      title: 'One exchange in full',
      description:
        'Shows one exchange of what_happened: headers, bodies, the failures that were applied and what selected them, what the contract does not allow in the request, and the guesses that the response rests on.',
      input: {
        sandbox: SANDBOX,
        exchange: { type: 'integer', minimum: 1, description: 'Its number.' },
        offset: OFFSET,
      },
      required: ['exchange'],
      output: {
        line: TEXT,
        operation: TEXT,
        diagnostics: TEXTS,
        failures: { type: 'array', items: { type: 'object' } },
        idle: { type: 'array', items: { type: 'object' }, description: 'Active scenarios that changed nothing.' },
        violations: TEXTS,
        guesses: { type: 'array', items: { type: 'object' }, description: 'Look them up with the tool contract.' },
        request: { type: 'object' },
        response: { type: 'object' },
      },
      effect: 'none',
      untrusted: ['line', 'violations', 'request', 'response'],
      run: async ({ sandbox = 'default', exchange: id, offset }) => {
        const exchange = (await call('getExchange', { sandbox, target: id })) as ExplainedExchange;
        const { operation, diagnostics, scenarios, idleScenarios, violations, restsOn, nearMisses, request, response } =
          exchange;
        return {
          line: exchangeLine(exchange),
          operation,
          diagnostics,
          failures: scenarios,
          ...(idleScenarios && { idle: idleScenarios }),
          violations: violations.map(violationSentence),
          guesses: restsOn,
          ...(nearMisses.length > 0 && { nearMisses }),
          request: shownMessage(request, offset),
          response: shownMessage(response, offset),
        };
      },
    }),
  ];
}

function verdictOf(judged: number, accused: Behaviour['verdicts']): string {
  if (judged === 0) return 'The program sent no request to this sandbox.';
  if (accused.length > 0) return `Broken, or suspected to be: ${accused.map(({ rule }) => rule).join(', ')}.`;
  return 'No rule is broken. Whether the program did its work, its exit code and the last exchanges say.';
}

function shownVerdict({ rule, verdict, title, offences, doubt, basis, remedy }: Behaviour['verdicts'][number]): object {
  return { rule, verdict, title, offences: offences.slice(0, 3), doubt, basis, remedy };
}

function shownMessage({ headers, body, ...others }: Message, offset?: number): object {
  const text = body !== undefined && 'text' in body ? body.text : undefined;
  if (text === undefined) return { ...others, headers, ...(body !== undefined && { body }) };
  const { text: shown, more } = fittingText(text, offset);
  return { ...others, headers, body: shown, ...(more !== undefined && { more }) };
}
