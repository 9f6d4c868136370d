/** The versions that were seen to hold: a table in docs/versioning.md, and what `verify` has to know of it in `spec/`. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { NODE_MAJORS } from './contents.js';

const PAGE = new URL('../../docs/versioning.md', import.meta.url);
/** The newest version of a package that was tried, by name: `verify` says so if a newer one is installed. */
const TRIED = new URL('../../spec/tried-peers.json', import.meta.url);

const TABLE = /<!-- table: peers, as of (\S+) -->\n[^]*?<!-- end -->/;
const NONE = '-';

/** @returns {import('./types.js').Held} */
export function readHeld() {
  const [table = '', at = ''] = TABLE.exec(readFileSync(PAGE, 'utf8')) ?? [];
  /** @type {[string, Record<string, string>][]} */
  const rows = [...table.matchAll(/^\| `?([^|`]+?)`? \| (\d.*|-.*) \|$/gm)].map(([, name = '', cells = '']) => [
    name,
    Object.fromEntries(
      cells.split(' | ').flatMap((version, place) => (version === NONE ? [] : [[NODE_MAJORS[place], version]])),
    ),
  ]);
  return { at, versions: Object.fromEntries(rows) };
}

/**
 * What is recorded after a run: what held, and beside it what had held before.
 * @param {import('./types.js').Held} before
 * @param {readonly import('./types.js').Result[]} results @param {string} at
 * @returns {import('./types.js').Held}
 */
export function heldAfter(before, results, at) {
  /** @type {Record<string, Record<string, string>>} */
  const versions = {};
  for (const { package: name, version, node, outcome } of results) {
    const known = outcome === 'held' ? version : before.versions[name]?.[node.major];
    versions[name] = { ...versions[name], ...(known !== undefined && { [node.major]: known }) };
  }
  return { at, versions };
}

/** @param {import('./types.js').Held} held */
export function writeHeld({ at, versions }) {
  const head = ['package', ...NODE_MAJORS.map((major) => `Node.js ${major}`)];
  const rows = Object.entries(versions).map(([name, known]) => [
    name === 'Node.js' ? name : `\`${name}\``,
    ...NODE_MAJORS.map((major) => known[major] ?? NONE),
  ]);
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const text = lines.join('\n').replace(/^\| ---.*$/m, (line) => line.replaceAll(' ', ''));
  const page = readFileSync(PAGE, 'utf8');
  writeFileSync(PAGE, page.replace(TABLE, `<!-- table: peers, as of ${at} -->\n\n${text}\n\n<!-- end -->`));
  if (existsSync(TRIED)) writeFileSync(TRIED, triedAfter(readFileSync(TRIED, 'utf8'), versions));
}

/**
 * The newest version that held of each package in it: major and minor.
 * @param {string} text @param {import('./types.js').Held['versions']} versions
 */
export function triedAfter(text, versions) {
  const tried = Object.entries(/** @type {Record<string, string>} */ (JSON.parse(text))).map(([name, known]) => {
    const newest = Object.values(versions[name] ?? {})
      .sort(byVersion)
      .at(-1);
    return [name, newest?.split('.').slice(0, 2).join('.') ?? known];
  });
  return `${JSON.stringify(Object.fromEntries(tried), undefined, 2)}\n`;
}

/** @param {string} one @param {string} other */
function byVersion(one, other) {
  return one.localeCompare(other, 'en', { numeric: true });
}
