/** Checks worlds that come from outside: the scenarios of their parties, and whether their events can be applied. */

import { SandboxClock, type ClockReading } from '../../domain/time/clock.js';
import type { Base } from '../../domain/world/base.js';
import { WorldEventError } from '../../domain/world/events.js';
import type { Fixture } from '../../domain/world/fixture.js';
import { World, type WorldChanges } from '../../domain/world/world.js';
import type { Catalogue } from '../../scenarios/scenario.js';
import { ScenarioSelectionError, selectScenarios } from '../../scenarios/select-scenarios.js';
import { selectForSandbox } from '../sandbox-factory.js';

/**
 * Checks the scenarios of a fixture's parties, so that a mistake shows before the first request.
 * @throws OptionsError if a selection is invalid
 */
export function checkPartyScenarios({ name, parties }: Fixture, catalogue: Catalogue): void {
  for (const { partyId, scenario } of parties) {
    if (scenario !== undefined) selectForSandbox(scenario, `fixture ${name}, party ${partyId}`, catalogue);
  }
}

/** A mistake in a world. */
export interface WorldMistake {
  /** A sentence. */
  readonly message: string;
  /** JSON pointer into the state of the sandbox. */
  readonly pointer: string;
}

/** Finds the first party of a base world whose scenario is invalid. */
export function findInvalidParty({ cast }: Base, catalogue: Catalogue): WorldMistake | undefined {
  for (const [at, { scenario }] of cast.entries()) {
    try {
      if (scenario !== undefined) selectScenarios(scenario, catalogue, { selector: 'party' });
    } catch (error) {
      if (!(error instanceof ScenarioSelectionError)) throw error;
      return {
        message: `The scenario of party ${at} is invalid: ${error.message}`,
        pointer: `/options/fixture/parties/${at}/scenario`,
      };
    }
  }
  return undefined;
}

/** Applies every event, past and scheduled, to a new world, and finds the first one that does not fit. */
export function findInvalidEvent(
  base: Base,
  { clock, epoch, events, scheduled }: WorldChanges & { readonly clock: ClockReading },
  catalogue: Catalogue,
): WorldMistake | undefined {
  const world = new World(base, new SandboxClock(clock), { epoch, events: [], scheduled: [] });
  const past = events.map((event, at) => ({ event, name: `Event ${at}`, pointer: `/events/${at}` }));
  const future = scheduled.map(({ event }, at) => ({
    event,
    name: `Scheduled event ${at}`,
    pointer: `/scheduled/${at}/event`,
  }));
  for (const { event, name, pointer } of [...past, ...future]) {
    try {
      world.apply(event);
      const scenario = world.party(event.partyId)?.scenario;
      if (scenario !== undefined) selectScenarios(scenario, catalogue, { selector: 'party' });
    } catch (error) {
      if (!(error instanceof WorldEventError || error instanceof ScenarioSelectionError)) throw error;
      return { message: `${name} cannot be applied: ${error.message}`, pointer };
    }
  }
  return undefined;
}
