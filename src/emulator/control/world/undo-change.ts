/** Undoes one change of a world, by an event that restores its party. */

import { conflict, notFound, unprocessable } from '../problem.js';
import type { WorldAccess } from './world-access.js';

/** A change: the numbers of its first and its last event, from 1, in the order of the world's events. */
export interface WorldChange {
  readonly first: number;
  readonly last: number;
}

/**
 * Restores the party as it was before the change.
 * @throws Problem 404 if there are no such events, 409 if others of the party came after them, 422 if they are of several
 * parties
 */
export function undoChange(access: WorldAccess, { first, last }: WorldChange): void {
  const { world } = access.settled();
  const [event, ...others] = world.history.slice(first - 1, last);
  if (event === undefined || others.length !== last - first)
    throw notFound(`The world has no events ${first} to ${last}; it has ${world.history.length}.`);
  const { partyId } = event;
  if (others.some((other) => other.partyId !== partyId))
    throw unprocessable('The change is invalid', `The events ${first} to ${last} are of several parties.`, '/change');
  const party = world.changedPartyBefore(partyId, first);
  const isGone = party === null && world.base.party(partyId) === undefined;
  const between = [...world.history.slice(last), ...(isGone ? world.scheduled.map((planned) => planned.event) : [])];
  const ofParty = between.filter((later) => later.partyId === partyId);
  if (ofParty.length > 0)
    throw conflict(
      `The change cannot be undone, because of what came after it for party "${partyId}": ${ofParty.map(({ type }) => type).join(', ')}.`,
      { between: ofParty },
    );
  access.perform([{ type: 'party-restored', partyId, party }]);
}
