/** What brings the database of an older format up to date. The first migrates version 1 to 2, the second 2 to 3. */

import type { Database } from './database.js';

/** Changes the rows of one version into those of the next. It may be cut short, and is then run again. */
export type Migration = (database: Database) => Promise<void>;

/** The present version is one more than there are migrations. */
export const MIGRATIONS: readonly Migration[] = [];
