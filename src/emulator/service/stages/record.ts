/** Makes the record of an exchange for the journal of its sandbox. */

import type { AppliedScenario } from '../../journal/exchange.js';
import type { ExchangeRecord } from '../../journal/exchange-record.js';
import type { DecidedFault } from '../../scenarios/decide-faults.js';
import type { ServiceContext } from '../service-context.js';
import type { ServiceResponse } from '../service-response.js';
import type { Started } from '../exchange.js';
import { effectiveFaults, idleScenarios } from '../faults/effects.js';
import type { SerializedResponse } from './serialize.js';

const NO_DIAGNOSTICS: readonly string[] = [];
const NO_SCENARIOS: readonly AppliedScenario[] = [];

/** Makes the record. Its duration is set later, when the response has been written. */
export function record(
  { journals, startedAt, catalogue }: ServiceContext,
  exchange: Started,
  { diagnostics = NO_DIAGNOSTICS, madeByEmulator }: ServiceResponse,
  { status, headers, recorded, delivery }: SerializedResponse,
): ExchangeRecord {
  const { req, received, sentByEmulator, connection, start, sandbox } = exchange;
  const faults = effectiveFaults(exchange);
  return {
    id: start.number,
    at: start.at,
    received: received - startedAt,
    duration: undefined,
    connection: connection && { ...connection, opened: connection.opened - startedAt },
    method: req.method,
    url: journals.texts.shared(req.url),
    operation: exchange.operation?.id,
    status,
    clientId: exchange.clientId,
    isTokenIssuedHere: exchange.claims !== undefined,
    requestHeaders: journals.of(sandbox).sharedHeaders(req.rawHeaders, journals.texts),
    requestBody: exchange.requestBody,
    responseHeaders: headers,
    responseBody: recorded,
    ending: delivery?.end,
    held: exchange.held && true,
    release: undefined,
    variants: exchange.contract.variants,
    scenarios: faults.length === 0 ? NO_SCENARIOS : faults.map(appliedScenario),
    idleScenarios: idleScenarios(catalogue, exchange),
    diagnostics,
    refusedByEmulator: madeByEmulator === true,
    brokenHttp: exchange.brokenBody === undefined ? exchange.brokenHttp : 'served',
    sentByEmulator,
  };
}

function appliedScenario({ scenario, activation, call, fault }: DecidedFault): AppliedScenario {
  return {
    scenario: scenario.name,
    selector: activation.selector,
    parameters: activation.parameters,
    call,
    fault: fault.kind,
  };
}
