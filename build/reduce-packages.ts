/**
 * Reduces what Express' packages make Node.js read at every start: parts of Express that the emulator
 * never calls, and a table of three thousand media types, of which it names a few.
 */

import { readFileSync } from 'node:fs';
import type { Rolldown } from 'tsdown';

/**
 * What stands in for a package. The emulator reads bodies and queries itself, and sends no files by Express; who starts it
 * does not debug Express, and calls nothing of Express that is deprecated.
 */
const STAND_INS: Readonly<Record<string, string>> = {
  'body-parser': 'module.exports = {};',
  debug: 'module.exports = () => () => {};',
  depd: 'module.exports = () => Object.assign(() => {}, { function: (called) => called, property() {} });',
  qs: 'module.exports = {};',
  send: 'module.exports = {};',
  'serve-static': 'module.exports = {};',
};

const KEPT_TYPES = new Set([
  'application/octet-stream',
  'application/problem+json',
  'application/x-www-form-urlencoded',
  'text/event-stream',
  'text/html',
  'text/plain',
]);

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
        return name === undefined
          ? { code: JSON.stringify(keptTypes(id)), moduleType: 'json' }
          : { code: STAND_INS[name]!, moduleType: 'js' };
      },
    },
  };
}

function keptTypes(file: string): object {
  const types = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, { readonly charset?: string }>>;
  return Object.fromEntries(
    Object.entries(types).filter(([name, { charset }]) => charset !== undefined || KEPT_TYPES.has(name)),
  );
}
