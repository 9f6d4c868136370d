/** Measures which parts of the contract, which scenarios and which provider states pacts exercise. */

import type { Contract } from '../../contract/contract.js';
import { matchRequest } from '../../pact/match-request.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import { blindSpots } from './blind-spots.js';
import { coverOperation, type NamedCoverage, type OperationCoverage } from './cover-operation.js';

export interface ContractCoverage {
  /** All operations, in the order of the contract. */
  readonly operations: readonly OperationCoverage[];
  readonly scenarios: readonly NamedCoverage[];
  readonly states: readonly NamedCoverage[];
  /** What is never tested, a sentence each, the most important first. */
  readonly blindSpots: readonly string[];
}

export interface CoverageSources {
  readonly contract: Contract;
  /** Only those that were verified and passed: what fails shows nothing. */
  readonly interactions: readonly CoveredInteraction[];
  /** Names of the shipped scenarios. */
  readonly scenarios: readonly string[];
  /** The registry; `scenarios` are those that a state activates. */
  readonly states: readonly { readonly name: string; readonly scenarios?: readonly string[] }[];
}

/** An interaction, the names of its states in the registry, and scenarios that were activated in another way. */
export interface CoveredInteraction {
  readonly interaction: PactInteraction;
  readonly states: readonly string[];
  readonly scenarios: readonly string[];
}

export function coverageOf(sources: CoverageSources): ContractCoverage {
  const { contract, scenarios, states } = sources;
  const uses = usesOf(sources);
  const operations = [...contract.operations.values()].map((operation) => {
    const interactions = uses.filter((use) => use.operation === operation.id).map(({ interaction }) => interaction);
    return coverOperation(contract.document, operation, interactions);
  });
  return {
    operations,
    scenarios: scenarios.map((name) => coverageOfName(name, uses, (use) => use.scenarios)),
    states: states.map(({ name }) => coverageOfName(name, uses, (use) => use.states)),
    blindSpots: blindSpots(operations, contract),
  };
}

/** An interaction and what it exercises. */
interface Use {
  readonly interaction: PactInteraction;
  /** Undefined if the contract has no operation for the request. */
  readonly operation: string | undefined;
  readonly states: ReadonlySet<string>;
  readonly scenarios: ReadonlySet<string>;
}

function usesOf({ contract, interactions, states }: CoverageSources): Use[] {
  const scenariosByState = new Map(states.map(({ name, scenarios = [] }) => [name, scenarios]));
  return interactions.map(({ interaction, ...names }) => {
    const match = matchRequest(contract, interaction.request);
    return {
      interaction,
      operation: match.kind === 'operation' ? match.operation.id : undefined,
      states: new Set(names.states),
      scenarios: new Set([...names.scenarios, ...names.states.flatMap((state) => scenariosByState.get(state) ?? [])]),
    };
  });
}

function coverageOfName(name: string, uses: readonly Use[], namesIn: (use: Use) => ReadonlySet<string>): NamedCoverage {
  return { name, interactions: uses.filter((use) => namesIn(use).has(name)).length };
}
