/** The pact of a sandbox: what its exchanges say, and what has to be known of scenarios and worlds to say it. */

import type { Sandbox } from '../domain/sandbox/sandbox.js';
import type { Exchange } from '../journal/exchange.js';
import { completeOptions } from '../options.js';
import type { PactDocument } from '../pact/pact-json.js';
import { pactFromJournal } from '../pact/generate/pact-from-journal.js';
import { firstCallSelection } from '../scenarios/first-call-selection.js';
import type { ControlContext } from './control-context.js';

/** Between whom a pact is. */
export interface PactParties {
  readonly consumer: string;
  /** Default: `identity`. */
  readonly provider?: string;
}

/** The pact that the exchanges of a sandbox make. */
export function sandboxPact(
  sandbox: Sandbox,
  exchanges: readonly Exchange[],
  parties: PactParties,
  { contracts, catalogue, facts, factory }: ControlContext,
): PactDocument {
  return pactFromJournal({
    exchanges,
    contract: contracts.of(sandbox.settings.revision),
    ...parties,
    version: facts.version,
    own: sandbox.world,
    usual: usualSandbox(factory),
    selectionOf: (applied) => {
      const scenario = catalogue.get(applied.scenario);
      return scenario && firstCallSelection(scenario, applied);
    },
  });
}

/** What a verification begins with, whatever this emulator was started with; its clock stands, because nobody waits. */
function usualSandbox(factory: ControlContext['factory']): Sandbox {
  const { fixture, seed, population } = completeOptions({});
  return factory.make(
    { fixture, seed, population, now: '2026-01-01T00:00:00Z' },
    { id: 'usual', clientId: 'usual', clientSecret: 'usual' },
  );
}
