/** Measures what pacts exercise of the contract, of the scenarios and of the provider states. */

import type { Contract } from '../../contract/contract.js';
import { matchRequest } from '../../pact/match-request.js';
import type { PactFile, PactInteraction } from '../../pact/pact-file.js';
import { blindSpots } from './blind-spots.js';
import { coverOperation, type NamedCoverage, type OperationCoverage } from './cover-operation.js';

export interface ContractCoverage {
  /** All of the contract, in its order. */
  readonly operations: readonly OperationCoverage[];
  readonly scenarios: readonly NamedCoverage[];
  readonly states: readonly NamedCoverage[];
  /** What is never tested, in sentences, the most important first: untested failures above all. */
  readonly blindSpots: readonly string[];
}

export interface CoverageSources {
  readonly contract: Contract;
  readonly pacts: readonly PactFile[];
  /** The names of all that ship. */
  readonly scenarios: readonly string[];
  /** The registry; `scenarios` are those that a state switches on. */
  readonly states: readonly { readonly name: string; readonly scenarios?: readonly string[] }[];
  /** What an interaction makes use of: names of the registry, and scenarios that it reaches without one of its states. */
  readonly used: (
    pact: PactFile,
    interaction: PactInteraction,
  ) => { readonly states: readonly string[]; readonly scenarios: readonly string[] };
}

/** Counts interactions, whatever became of them: the coverage is about what is tested, not about what holds. */
export function coverageOf(sources: CoverageSources): ContractCoverage {
  const { contract, scenarios, states } = sources;
  const calls = callsOf(sources);
  const operations = [...contract.operations.values()].map((operation) =>
    coverOperation(
      contract.document,
      operation,
      calls.filter((call) => call.operation === operation.id).map(({ interaction }) => interaction),
    ),
  );
  const scenariosOfStates = new Map(states.map(({ name, scenarios: switchedOn = [] }) => [name, switchedOn]));
  const met = calls.map(
    ({ used }) => new Set([...used.scenarios, ...used.states.flatMap((state) => scenariosOfStates.get(state) ?? [])]),
  );
  return {
    operations,
    scenarios: scenarios.map((name) => counted(name, met)),
    states: states.map(({ name }) =>
      counted(
        name,
        calls.map(({ used }) => new Set(used.states)),
      ),
    ),
    blindSpots: blindSpots(operations, contract),
  };
}

interface Call {
  readonly interaction: PactInteraction;
  /** Absent where the contract has none. */
  readonly operation: string | undefined;
  readonly used: ReturnType<CoverageSources['used']>;
}

function callsOf({ contract, pacts, used }: CoverageSources): Call[] {
  return pacts.flatMap((pact) =>
    pact.interactions.map((interaction) => {
      const match = matchRequest(contract, interaction.request);
      return {
        interaction,
        operation: match.kind === 'operation' ? match.operation.id : undefined,
        used: used(pact, interaction),
      };
    }),
  );
}

function counted(name: string, uses: readonly ReadonlySet<string>[]): NamedCoverage {
  return { name, interactions: uses.filter((names) => names.has(name)).length };
}
