/** Access to the world of a sandbox: looks things up, checks requests and performs events. Errors are problems. */

import { violationSentence } from '../../../../contract/violation.js';
import type { Sandbox } from '../../../domain/sandbox/sandbox.js';
import { parseDuration } from '../../../domain/time/duration.js';
import { isClockTime } from '../../../domain/time/clock.js';
import { Now } from '../../../domain/time/now.js';
import { obstacleTo, partyAt } from '../../../domain/world/lifecycle.js';
import type { WorldEvent } from '../../../domain/world/events.js';
import { takenAfter } from '../../../domain/world/taken-ids.js';
import type { Party, Holding } from '../../../domain/world/model.js';
import type { ScheduledEvent } from '../../../domain/world/world.js';
import { selectScenarios } from '../../../scenarios/select-scenarios.js';
import { conflict, notFound, unexpected, unprocessable } from '../../problem.js';
import { selectOrRefuse } from '../scenario-control.js';
import type { ControlContext } from '../../control-context.js';
import { eventViolation } from '../../fixtures/check-world.js';

/** A change: the numbers of its first and its last event, from 1, in the order of the world's events. */
export type WorldChange = Readonly<Record<'first' | 'last', number>>;

/** Changes the world of a sandbox by events, and takes changes back. */
export class WorldAccess {
  readonly #current: () => Sandbox;
  readonly #context: ControlContext;

  /**
   * @param current returns the sandbox; a reset or an import replaces it
   * @internal
   */
  constructor(current: () => Sandbox, context: ControlContext) {
    this.#current = current;
    this.#context = context;
  }

  /** The sandbox after all scheduled events that are due by its clock. */
  settled(): Sandbox {
    const sandbox = this.#current();
    sandbox.settle();
    return sandbox;
  }

  /** The party with this ID. @throws Problem 404 if there is no such party */
  party(partyId: string): Party {
    const { id, world } = this.#current();
    const party = world.party(partyId);
    if (party === undefined) throw notFound(`There is no party "${partyId}" in sandbox "${id}".`);

    return party;
  }

  /** The party with this ID, whose data requests have their present statuses. @throws Problem 404 */
  partyNow(partyId: string): Party {
    const sandbox = this.#current();
    return partyAt(this.party(partyId), sandbox.world.time(), this.#context.rulesOf(sandbox));
  }

  /** A credential and the party that holds it. @throws Problem 404 */
  holding(contractId: string): Holding {
    const { id, world } = this.#current();
    const holding = world.holding(contractId);
    if (holding === undefined) throw notFound(`There is no credential "${contractId}" in sandbox "${id}".`);

    return holding;
  }

  /** An active credential and the party that holds it. @throws Problem 404, 409 if the credential is not active */
  activeHolding(contractId: string): Holding {
    const holding = this.holding(contractId);
    if (holding.credential.state !== 'active')
      throw conflict(`The credential "${contractId}" is ${holding.credential.state}; only active ones can change.`);
    return holding;
  }

  /** @throws Problem 409 if an event is impossible at that time, as far as is known now */
  refuseImpossible(events: readonly WorldEvent[], at: number): void {
    const { world } = this.#current();
    const time = new Now(at, world.epoch);
    for (const event of events) {
      const obstacle = obstacleTo(event, this.partyNow(event.partyId), time);
      if (obstacle !== undefined) throw conflict(obstacle);
    }
  }

  /** The time by the sandbox's clock after a delay; without a delay, now. @throws Problem 422 */
  timeOf(after: string | undefined): number {
    const delay = after === undefined ? 0 : parseDuration(after);
    const at = Math.round(this.#current().clock.now() + (delay ?? 0));
    if (delay === undefined || delay < 0 || !isClockTime(at))
      throw unexpected('delay', 'a duration such as "PT5M" or "30s" that ends before the year 9000', after, '/after');

    return at;
  }

  /** Checks scenarios for a party. @throws Problem 422 if the selection is invalid */
  checkScenario(scenario: string): void {
    const select = (): unknown => selectScenarios(scenario, this.#context.catalogue, { selector: 'party' });
    selectOrRefuse('/scenario', select, 'The scenario of the party');
  }

  /**
   * Performs events at a time of the sandbox's clock: at once, or by scheduling them.
   * @param eventsNow events to perform at once if `events` are scheduled; default: none
   */
  performAt(at: number, events: readonly WorldEvent[], eventsNow: readonly WorldEvent[] = []): void {
    const scheduled = events.map((event) => ({ at, event }));
    if (at <= this.#current().clock.now()) this.perform(events);
    else this.perform(eventsNow, scheduled);
  }

  /**
   * Performs events now, and schedules others.
   * @throws Problem 409 if another party has an ID of the result, 422 if a response with the result would violate the
   * contract; the world is then unchanged
   */
  perform(events: readonly WorldEvent[], scheduled: readonly ScheduledEvent[] = []): void {
    const { world } = this.#current();
    for (const event of [...events, ...scheduled.map((planned) => planned.event)]) {
      // New parties and credentials were checked when they were made.
      const changesIds = event.type === 'party-changed' || event.type === 'party-restored';
      const taken = changesIds ? takenAfter(world, event) : undefined;
      if (taken !== undefined) throw conflict(`There is ${taken} already; change that one first, or choose another.`);

      const found = eventViolation(event, this.#context, world.party(event.partyId));
      if (found === undefined) continue;

      // The request has the event's members without the outer name, so the pointer loses its first name.
      const violation = { ...found, pointer: found.pointer.replace(/^\/[^/]*/, '') };
      const sentence = violationSentence(violation);
      const members = { violations: [violation] };
      throw unprocessable('The request is invalid', sentence, violation.pointer, members);
    }

    this.#current().perform({ type: 'world-changed', events, scheduled });
  }

  /**
   * Restores the party as it was before the change.
   * @throws Problem 404 if there are no such events, 409 if later events changed the party or another party has its
   * alias, 422 if the events concern several parties
   */
  undo({ first, last }: WorldChange): void {
    const { world } = this.settled();
    const [event, ...others] = world.history.slice(first - 1, last);
    if (event === undefined || others.length !== last - first)
      throw notFound(`The world has no events ${first} to ${last}; it has ${world.history.length}.`);

    const { partyId } = event;
    if (others.some((other) => other.partyId !== partyId))
      throw unprocessable('The change is invalid', `The events ${first} to ${last} are of several parties.`, '/change');

    // Null if no earlier event had changed the party: it was as in the base world, or did not exist.
    const party = world.changedPartyBefore(partyId, first);
    const isRemoved = party === null && world.base.party(partyId) === undefined;

    // Later events of the party rest on the change. A scheduled event cannot happen to a party that is removed, and a
    // scheduled decision rests on the event that keeps its request pending.
    const rests = (other: WorldEvent): boolean =>
      isRemoved || (event.type === 'data-request-decided' && event.status === 'PENDING' && other.type === event.type);
    const scheduled = world.scheduled.map((planned) => planned.event).filter(rests);
    const later = [...world.history.slice(last), ...scheduled];
    const obstacles = later.filter((other) => other.partyId === partyId);
    const what = obstacles.map(({ type }) => type).join(', ');
    const reason = `because of what came after it for party "${partyId}": ${what}`;
    const detail = `The change cannot be undone, ${reason}.`;
    if (obstacles.length > 0) throw conflict(detail, { between: obstacles });

    this.perform([{ type: 'party-restored', partyId, party }]);
  }
}
