/** Stores an exchange: its changes in the sandbox, and its record in the journal. */

import type { Recorded } from '../exchange.js';

/**
 * Waits until the store has the exchange, if there is a store, and then adds the exchange to the journal. So no journal
 * shows an exchange that could still be lost.
 * @returns undefined if there is nothing to wait for
 * @throws StoreError if the exchange could not be stored
 */
export function store({ context, sandbox, record }: Recorded): Promise<void> | undefined {
  const { keeper, journals, onRecorded } = context;
  const keep = (): void => {
    journals.of(sandbox).add(record);
    onRecorded?.(record, sandbox);
  };

  if (keeper !== undefined) return keeper.untilStored(sandbox, record).then(keep);

  keep();
  return undefined;
}
