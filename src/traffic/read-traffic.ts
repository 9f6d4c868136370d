/** Reads recordings piece by piece, and yields their exchanges in the order of time across all files. */

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { isGzip } from '../common/content-coding.js';
import { membersOf, parseJson, placeAt } from '../common/json.js';
import { isUtf16, UTF_16 } from '../contract/documents/read-document.js';
import { ElementSplitter } from './split-elements.js';
import { exchangeOfEntry } from './har-entry.js';
import { exchangeOfEmulator } from './own-exchange.js';
import type { Place, ReadEntry } from './recorded-exchange.js';

/**
 * The paths of the lists with exchanges: `log/entries` in a HAR file, `earlier` and `steps` in a bundle, `exchanges` in
 * a journal of the control plane. A command prints a journal as a list alone, whose path is empty.
 */
const LISTS = ['log/entries', 'earlier', 'steps', 'exchanges', ''];

/** The beginning of the message about a file that is none of these, and its usual end. */
const EXPECTED = 'expected a HAR 1.2 file, a bundle or a journal, found';
const NONE = 'none of them';

/** How many entries are read ahead to sort them by time, because HAR 1.2 allows entries in any order. */
const AHEAD = 500;

/** An exchange that was read, with its place. */
interface TimedEntry {
  readonly place: Place;
  readonly exchange: ReadEntry;
  /** The time for sorting, in milliseconds since 1970. An entry without a time gets the time of the entry before it. */
  readonly time: number;
}

/** Why recordings cannot be read. The message names a file by its number alone. */
export class TrafficError extends Error {
  override readonly name = 'TrafficError';
}

/**
 * Reads HAR files, bundles and journals. Yields each exchange, or the reason why it cannot be used, with its place and
 * in the order of time.
 * @param files paths; `-` is standard input
 * @throws TrafficError if a file cannot be read, or has none of these formats
 */
export async function* readTraffic(files: readonly string[]): AsyncGenerator<[Place, ReadEntry]> {
  /** How often each file had each exchange so far: see {@link marked}. */
  const counts = new Map<string, Map<number, number>>();
  const sortedFiles = files.map((path, at) => readFile(path, at + 1));
  for await (const { place, exchange } of inOrder(sortedFiles))
    // Only another file can have an exchange again.
    yield [place, files.length === 1 ? exchange : marked(counts, place, exchange)];
}

/** Merges the exchanges of several sorted files in the order of time. */
async function* inOrder(files: readonly AsyncGenerator<TimedEntry>[]): AsyncGenerator<TimedEntry> {
  const heads = await Promise.all(files.map((file) => file.next()));

  for (;;) {
    // A file that has ended is never the earliest.
    const times = heads.map(({ done, value }) => (done === true ? Infinity : value.time));
    const next = Math.min(...times);
    const earliest = heads.findIndex(({ done }, at) => done !== true && times[at] === next);
    if (earliest === -1) return;

    yield heads[earliest]!.value as TimedEntry;
    heads[earliest] = await files[earliest]!.next();
  }
}

/** Reads one file, and yields its exchanges sorted by time within a window of {@link AHEAD} entries. */
async function* readFile(path: string, file: number): AsyncGenerator<TimedEntry> {
  const waiting: TimedEntry[] = [];
  let entry = 0;
  let readable = 0;
  // An entry without a time stays behind the entry before it; without any before, it comes first.
  let time = -Infinity;

  for await (const text of elementsOf(path)) {
    entry++;
    const exchange = text === undefined ? 'cut' : exchangeIn(text);
    // Something that is no exchange, such as an action in a bundle, still shows that the format is known.
    if (exchange !== 'cut' && exchange !== 'unreadable') readable++;
    if (exchange === undefined) continue;

    if (typeof exchange !== 'string') time = exchange.sent ?? time;
    // Entries of one time keep the order of the file.
    const at = waiting.findLastIndex((one) => one.time <= time) + 1;
    waiting.splice(at, 0, { place: { file, entry }, exchange, time });
    if (waiting.length > AHEAD) yield waiting.shift()!;
  }

  if (entry > 0 && readable === 0) throw new TrafficError(`${path}: ${EXPECTED} ${NONE}`);

  yield* waiting;
}

/**
 * Yields the text of each element of a file. Yields undefined for an element that is cut off, or if the file has no
 * list.
 */
