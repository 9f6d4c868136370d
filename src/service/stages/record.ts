/** Writes an exchange into the journal of its sandbox. */

import type { ExchangeRecord } from '../../journal/exchange-record.js';
import type { ServiceContext } from '../service-context.js';
import type { Responded } from './respond-to-error.js';
import type { SerializedResponse } from './write.js';

const NO_DIAGNOSTICS: readonly string[] = [];

/** Adds the exchange to the journal, and returns the record. Its duration is set when the response has been written. */
export function recordExchange(
  { journals, startedAt }: ServiceContext,
  { exchange, response }: Responded,
  { status, headers, recorded, delivery }: SerializedResponse,
): ExchangeRecord {
  const { arrival, start, sandbox, faults } = exchange;
  const { req, connection } = arrival;
  const journal = journals.of(sandbox);
  const before = journal.before(start.number);
  const record: ExchangeRecord = {
    id: start.number,
    at: start.at,
    received: arrival.received - startedAt,
    duration: undefined,
    connection: connection && { ...connection, opened: connection.opened - startedAt },
    method: req.method,
    // Repeated texts are kept once.
    url: req.url === before?.url ? before.url : req.url,
    operation: exchange.operation?.id,
    status,
    clientId: exchange.clientId,
    tokenIsOurs: exchange.claims !== undefined,
    requestHeaders: sharing(req.rawHeaders, before?.requestHeaders),
    requestBody: exchange.requestBody,
    responseHeaders: headers,
    responseBody: recorded,
    ending: delivery?.end,
    variants: exchange.contract.variants,
    scenarios: faults.map(({ scenario, activation, call, fault }) => ({
      scenario: scenario.name,
      selector: activation.selector,
      parameters: activation.parameters,
      call,
      fault: fault.kind,
    })),
    diagnostics: response.diagnostics ?? NO_DIAGNOSTICS,
    refusedByEmulator: response.isOurs === true,
  };
  journal.add(record);
  return record;
}

/** The same texts. Those at the same place in `before` are shared: a client sends most headers with every request. */
function sharing(texts: readonly string[], before: readonly string[] = []): readonly string[] {
  if (texts.length === before.length && texts.every((text, at) => text === before[at])) return before;
  return texts.map((text, at) => {
    const known = before[at];
    return text === known ? known : text;
  });
}
