/**
 * Reduces what Node.js has to read at every start. Express' packages have parts that the emulator never calls, and a
 * table of three thousand media types, of which the emulator names a few.
 */

import { readFileSync } from 'node:fs';
import type { Rolldown } from 'tsdown';
import standIns from './stand-ins.json' with { type: 'json' };

/**
 * The code that replaces a package. The emulator reads bodies and queries itself, and sends no files by Express. Nobody
 * debugs Express in it, and it calls nothing of Express that is deprecated.
 */
const STAND_INS: Readonly<Record<string, string>> = standIns;

/** The media types that the emulator names. */
const KEPT_TYPES = new Set([
  ...'application/octet-stream application/problem+json application/x-www-form-urlencoded'.split(' '),
  ...'text/event-stream text/html text/plain'.split(' '),
]);

/** The main file of a package that gets a stand-in: `.../node_modules/qs/lib/index.js`. */
const MAIN_FILE = new RegExp(`/node_modules/(${Object.keys(STAND_INS).join('|')})/(?:index|lib/index|src/index)\\.js$`);
const MEDIA_TYPES = /\/mime-db\/db\.json$/;

/** A plugin of the bundler. */
export function reducePackages(): Rolldown.Plugin {
  return {
    name: 'reduce-packages',
    load: {
      filter: { id: [MAIN_FILE, MEDIA_TYPES] },
      handler: (id) => {
        const [, name] = MAIN_FILE.exec(id) ?? [];
        if (name !== undefined) return { code: STAND_INS[name]!, moduleType: 'js' };
        return { code: JSON.stringify(keptTypes(id)), moduleType: 'json' };
      },
    },
  };
}

/** The rows of the table that are kept: the types that the emulator names, and the few types with a charset. */
function keptTypes(file: string): object {
  const types = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, { readonly charset?: string }>>;
  const isKept = (name: string): boolean => types[name]!.charset !== undefined || KEPT_TYPES.has(name);
  return Object.fromEntries(Object.entries(types).filter(([name]) => isKept(name)));
}
