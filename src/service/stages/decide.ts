/** Chooses the faults of a call: what the active scenarios decide for it. */

import { decideFaults } from '../../scenarios/decide-faults.js';
import { callFacts, namesIn } from '../operations/request-subjects.js';
import type { Exchange } from './exchange.js';
import type { Caller } from './authenticate.js';
import type { Matched } from './locate.js';
import type { RequestInput } from './receive.js';
import type { ServiceContext } from '../service-context.js';

/** What is known of the request when faults are chosen. */
export interface KnownRequest {
  readonly caller: Caller;
  readonly input: RequestInput;
  readonly ofHeader: ReturnType<ServiceContext['scenarios']['ofHeader']>;
}

/**
 * The faults, the outermost first.
 * @throws ScenarioSelectionError where the scenarios cannot be active together
 */
export function chooseFaults(
  { catalogue, scenarios }: ServiceContext,
  { operation, path }: Matched,
  { caller: { sandbox, clientId, contractId }, input, ofHeader }: KnownRequest,
): Exchange['faults'] {
  const knows = (parameter: string): boolean => operation.parameters.some(({ name }) => name === parameter);
  const request = {
    operation: operation.id,
    sandbox,
    clientId,
    path,
    ...input.readable(),
    knows,
    linkedContractId: contractId,
  };
  const active = scenarios.together(
    scenarios.ofSandbox(sandbox),
    scenarios.ofClient(sandbox, clientId),
    ofHeader,
    scenarios.ofParties(sandbox, () => namesIn(request)),
  );
  return active.length === 0 ? [] : decideFaults(catalogue, active, callFacts(request));
}
