/** Generates a pact from the exchanges between a consumer's ordinary tests and a sandbox. */

import { createHash } from 'node:crypto';
import type { Steps } from '../../common/steps.js';
import type { Contract } from '../../contract/contract.js';
import { completeOptions } from '../../emulator/complete-options.js';
import type { ControlContext, EndpointContext } from '../../emulator/control/control-context.js';
import type { Schemas } from '../../emulator/control/documents.js';
import type { InteractionDocument, PactDocument, PactParties } from '../../emulator/control/pact-document.js';
import { unprocessable } from '../../emulator/control/problem.js';
import { DEFAULT_POPULATION } from '../../emulator/domain/population/population.js';
import type { Sandbox } from '../../emulator/domain/sandbox/sandbox.js';
import { summaryOf, type Exchange } from '../../emulator/journal/exchange.js';
import { firstCallSelection } from '../../emulator/scenarios/first-call-selection.js';
import { checkExchange, LeftOutError } from './checked-exchange.js';
import { interactionOf, type NewInteraction } from './interaction.js';
import type { GeneratorFacts } from './required-states.js';

/**
 * Adds the method that makes pacts to the context of the control plane. Only a start of the emulator loads this module,
 * so that other uses stay small.
 */
export function withPacts(control: ControlContext): EndpointContext {
  return { ...control, pact: (sandbox, exchanges, parties) => pactFromJournal(sandbox, exchanges, parties, control) };
}

/**
 * The pact of a sandbox's exchanges, in steps, so that the emulator can serve requests meanwhile. Similar exchanges are
 * one interaction, whose example is the first of them. The metadata list the exchanges that cannot be part of a pact.
 * @param exchanges oldest first
 * @throws Problem 422 if a name is empty
 */
export function* pactFromJournal(
  sandbox: Sandbox,
  exchanges: readonly Exchange[],
  { consumer, provider = 'identity' }: PactParties,
  { contracts, catalogue, facts, factory, redactorOf }: ControlContext,
): Steps<PactDocument> {
  for (const [role, name] of Object.entries({ consumer, provider })) {
    if (name.trim() === '')
      throw unprocessable('Empty name', `Expected the name of the ${role}, found ${JSON.stringify(name)}.`, `/${role}`);
  }

  const contract = contracts.of(sandbox.settings.revision);
  const generatorFacts: GeneratorFacts = {
    contract,
    sandboxWorld: sandbox.world,
    newSandbox: verificationSandbox(factory),
    selectionOf: (applied) => {
      const scenario = catalogue.get(applied.scenario);
      // Scenarios of the user are in the catalogue, too; a removed one cannot be selected.
      return scenario && firstCallSelection(scenario, applied);
    },
  };
  const redactor = redactorOf(sandbox);
  /** The first of similar interactions, by fingerprint. */
  const interactions = new Map<string, NewInteraction>();
  /** The exchanges that are left out, by request and reason: equal ones are listed together. */
  const leftOut = new Map<string, Schemas['LeftOut']>();

  for (const exchange of exchanges) {
    yield;
    try {
      const checked = checkExchange(exchange, contract, redactor);
      // Between two steps, the emulator serves requests.
      yield;
      const interaction = yield* interactionOf(checked, generatorFacts);
      if (!interactions.has(interaction.fingerprint)) interactions.set(interaction.fingerprint, interaction);
    } catch (error) {
      if (!(error instanceof LeftOutError)) throw error;

      const request = summaryOf(exchange);
      const reason = error.message;
      const key = `${request} ${reason}`;
      const earlier = leftOut.get(key)?.exchanges ?? [];
      leftOut.set(key, { request, exchanges: [...earlier, exchange.id], reason });
    }
  }

  return {
    consumer: { name: consumer },
    provider: { name: provider },
    interactions: withKeys(sorted([...interactions.values()], contract)),
    metadata: {
      pactSpecification: { version: '4.0' },
      'id-emulator': {
        version: facts.version,
        contract: { version: contract.version, sha256: contract.sha256 },
        leftOut: [...leftOut.values()],
      },
    },
  };
}

/**
 * A sandbox as every verification starts with it, whatever options this emulator has. Its clock is stopped. What it
 * already has needs no provider state.
 */
function verificationSandbox(factory: ControlContext['factory']): Sandbox {
  const { fixture, seed } = completeOptions({});
  return factory.create(
    { fixture, seed, population: DEFAULT_POPULATION, now: '2026-01-01T00:00:00Z' },
    { id: 'usual', clientId: 'usual', clientSecret: 'usual' },
  );
}

/**
 * Sorts by operation, status and number of states. The order of the exchanges cannot serve, because parallel tests make
 * equal exchanges in different orders.
 */
function sorted(interactions: readonly NewInteraction[], { operations }: Contract): NewInteraction[] {
  const ids = [...operations.keys()];
  return interactions.toSorted(
    (one, other) =>
      ids.indexOf(one.operation) - ids.indexOf(other.operation) ||
      one.response.status - other.response.status ||
      (one.providerStates ?? []).length - (other.providerStates ?? []).length ||
      (one.fingerprint < other.fingerprint ? -1 : 1),
  );
}

/** Adds keys, and a number to each repeated description, because Pact identifies interactions by their descriptions. */
function withKeys(interactions: readonly NewInteraction[]): InteractionDocument[] {
  const counts = new Map<string, number>();
  return interactions.map(({ operation: _, fingerprint, type, description, ...others }) => {
    const number = (counts.get(description) ?? 0) + 1;
    counts.set(description, number);
    return {
      type,
      // The key stays equal when a pact is generated anew, so that tools recognize the interaction.
      key: createHash('sha256').update(fingerprint).digest('hex').slice(0, 16),
      description: number === 1 ? description : `${description} (${number})`,
      ...others,
    };
  });
}
