/** The turns of the event loop. */

import timers from 'node:timers/promises';

/** Kept from the start, because tests may replace the timers of Node.js later. */
const { setImmediate: untilImmediates } = timers;

/** The end of this turn; undefined if nobody waits for it. */
let turn: Promise<void> | undefined;
/** The latest turn that {@link turnOfItsOwn} has given to a caller. */
let lastOwnTurn: Promise<void> = Promise.resolve();

/**
 * Resolves when this turn of the event loop has handled everything that has arrived. All responses of a turn are
 * written then, one after the other, so that a sleeping client is woken once. To wake a client takes the system longer
 * than a write.
 */
export function endOfTurn(): Promise<void> {
  turn ??= untilImmediates().then(() => {
    turn = undefined;
  });
  return turn;
}

/**
 * Resolves in a turn of the event loop in which no other call resolves. So only one of several long computations
 * continues in each turn, and a request waits for one of them at most.
 */
export function turnOfItsOwn(): Promise<void> {
  lastOwnTurn = lastOwnTurn.then(() => untilImmediates());
  return lastOwnTurn;
}
