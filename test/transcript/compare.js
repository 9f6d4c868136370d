/**
 * Compares two recordings: `node test/transcript/compare.js <folder before> <folder after> [--all] [--suggest]`
 * Exit code 0 where they are equal, 1 where they are not. Texts that were rewritten on purpose stand in rewritten.json.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** What is shown without --all. */
const SHOWN = { pairs: 3, place: 120, fragments: 60, context: 40, length: 240 };
/** Where more than this differs, lines and parts of lines are taken one by one instead of looking for those that are the same. */
const MOST_EDITS = { lines: 500, parts: 60 };

/** @typedef {{ before: string, after: string }} Pair */

/** @param {string} message @returns {never} */
function refuse(message) {
  process.stderr.write(`compare.js: ${message}\n`);
  process.exit(2);
}

function settings() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { all: { type: 'boolean', default: false }, suggest: { type: 'boolean', default: false } },
    });
    return { ...values, positionals };
  } catch (error) {
    return refuse(String(/** @type {Error} */ (error).message.split('\n')[0]));
  }
}

/** @param {string} folder */
function filesIn(folder) {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.txt')) : [];
  return names.length === 0 ? refuse(`there is no recording in ${folder}`) : names;
}

/**
 * What puts the rewritten texts into a line, longest first. They are written plainly, but inside of JSON, quotes are
 * escaped, and inside of a body that the journal quotes, twice. Each line is done once, for most stand in many files.
 * @param {Pair[]} pairs @returns {(line: string) => string}
 */
function rewriter(pairs) {
  const escaped = (/** @type {string} */ text) => JSON.stringify(text).slice(1, -1);
  const forms = pairs.flatMap(({ before, after }) => [
    [before, after],
    [escaped(before), escaped(after)],
    [escaped(escaped(before)), escaped(escaped(after))],
  ]);
  const unique = [...new Map(forms.map(([before = '', after = '']) => [before, after]))].sort(
    ([one], [other]) => other.length - one.length,
  );
  if (unique.some(([before]) => before === '')) refuse('a text in rewritten.json is empty');
  /** @type {Map<string, string>} */
  const done = new Map();
  return (line) => {
    let rewritten = done.get(line);
    if (rewritten === undefined)
      done.set(
        line,
        (rewritten = unique.reduce((text, [before, after]) => text.replaceAll(before, () => after), line)),
      );
    return rewritten;
  };
}

/**
 * The stretches in which two lists differ, by Myers' algorithm: as few items as can be.
 * @template Item @param {Item[]} a @param {Item[]} b @param {number} most @returns {{ at: number, before: Item[], after: Item[] }[]}
 */
function differences(a, b, most) {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1];
  const [n, m] = [endA - start, endB - start];
  /** @type {Map<number, number>[]} */
  const trace = [];
  /** @type {Map<number, number>} */
  let reach = new Map([[1, 0]]);
  search: for (let edits = 0; ; edits++) {
    if (edits > most) return [{ at: start, before: a.slice(start, endA), after: b.slice(start, endB) }];
    trace.push(new Map(reach));
    for (let k = -edits; k <= edits; k += 2) {
      let x =
        k === -edits || (k !== edits && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1))
          ? (reach.get(k + 1) ?? 0)
          : (reach.get(k - 1) ?? 0) + 1;
      while (x < n && x - k < m && a[start + x] === b[start + x - k]) x++;
      reach.set(k, x);
      if (x >= n && x - k >= m) break search;
    }
  }
  const [removed, added] = [new Set(), new Set()];
  for (let [edits, x, y] = [trace.length - 1, n, m]; edits > 0; edits--) {
    reach = trace[edits] ?? new Map();
    const k = x - y;
    const down = k === -edits || (k !== edits && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
    const from = down ? k + 1 : k - 1;
    const fromX = reach.get(from) ?? 0;
    if (down) added.add(start + fromX - from);
    else removed.add(start + fromX);
    [x, y] = [fromX, fromX - from];
  }
  const found = [];
  for (let [x, y] = [start, start]; x < endA || y < endB;) {
    const [fromX, fromY] = [x, y];
    while (removed.has(x)) x++;
    while (added.has(y)) y++;
    if (x > fromX || y > fromY) found.push({ at: fromX, before: a.slice(fromX, x), after: b.slice(fromY, y) });
    [x, y] = [x + 1, y + 1];
  }
  return found;
}

