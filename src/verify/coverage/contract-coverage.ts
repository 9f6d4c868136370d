/** Measures which parts of the contract, which scenarios and which provider states pacts exercise. */

import { onceFor } from '../../common/remembering.js';
import type { Contract } from '../../contract/contract.js';
import { matchRequest } from '../../pact/match-request.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import { blindSpots } from './blind-spots.js';
import type { ContractCoverage, NamedCoverage } from '../report/verification-report.js';
import { coverOperation } from './cover-operation.js';

/** What the coverage is measured from. */
export interface CoverageSources {
  readonly contract: Contract;
  /** The interactions that were verified and passed. Failed interactions show nothing. */
  readonly interactions: readonly CoveredInteraction[];
  /** The interactions that failed. Default: none. */
  readonly failed?: readonly PactInteraction[];
  /** Names of the shipped scenarios. */
  readonly scenarios: readonly string[];
  /** The provider states of the registry. `scenarios` are the scenarios that a state activates. */
  readonly states: readonly { readonly name: string; readonly scenarios?: readonly string[] }[];
}

/**
 * An interaction that passed, with the names of its states in the registry, and the scenarios that were activated in
 * another way than by these states.
 */
export interface CoveredInteraction {
  readonly interaction: PactInteraction;
  readonly states: readonly string[];
  readonly scenarios: readonly string[];
}

/** Counts what the interactions use, operation by operation, then scenarios and states. */
export function coverageOf(sources: CoverageSources): ContractCoverage {
  const { contract, interactions, failed = [], scenarios, states } = sources;
  const scenariosOf = new Map(states.map((state) => [state.name, state.scenarios ?? []]));
  const operationOf = onceFor(({ request }: PactInteraction) => matchRequest(contract, request).operation?.id);
  const uses = interactions.map((one) => {
    const scenariosOfStates = one.states.flatMap((name) => scenariosOf.get(name) ?? []);
    return { states: one.states, scenarios: [...one.scenarios, ...scenariosOfStates] };
  });
  const usesOf = (name: string, kind: 'states' | 'scenarios'): NamedCoverage => {
    return { name, interactions: uses.filter((use) => use[kind].includes(name)).length };
  };

  const operations = [...contract.operations.values()].map((operation) => {
    const isOfOperation = (interaction: PactInteraction): boolean => operationOf(interaction) === operation.id;
    const passed = interactions.map(({ interaction }) => interaction).filter(isOfOperation);
    return coverOperation(contract, operation, { passed, failed: failed.filter(isOfOperation) });
  });

  return {
    operations,
    scenarios: scenarios.map((name) => usesOf(name, 'scenarios')),
    states: states.map(({ name }) => usesOf(name, 'states')),
    blindSpots: blindSpots(operations, contract),
  };
}
