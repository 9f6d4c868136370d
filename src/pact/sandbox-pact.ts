/** The pact of a sandbox's exchanges. */

import type { Steps } from '../common/steps.js';
import type { Sandbox } from '../emulator/domain/sandbox/sandbox.js';
import type { Exchange } from '../emulator/journal/exchange.js';
import { DEFAULT_POPULATION } from '../emulator/domain/population/population.js';
import { completeOptions } from '../emulator/complete-options.js';
import { pactFromJournal } from './generate/pact-from-journal.js';
import type { PactDocument, PactParties } from '../emulator/control/pact-document.js';
import { firstCallSelection } from '../emulator/scenarios/first-call-selection.js';
import type { ControlContext } from '../emulator/control/control-context.js';
import { unprocessable } from '../emulator/control/problem.js';

/**
 * The pact of the exchanges.
 * @throws Problem 422 if a name is empty
 */
export function sandboxPact(
  sandbox: Sandbox,
  exchanges: readonly Exchange[],
  { consumer, provider, members }: PactParties,
  { contracts, catalogue, facts, factory }: ControlContext,
): Steps<PactDocument> {
  for (const [role, name] of Object.entries({ consumer, provider })) {
    if (name?.trim() === '')
      throw unprocessable('Empty name', `Expected the name of the ${role}, found ${JSON.stringify(name)}.`, `/${role}`);
  }
  return pactFromJournal({
    exchanges,
    contract: contracts.of(sandbox.settings.revision),
    consumer,
    ...(provider !== undefined && { provider }),
    ...(members !== undefined && { members }),
    version: facts.version,
    own: sandbox.world,
    usual: verificationSandbox(factory),
    selectionOf: (applied) => {
      const scenario = catalogue.get(applied.scenario);
      return scenario && firstCallSelection(scenario, applied);
    },
  });
}

/** A sandbox as each verification starts with it, whatever this emulator's options are. Its clock is stopped. */
function verificationSandbox(factory: ControlContext['factory']): Sandbox {
  const { fixture, seed } = completeOptions({});
  return factory.create(
    { fixture, seed, population: DEFAULT_POPULATION, now: '2026-01-01T00:00:00Z' },
    { id: 'usual', clientId: 'usual', clientSecret: 'usual' },
  );
}
