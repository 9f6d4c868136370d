/** The turns of the event loop. */

import timers from 'node:timers/promises';

/** Kept, because tests that replace timers replace this function, too. */
const { setImmediate: untilImmediates } = timers;

let turn: Promise<void> | undefined;
let lastOwnTurn: Promise<void> = Promise.resolve();

/**
 * Resolves when this turn of the event loop has handled everything that has arrived. Who writes then writes together
 * with the others of the turn: a client that sleeps is woken by the first of them, which takes the system longer than
 * the writing.
 */
export function endOfTurn(): Promise<void> {
  turn ??= untilImmediates().then(() => {
    turn = undefined;
  });
  return turn;
}

/**
 * Resolves in a turn of the event loop that nobody else has asked for here: of several pieces of long work, one goes on
 * in each turn, so that others wait for a single step, however many there are.
 */
export function turnOfItsOwn(): Promise<void> {
  lastOwnTurn = lastOwnTurn.then(() => untilImmediates());
  return lastOwnTurn;
}
