/** Plans the runs of pacts: one for each interaction, with the interaction's own states. */

import type { PactFile } from '../pact/pact-file.js';
import type { Run } from './run/run.js';

/** A pact and its runs, in the order of its interactions. */
export interface PlannedPact {
  readonly pact: PactFile;
  readonly runs: readonly Run[];
}

export function planRuns(pacts: readonly PactFile[]): PlannedPact[] {
  return pacts.map((pact, place) => ({
    pact,
    runs: pact.interactions.map((interaction) => ({
      id: `${place + 1}-${interaction.index}`,
      pact,
      interaction,
      states: interaction.states,
    })),
  }));
}
