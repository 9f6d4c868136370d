/** Writes an exchange into the journal of its sandbox. */

import type { ExchangeRecord } from '../journal/exchange-record.js';
import type { Exchange } from './exchange.js';
import type { ServiceContext } from './service-context.js';
import type { WrittenAnswer } from './write-answer.js';

/** Records what has become of the request. */
export function recordExchange({ journals, startedAt }: ServiceContext, exchange: Exchange, answer: WrittenAnswer): ExchangeRecord {
  const { req, start, sandbox, faults } = exchange;
  const record: ExchangeRecord = {
    id: start!.number,
    at: start!.at,
    received: exchange.received - startedAt,
    duration: undefined,
    connection: exchange.connection && { ...exchange.connection, opened: exchange.connection.opened - startedAt },
    method: req.method,
    url: req.url,
    operation: exchange.operation?.id,
    status: answer.status,
    clientId: exchange.clientId,
    tokenIsOurs: exchange.tokenIsOurs,
    linkIsOurs: exchange.linkIsOurs,
    requestHeaders: req.rawHeaders,
    requestBody: exchange.requestBody,
    responseHeaders: answer.headers,
    responseBody: answer.content,
    ending: answer.delivery?.end,
    scenarios: faults.map(({ scenario, activation, call, fault }) => ({
      scenario: scenario.name,
      selector: activation.selector,
      call,
      fault: fault.kind,
    })),
    diagnostics: exchange.diagnostics,
  };
  journals.of(sandbox).add(record);
  return record;
}
