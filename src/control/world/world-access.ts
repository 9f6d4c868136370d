/** The world of whatever sandbox is there now: found, checked, changed; what is not there or does not fit is a problem. */

import { parseDuration } from '../../domain/time/duration.js';
import type { Party } from '../../domain/world/model.js';
import { isClockTime } from '../../domain/time/sandbox-clock.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { WorldEvent } from '../../domain/world/events.js';
import type { Holding, ScheduledEvent } from '../../domain/world/world.js';
import type { Catalogue } from '../../scenarios/scenario.js';
import { ScenarioSelectionError, selectScenarios } from '../../scenarios/select-scenarios.js';
import { conflict, notThere, unusable } from '../problem.js';

export class WorldAccess {
  readonly #current: () => Sandbox;
  readonly #catalogue: Catalogue;

  constructor(current: () => Sandbox, catalogue: Catalogue) {
    this.#current = current;
    this.#catalogue = catalogue;
  }

  /** The sandbox, when everything has happened that is due. */
  settled(): Sandbox {
    const sandbox = this.#current();
    sandbox.settle();
    return sandbox;
  }

  /** @throws Problem 404 */
  party(partyId: string): Party {
    const { id, world } = this.#current();
    const party = world.party(partyId);
    if (party === undefined) throw notThere(`There is no party "${partyId}" in sandbox "${id}".`);
    return party;
  }

  /** @throws Problem 404 */
  holding(contractId: string): Holding {
    const { id, world } = this.#current();
    const holding = world.holding(contractId);
    if (holding === undefined) throw notThere(`There is no credential "${contractId}" in sandbox "${id}".`);
    return holding;
  }

  /** A credential that nobody has acted on yet. @throws Problem 404, 409 */
  active(contractId: string): Holding {
    const holding = this.holding(contractId);
    if (holding.credential.state !== 'active')
      throw conflict(`The credential "${contractId}" is ${holding.credential.state} already.`);
    return holding;
  }

  /** The time by the sandbox's clock after a delay; now where there is none. @throws Problem 422 */
  timeOf(after: string | undefined): number {
    const delay = after === undefined ? 0 : parseDuration(after);
    const at = Math.round(this.#current().clock.now() + (delay ?? Number.NaN));
    if (delay === undefined || delay < 0 || !isClockTime(at))
      throw unusable(
        'This is no delay',
        `Expected a duration such as "PT5M" or "30s" that ends before the year 9000, found ${JSON.stringify(after)}.`,
        '/after',
      );
    return at;
  }

  /** @throws Problem 422 where a party could not carry the scenarios */
  checkScenario(scenario: string): void {
    try {
      selectScenarios(scenario, this.#catalogue, { selector: 'party' });
    } catch (error) {
      if (!(error instanceof ScenarioSelectionError)) throw error;
      throw unusable('The scenario of the party cannot be followed', error.message, '/scenario', {
        mistakes: error.mistakes,
      });
    }
  }

  /** Lets events happen at a time by the sandbox's clock. */
  performAt(at: number, events: readonly WorldEvent[]): void {
    if (at <= this.#current().clock.now()) this.perform(events);
    else
      this.perform(
        [],
        events.map((event) => ({ at, event })),
      );
  }

  /** Lets events happen now, and others later. */
  perform(events: readonly WorldEvent[], scheduled: readonly ScheduledEvent[] = []): void {
    this.#current().perform({ type: 'world-changed', events, scheduled });
  }
}
