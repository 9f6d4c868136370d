/**
 * Checks what enters a world from outside: whether responses can show it by the service's contract, whether the
 * scenarios of parties exist, and whether events can be applied.
 */

import { violationSentence, type Violation } from '../../../contract/violation.js';
import { SandboxClock, type ClockReading } from '../../domain/time/clock.js';
import type { Base } from '../../domain/world/base.js';
import { partyAfter, WorldEventError, type WorldEvent } from '../../domain/world/events.js';
import type { Fixture } from '../../domain/world/fixture.js';
import type { Party } from '../../domain/world/model.js';
import { World, type WorldChanges } from '../../domain/world/world.js';
import type { Catalogue } from '../../scenarios/scenario.js';
import { ScenarioSelectionError, selectScenarios } from '../../scenarios/select-scenarios.js';

/** What worlds are checked against. */
export interface WorldRules {
  readonly catalogue: Catalogue;
  /** What would break the service's contract as soon as a response shows the party, with pointers into the party. */
  readonly partyViolations: (party: Party) => readonly Violation[];
}

/** A mistake in a world. */
export interface WorldMistake {
  /** A sentence. */
  readonly message: string;
  /** JSON pointer into the state of the sandbox. */
  readonly pointer: string;
}

/** Finds the first party of a fixture that cannot be shown, or whose scenario is invalid. */
export function findInvalidParty({ parties }: Fixture, rules: WorldRules): WorldMistake | undefined {
  for (const [at, party] of parties.entries()) {
    const place = `/options/fixture/parties/${at}`;
    const [violation] = rules.partyViolations(party);
    if (violation !== undefined) return mistakeOf(violation, place + violation.pointer);
    const mistake = scenarioMistake(party.scenario, rules.catalogue);
    if (mistake !== undefined)
      return { message: `The scenario of party ${at} is invalid: ${mistake}`, pointer: `${place}/scenario` };
  }
  return undefined;
}

/** Applies every event, past and scheduled, to a new world, and finds the first one that does not fit. */
export function findInvalidEvent(
  base: Base,
  { clock, epoch, events, scheduled }: WorldChanges & { readonly clock: ClockReading },
  rules: WorldRules,
): WorldMistake | undefined {
  const world = new World(base, new SandboxClock(clock), { epoch, events: [], scheduled: [] });
  const past = events.map((event, at) => [event, `Event ${at}`, `/events/${at}`] as const);
  const future = scheduled.map(({ event }, at) => [event, `Scheduled event ${at}`, `/scheduled/${at}/event`] as const);
  for (const [event, name, pointer] of [...past, ...future]) {
    const violation = eventViolation(event, rules, world.party(event.partyId));
    if (violation !== undefined) return mistakeOf(violation, pointer + violation.pointer);
    try {
      world.apply(event);
    } catch (error) {
      if (!(error instanceof WorldEventError)) throw error;
      return { message: `${name} cannot be applied: ${error.message}`, pointer };
    }
    const mistake = scenarioMistake(world.party(event.partyId)?.scenario, rules.catalogue);
    if (mistake !== undefined) return { message: `${name} cannot be applied: ${mistake}`, pointer };
  }
  return undefined;
}

/**
 * The first violation of the contract that an event would bring into a world, with a pointer into the event. Only what
 * the event adds or changes is checked.
 * @param party the party before the event
 */
export function eventViolation(
  event: WorldEvent,
  { partyViolations }: Pick<WorldRules, 'partyViolations'>,
  party: Party | undefined,
): Violation | undefined {
  const account = party && { ...party, credentials: [], requests: [] };
  switch (event.type) {
    case 'party-added':
    case 'party-restored':
      return within('/party', 0, event.party === null ? [] : partyViolations(event.party));
    case 'party-changed':
      return account && within('/changes', 0, partyViolations(partyAfter(account, event)));
    case 'data-requested':
      return account && within('/request', 2, partyViolations(partyAfter(account, event)));
    case 'credential-issued':
      return account && within('/credential', 2, partyViolations(partyAfter(account, event)));
    // These change states and times, which their schemas limit.
    case 'data-request-decided':
    case 'credential-changed':
    case 'credential-expiry-moved':
      return undefined;
  }
}

/** The first violation, with `place` instead of the first names in its pointer. */
function within(place: string, names: number, [violation]: readonly Violation[]): Violation | undefined {
  if (violation === undefined) return undefined;
  const rest = violation.pointer.split('/').slice(1 + names);
  return { ...violation, pointer: [place, ...rest].join('/') };
}

function mistakeOf(violation: Violation, pointer: string): WorldMistake {
  return { message: violationSentence({ ...violation, pointer }), pointer };
}

/** Why a selection is invalid, in sentences. */
export function scenarioMistake(selection: string | undefined, catalogue: Catalogue): string | undefined {
  try {
    if (selection !== undefined) selectScenarios(selection, catalogue, { selector: 'party' });
    return undefined;
  } catch (error) {
    if (!(error instanceof ScenarioSelectionError)) throw error;
    return error.message;
  }
}
