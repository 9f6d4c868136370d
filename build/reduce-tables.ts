/**
 * Reduces two tables that Express' packages read at every start. body-parser looks for other character sets than Unicode's
 * in the first; of the three thousand media types in the second, the emulator names the few that are kept.
 */

import { readFileSync } from 'node:fs';
import type { Rolldown } from 'tsdown';

const KEPT_TYPES = new Set([
  'application/octet-stream',
  'application/problem+json',
  'application/x-www-form-urlencoded',
  'text/event-stream',
  'text/html',
  'text/plain',
]);

const CHARACTER_SETS = /\/iconv-lite\/encodings\/(?:tables\/[^/]+\.json|sbcs-data(?:-generated)?\.js)$/;
const MEDIA_TYPES = /\/mime-db\/db\.json$/;

/** A plugin of the bundler. */
export function reduceTables(): Rolldown.Plugin {
  return {
    name: 'reduce-tables',
    load: {
      filter: { id: [CHARACTER_SETS, MEDIA_TYPES] },
      handler: (id) => ({ code: JSON.stringify(id.endsWith('/db.json') ? keptTypes(id) : {}), moduleType: 'json' }),
    },
  };
}

function keptTypes(file: string): object {
  const types = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, { readonly charset?: string }>>;
  return Object.fromEntries(
    Object.entries(types).filter(([name, { charset }]) => charset !== undefined || KEPT_TYPES.has(name)),
  );
}
