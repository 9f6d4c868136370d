/** Makes the record of an exchange for the journal of its sandbox. */

import type { AppliedScenario } from '../../journal/exchange.js';
import type { DecidedFault } from '../../scenarios/decide-faults.js';
import type { ServiceResponse } from '../service-response.js';
import type { Recorded, Started } from '../exchange.js';
import { effectiveFaults, idleScenarios } from '../faults/effects.js';
import type { SerializedResponse } from './serialize.js';

/** Empty values for all exchanges, so that none are made for each. */
const NO_DIAGNOSTICS: readonly string[] = [];
const NO_SCENARIOS: readonly AppliedScenario[] = [];

/** Makes the record, and adds it to the exchange. The duration is set later, when the response has been written. */
export function record(exchange: Started, response: ServiceResponse, serialized: SerializedResponse): Recorded {
  const { diagnostics = NO_DIAGNOSTICS, madeByEmulator } = response;
  const { status, headers, bodyForJournal, delivery } = serialized;
  const { context, req, received, sentByEmulator, connection, start, sandbox } = exchange;
  const { journals, startedAt } = context;
  const faults = effectiveFaults(exchange);
  exchange.record = {
    id: start.number,
    at: start.at,
    // In journals, real time counts from the start of the emulator.
    received: received - startedAt,
    duration: undefined,
    connection: connection && { ...connection, opened: connection.opened - startedAt },
    method: req.method,
    // Equal texts of several exchanges are in memory only once.
    url: journals.texts.shared(req.url),
    operation: exchange.operation?.id,
    status,
    clientId: exchange.clientId,
    isTokenIssuedHere: exchange.claims !== undefined,
    requestHeaders: journals.of(sandbox).sharedHeaders(req.rawHeaders, journals.texts),
    requestBody: exchange.requestBody,
    responseHeaders: headers,
    responseBody: bodyForJournal,
    ending: delivery?.end,
    held: exchange.held === undefined ? undefined : true,
    release: undefined,
    variants: exchange.contract.variants,
    scenarios: faults.length === 0 ? NO_SCENARIOS : faults.map(appliedScenario),
    idleScenarios: idleScenarios(exchange),
    diagnostics,
    refusedByEmulator: madeByEmulator === true,
    // A body that broke off was answered as well, with an error of the operation.
    brokenHttp: exchange.brokenBody === undefined ? exchange.brokenHttp : 'served',
    sentByEmulator,
  };

  return exchange as Recorded;
}

/** A fault that was applied, as the journal shows it. */
function appliedScenario({ scenario, activation, call, fault }: DecidedFault): AppliedScenario {
  const { selector, parameters } = activation;
  return { scenario: scenario.name, selector, parameters, call, fault: fault.kind };
}
