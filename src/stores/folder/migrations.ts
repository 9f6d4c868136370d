/** What brings the rows of a folder in an older format up to date. */

import type { Database } from './database.js';
import { KEYS } from './rows.js';

/** Changes the rows of one version into those of the next. It may be cut short, and is then run again. */
export type Migration = (database: Database) => Promise<void>;

/** The first migrates version 1 to 2, the second 2 to 3. The present version is one more than there are migrations. */
export const MIGRATIONS: readonly Migration[] = [numberBatches];

/** Version 1 had one row about all batches. The first folders of that version had none. */
async function numberBatches(database: Database): Promise<void> {
  const ledger = database.get('ledger');
  if (ledger === undefined) return;
  const { batches, sandboxes } = JSON.parse(ledger) as { readonly batches: number; readonly sandboxes: number };
  await database.write([{ key: 'ledger' }, { key: KEYS.batch(batches), value: String(sandboxes) }]);
}
