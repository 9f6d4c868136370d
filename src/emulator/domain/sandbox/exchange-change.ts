/** What an exchange changed in a sandbox. */

import type { ScheduledEvent } from '../world/world.js';
import type { ExchangeChange } from './change.js';
import type { SandboxState } from './state.js';

/**
 * The change since {@link forgetChanges}, or since the last call.
 * @param at the moment of the exchange
 * @param events number of events before the exchange
 * @param scheduled scheduled events before the exchange
 */
export function exchangeChange(
  { world, issued, calls, windows, spoiltTokens }: SandboxState,
  at: number,
  events: number,
  scheduled: readonly ScheduledEvent[],
): ExchangeChange {
  const lists = {
    events: world.history.slice(events),
    calls: calls.takeChanged(),
    windows: windows.takeChanged(),
    spoiltTokens: spoiltTokens.takeChanged(),
  };
  const changed = Object.entries(lists).filter(([, list]) => list.length > 0);

  return {
    type: 'exchange',
    at,
    issued: { ...issued },
    ...Object.fromEntries(changed),
    ...(world.scheduled !== scheduled && { scheduled: world.scheduled }),
  };
}

/** Marks the current state as known: nothing that changed before belongs to the next change. */
export function forgetChanges({ calls, windows, spoiltTokens }: SandboxState): void {
  for (const map of [calls, windows, spoiltTokens]) map.takeChanged();
}
