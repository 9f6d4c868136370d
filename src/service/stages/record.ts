/** Writes an exchange into the journal of its sandbox. */

import type { ExchangeRecord } from '../../journal/exchange-record.js';
import type { Exchange } from './exchange.js';
import type { ServiceContext } from '../service-context.js';
import type { WrittenResponse } from './write.js';

/** Records what has become of the request. */
export function recordExchange(
  { journals, startedAt }: ServiceContext,
  exchange: Exchange,
  answer: WrittenResponse,
): ExchangeRecord {
  const { req, start, sandbox, faults } = exchange;
  const journal = journals.of(sandbox);
  const before = journal.record(start!.number - 1);
  const record: ExchangeRecord = {
    id: start!.number,
    at: start!.at,
    received: exchange.received - startedAt,
    duration: undefined,
    connection: exchange.connection && { ...exchange.connection, opened: exchange.connection.opened - startedAt },
    method: req.method,
    // A text is kept once however often it comes.
    url: req.url === before?.url ? before.url : req.url,
    operation: exchange.operation?.id,
    status: answer.status,
    clientId: exchange.clientId,
    tokenIsOurs: exchange.tokenIsOurs,
    linkIsOurs: exchange.linkIsOurs,
    requestHeaders: sharing(req.rawHeaders, before?.requestHeaders),
    requestBody: exchange.requestBody,
    responseHeaders: answer.headers,
    responseBody: answer.content?.text,
    ending: answer.delivery?.end,
    variants: exchange.contract.variants,
    scenarios: faults.map(({ scenario, activation, call, fault }) => ({
      scenario: scenario.name,
      selector: activation.selector,
      parameters: activation.parameters,
      call,
      fault: fault.kind,
    })),
    diagnostics: exchange.diagnostics,
  };
  journal.add(record);
  return record;
}

/** The same texts, but those that stand in the same place as before only once: a consumer sends most headers with every request. */
function sharing(texts: readonly string[], before: readonly string[] = []): readonly string[] {
  const isKnown = (text: string, at: number): boolean => text === before[at];
  if (texts.length === before.length && texts.every(isKnown)) return before;
  return texts.map((text, at) => (isKnown(text, at) ? before[at]! : text));
}
