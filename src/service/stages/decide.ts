/** Chooses the faults of a request: what the active scenarios decide for it. */

import { once } from '../../contract/lazy.js';
import type { FormFields } from '../../contract/query-string.js';
import type { ExchangeStart } from '../../domain/sandbox/sandbox.js';
import { decideFaults, type DecidedFault } from '../../scenarios/decide-faults.js';
import type { CallFacts } from '../../scenarios/firing.js';
import { partySelections, subjectsOf, type RequestValues } from '../operations/request-subjects.js';
import type { ServiceContext } from '../service-context.js';
import type { Authenticated } from './authenticate.js';
import { valueOr } from './receive.js';

/** An exchange whose faults are chosen. */
export interface Decided extends Authenticated {
  readonly faults: readonly DecidedFault[];
  readonly start: ExchangeStart;
}

const NO_FIELDS: FormFields = new Map();
const NO_FAULTS: readonly DecidedFault[] = [];

/**
 * Applies the events that are due in the sandbox's world, and chooses the faults of the request.
 * @throws ScenarioSelectionError if the selected scenarios cannot be active together
 */
export function decide(context: ServiceContext, authenticated: Authenticated, start: ExchangeStart): Decided {
  authenticated.sandbox.world.settle();
  const faults = chooseFaults(context, authenticated);
  const { arrival, claims, sandbox, clientId, contract, access, operation, path, queryString } = authenticated;
  const { headerScenarios, requestBody, query, body, tokenId, link, diagnostics } = authenticated;
  return {
    arrival,
    claims,
    sandbox,
    clientId,
    contract,
    access,
    operation,
    path,
    queryString,
    headerScenarios,
    requestBody,
    query,
    body,
    tokenId,
    link,
    faults,
    diagnostics,
    start,
  };
}

/** The faults, the outermost first. Query and body count as empty if they cannot be read. */
function chooseFaults({ catalogue, scenarios }: ServiceContext, authenticated: Authenticated): readonly DecidedFault[] {
  const { arrival, sandbox, clientId, operation, path, headerScenarios, link } = authenticated;
  const values: RequestValues = {
    sandbox,
    operation,
    path,
    query: valueOr(authenticated.query, NO_FIELDS),
    body: valueOr(authenticated.body, undefined),
    link,
  };
  const active = scenarios.together(
    scenarios.ofSandbox(sandbox),
    scenarios.ofClient(sandbox, clientId),
    headerScenarios,
    scenarios.ofParties(partySelections(values)),
  );
  return active.length === 0
    ? NO_FAULTS
    : decideFaults(catalogue, active, callFacts(values, clientId, arrival.req.url));
}

function callFacts(values: RequestValues, clientId: string, url: string): CallFacts {
  const subjects = once(() => subjectsOf(values));
  return {
    operation: values.operation.id,
    url,
    sandbox: values.sandbox,
    clientId,
    query: (name) => values.query.get(name) ?? [],
    body: (name) => membersOf(values.body)[name],
    get subjects() {
      return subjects();
    },
  };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