/** A line in parts that make sense alone: the texts inside of JSON, whole and as they are meant, tags, and what is between. @param {string} line @returns {string[]} */
function partsOf(line) {
  const [, mark = '', rest = ''] = /^((?:[<>|$=] )*(?:\[[\w-]+: |[\w-]+: )?)([^]*)$/.exec(line) ?? [];
  return [mark, ...(rest.match(/"(?:[^"\\]|\\.)*"|<[^<>]*>|[^"<]+|["<]/g) ?? [])].flatMap((part) => {
    const text = /^".+"$/.test(part) ? parsed(part) : undefined;
    if (typeof text !== 'string') return [part];
    return /^[{[]/.test(text) ? ['"', ...partsOf(text), '"'] : ['"', text, '"'];
  });
}

/** @param {string} text @returns {unknown} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The two with the beginning and end that they share cut to a few characters. @param {string} before @param {string} after */
function middles(before, after) {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [before, after].map((text) => {
    const [from, to] = [Math.max(0, start - SHOWN.context), Math.min(text.length, text.length - end + SHOWN.context)];
    const middle = `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
    return middle.length > SHOWN.length ? `${middle.slice(0, SHOWN.length)}…` : middle;
  });
}

/** Lines that differ, two by two; one side may have none. @param {string[]} before @param {string[]} after */
function pairsOf(before, after) {
  return differences(before, after, MOST_EDITS.lines).flatMap((stretch) =>
    Array.from({ length: Math.max(stretch.before.length, stretch.after.length) }, (_, n) => ({
      line: stretch.at + n + 1,
      left: stretch.before[n],
      right: stretch.after[n],
    })),
  );
}

/** What a line belongs to: its request, command, file or heading. @param {string[]} lines @param {number} line from 1 */
function placeOf(lines, line) {
  const head = lines
    .slice(0, line)
    .findLast((text) => /^(#|>|\| >|\$ (?!exit)|= (?!standard)) ?/.test(text) && !/^> ([\w-]+: |\|)/.test(text));
  return head === undefined ? '' : `, ${head.length > SHOWN.place ? `${head.slice(0, SHOWN.place)}…` : head}`;
}

const { all, suggest, positionals } = settings();
const [before, after, more] = positionals;
if (before === undefined || after === undefined || more !== undefined)
  refuse('two folders are needed: the recording before, and the one after');
const names = [...new Set([...filesIn(before), ...filesIn(after)])].sort();
const known = parsed(readFileSync(new URL('rewritten.json', import.meta.url), 'utf8'));
const isPair = (/** @type {any} */ pair) => typeof pair?.before === 'string' && typeof pair.after === 'string';
const rewrite = rewriter(
  Array.isArray(known) && known.every(isPair)
    ? known
    : refuse('rewritten.json is no list of {"before": "...", "after": "..."}'),
);
/** @type {Map<string, Pair & { count: number }>} */
const fragments = new Map();
/** @type {string[]} */
const report = [];
let differing = 0;
for (const name of names) {
  const missing = [before, after].find((folder) => !existsSync(join(folder, name)));
  const [one = [], other = []] =
    missing === undefined
      ? [
          readFileSync(join(before, name), 'utf8').split('\n').map(rewrite),
          readFileSync(join(after, name), 'utf8').split('\n'),
        ]
      : [];
  const pairs = missing === undefined ? pairsOf(one, other) : [];
  if (missing !== undefined) report.push(`${name}: only on one side, not in ${missing}`);
  else if (pairs.length > 0) report.push(`${name}: ${pairs.length} lines differ`);
  if (missing !== undefined || pairs.length > 0) differing++;
  for (const [n, { line, left, right }] of pairs.entries()) {
    const [leftMiddle, rightMiddle] = all ? [left, right] : middles(left ?? '', right ?? '');
    if (all || n < SHOWN.pairs)
      report.push(
        `  line ${line}${placeOf(one, line)}`,
        `    - ${left === undefined ? '(no line)' : leftMiddle}`,
        `    + ${right === undefined ? '(no line)' : rightMiddle}`,
      );
    for (const stretch of differences(partsOf(left ?? ''), partsOf(right ?? ''), MOST_EDITS.parts)) {
      const pair = { before: stretch.before.join(''), after: stretch.after.join('') };
      const key = JSON.stringify(pair);
      fragments.set(key, { ...pair, count: (fragments.get(key)?.count ?? 0) + 1 });
    }
  }
}
const unique = [...fragments.values()].sort((a, b) => b.count - a.count);
if (suggest) {
  const candidates = unique
    .filter((pair) => pair.before !== '' && pair.after !== '')
    .map((pair) => ({ before: pair.before, after: pair.after }));
  process.stdout.write(`[\n${candidates.map((pair) => `  ${JSON.stringify(pair)}`).join(',\n')}\n]\n`);
} else {
  const shown = all ? unique : unique.slice(0, SHOWN.fragments);
  const quoted = (/** @type {string} */ text) =>
    JSON.stringify(all || text.length <= SHOWN.length ? text : `${text.slice(0, SHOWN.length)}…`);
  const changed = shown.map(
    ({ before: from, after: to, count }) => `${String(count).padStart(6)} × ${quoted(from)} → ${quoted(to)}`,
  );
  const rest =
    unique.length > shown.length ? [`       and ${unique.length - shown.length} more; --all shows them`] : [];
  process.stdout.write(
    [
      ...report,
      ...(unique.length > 0 ? ['', 'What has changed, all files together:', ...changed, ...rest, ''] : []),
      `${names.length} files, ${differing} differ`,
      '',
    ].join('\n'),
  );
}
process.exitCode = differing === 0 ? 0 : 1;
