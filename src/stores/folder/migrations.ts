/** What brings the rows of a folder in an older format up to date. */

import type { Database } from './database.js';
import { KEYS } from './rows.js';

/** Changes the rows of one version into those of the next. If it is cut short, it is run again. */
export type Migration = (database: Database) => Promise<void>;

/** The first one migrates version 1 to 2, and so on. The version of today is one more than there are migrations. */
export const MIGRATIONS: readonly Migration[] = [numberBatches];

/** Version 1 had one row about all batches. The first folders of that version had none. */
async function numberBatches(database: Database): Promise<void> {
  const ledger = database.get('ledger');
  if (ledger === undefined) return;
  const { batches, sandboxes } = JSON.parse(ledger) as { batches: number; sandboxes: number };
  await database.write([{ key: 'ledger' }, { key: KEYS.batch(batches), value: String(sandboxes) }]);
}
