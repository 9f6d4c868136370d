/** Tools that say what a program did, and why it got its response. */

import type { CallControl } from '../../emulator/control/http/endpoint.js';
import type { Behaviour, ExplainedExchange, Schemas } from '../../emulator/control/documents.js';
import { exchangeLine } from '../../emulator/journal/exchange-line.js';
import type { Exchange, Message } from '../../emulator/journal/exchange.js';
import { violationSentence } from '../../contract/violation.js';
import { fittingItems, fittingText, type Tool, toolsOf } from './tool.js';

/** The tools. */
export function journalTools(call: CallControl): Tool[] {
  return toolsOf({
    what_happened: async ({ sandbox = 'default', status, operation, after, offset }) => {
      const query = { status, operation, after };
      const { exchanges, removedUpTo } = (await call('listExchanges', { sandbox, query })) as Schemas['ExchangeList'];
      const { exchanges: judgedCount, passed, verdicts } = (await call('judgeBehaviour', { sandbox })) as Behaviour;
      const lines = (exchanges as readonly Exchange[]).map(exchangeLine);
      const { items, more } = fittingItems(lines, offset);
      const accused = verdicts.filter(({ verdict }) => verdict === 'fail' || verdict === 'suspected');
      const broken = fittingItems(accused.map(shownVerdict)).items;
      const notSeen = verdicts.filter(({ verdict }) => verdict === 'not-seen').map(({ rule }) => rule);
      const verdict = verdictOf(judgedCount, accused);

      return { verdict, passed, judged: judgedCount, broken, exchanges: items, more, removedUpTo, notSeen };
    },
    explain_exchange: async ({ sandbox = 'default', exchange: id, offset }) => {
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
  });
}

/** The verdict in a sentence, which says what it does not prove. */
function verdictOf(judgedCount: number, accused: Behaviour['verdicts']): string {
  if (judgedCount === 0) return 'The program sent no request to this sandbox.';
  if (accused.length > 0) return `Broken, or suspected to be: ${accused.map(({ rule }) => rule).join(', ')}.`;
  return 'No rule is broken. Whether the program did its work, its exit code and the last exchanges say.';
}

/** How many offences against a rule are shown: they are alike, and an agent pays for each. */
const MOST_OFFENCES = 3;

/** A verdict as an agent reads it, with only a few of its offences. */
function shownVerdict({ rule, verdict, title, offences, doubt, basis, remedy }: Behaviour['verdicts'][number]): object {
  return { rule, verdict, title, offences: offences.slice(0, MOST_OFFENCES), doubt, basis, remedy };
}

/** The message. A body of text is shown as its text, from `offset` on. */
function shownMessage({ body, ...others }: Message, offset?: number): object {
  if (body === undefined) return others;
  if (!('text' in body)) return { ...others, body };

  const { text, more } = fittingText(body.text, offset);

  return { ...others, body: text, ...(more !== undefined && { more }) };
}