async function* elementsOf(path: string): AsyncGenerator<string | undefined> {
  const splitter = new ElementSplitter(LISTS);
  /** What comes before the first element. In a file without elements, this is the whole file. */
  const beginning: Buffer[] = [];
  let isEmpty = true;
  try {
    for await (const chunk of piecesOf(path)) {
      if (beginning.length === 0 && isUtf16(chunk)) throw new TrafficError(`${path}: ${UTF_16}`);

      if (isEmpty) beginning.push(chunk);
      for (const element of splitter.read(chunk)) {
        isEmpty = false;
        yield element;
      }
    }
  } catch (error) {
    if (error instanceof TrafficError) throw error;

    const { code = 'an error' } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no such file' : `cannot be read: ${code}`;
    throw new TrafficError(`${path}: ${reason}`);
  }

  if (!isEmpty) {
    // The text ended inside a list, so an element may be lost.
    if (splitter.isOpen) yield undefined;
    return;
  }

  refuseWithoutList(path, String(Buffer.concat(beginning)), splitter.isOpen);
}

/**
 * Refuses a file without elements, unless it has an empty list: a recording without exchanges is right.
 * @param isOpen whether an object or a list has not ended
 * @throws TrafficError if the text has no list of exchanges
 */
function refuseWithoutList(path: string, text: string, isOpen: boolean): void {
  if (hasEmptyList(text)) return;

  const isCut = isOpen && /^\s*[{[]/.test(text);
  const { line, column } = placeAt(text);
  const cut = `JSON that ends too early, after byte ${Buffer.byteLength(text)} (line ${line}, column ${column})`;
  throw new TrafficError(`${path}: ${EXPECTED} ${isCut ? cut : NONE}`);
}

/** Whether a document has a list for exchanges, without any. */
function hasEmptyList(text: string): boolean {
  const document = parseJson(text.replace(/^\u{FEFF}/u, ''));
  return LISTS.some((path) => {
    const names = path === '' ? [] : path.split('/');
    const list = names.reduce((value, name) => membersOf(value)[name], document);
    return Array.isArray(list) && list.length === 0;
  });
}

/** The bytes of standard input, or of a file, decompressed if it is compressed with gzip. */
async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  if (path === '-') {
    yield* process.stdin as AsyncIterable<Buffer>;
    return;
  }

  const file = await open(path);
  // The first two bytes tell whether the file is compressed, whatever its name says.
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
  const bytes = file.createReadStream({ start: 0, highWaterMark: 1 << 20 });

  yield* (isGzip(buffer) ? bytes.pipe(createGunzip()) : bytes) as AsyncIterable<Buffer>;
}

/** The exchange in an element; undefined if the element is no exchange. */
function exchangeIn(text: string): ReadEntry | undefined {
  const value = parseJson(text);
  if (value === undefined) return 'unreadable';
  // The steps of a bundle are exchanges, and actions on the sandbox such as a moved clock.
  if ('action' in membersOf(value)) return undefined;

  // A step of a bundle wraps its exchange.
  const recorded = membersOf(membersOf(value)['exchange'] ?? value);
  // Only the emulator's own form has a path: HAR has whole addresses.
  return 'path' in recorded ? exchangeOfEmulator(recorded) : exchangeOfEntry(recorded);
}

/**
 * Marks an exchange that another file has, too. Equal exchanges within one file are different ones, because the
 * sandbox's clock may stand still.
 * @param counts how many equal exchanges each file has had, by a digest of the exchange and the number of the file
 */
function marked(counts: Map<string, Map<number, number>>, { file }: Place, exchange: ReadEntry): ReadEntry {
  if (typeof exchange === 'string' || exchange.sent === undefined) return exchange;

  const { sent, method, url, status, requestBody, responseBody } = exchange;
  const hash = createHash('sha256').update(`${sent} ${method} ${url} ${status} ${requestBody.length} `);
  const key = hash.update(requestBody).update(responseBody).digest('base64').slice(0, 22);

  // This is the first, the second or the third such exchange of its file.
  const countsByFile = counts.get(key) ?? new Map<number, number>();
  const count = (countsByFile.get(file) ?? 0) + 1;
  counts.set(key, countsByFile.set(file, count));
  // The third such exchange of this file is a duplicate only if another file has had three.
  const isElsewhere = [...countsByFile].some(([other, otherCount]) => other !== file && otherCount >= count);

  return isElsewhere ? { ...exchange, leftOut: 'duplicate' } : exchange;
}
