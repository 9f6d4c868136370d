/** Reads files of traffic, one after the other and piece by piece, and yields their exchanges. */

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { membersOf, parseJson } from '../common/json.js';
import { isUtf16, UTF_16 } from '../contract/documents/read-document.js';
import { isGzip } from '../common/content-coding.js';
import { ElementSplitter } from './split-elements.js';
import { exchangeOfEntry } from './har-entry.js';
import { exchangeOfEmulator } from './own-exchange.js';
import type { LeftOut, Place, RecordedExchange } from './recorded-exchange.js';

/** Why files cannot be read. The message names a file by its number alone. */
export class TrafficError extends Error {
  override readonly name = 'TrafficError';
}

/** Where files have their exchanges: a HAR file, a bundle, a journal as the control plane or a command writes it. */
const LISTS = ['log/entries', 'earlier', 'steps', 'exchanges', ''];

/** How many entries are read ahead to order them by their time: HAR 1.2 leaves that to the reader. */
const AHEAD = 500;

/**
 * Reads HAR files, bundles and journals. Yields each exchange with its place, or the reason why it cannot be looked at,
 * in the order of their time, file by file.
 * @param files paths
 * @throws TrafficError if a file cannot be read, or is neither
 */
export async function* readTraffic(files: readonly string[]): AsyncGenerator<[Place, RecordedExchange | LeftOut]> {
  const known = new Set<string>();
  for (const [at, path] of files.entries()) {
    const file = at + 1;
    let entry = 0;
    const waiting: { readonly time: number; readonly exchange: [Place, RecordedExchange | LeftOut] }[] = [];
    for await (const text of elementsOf(path, file)) {
      entry++;
      const read = text === undefined ? 'cut' : exchangeIn(text);
      if (read === undefined) continue;
      const time = typeof read === 'string' ? Number.NaN : Date.parse(read.started ?? '');
      const later = waiting.findLastIndex((one) => !(one.time > time)) + 1;
      waiting.splice(later, 0, {
        time,
        exchange: [{ file, entry }, typeof read === 'string' ? read : once(known, read)],
      });
      if (waiting.length > AHEAD) yield waiting.shift()!.exchange;
    }
    for (const { exchange } of waiting) yield exchange;
  }
}

/** The texts of the elements of a file; undefined for one that is not complete. */
async function* elementsOf(path: string, file: number): AsyncGenerator<string | undefined> {
  const splitter = new ElementSplitter(LISTS);
  let isBegun = false;
  try {
    for await (const chunk of piecesOf(path)) {
      if (!isBegun && isUtf16(chunk)) throw new TrafficError(`file ${file}: ${UTF_16}`);
      isBegun = true;
      yield* splitter.read(chunk);
    }
  } catch (error) {
    if (error instanceof TrafficError) throw error;
    const { code = 'an error' } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read: ${code}`;
    throw new TrafficError(`file ${file} ${reason}`);
  }
  if (!splitter.isFound)
    throw new TrafficError(`file ${file}: expected a HAR 1.2 file, a bundle or a journal, found none of them`);
  if (splitter.isInside) yield undefined;
}

/** The bytes of a file, decompressed if it is compressed with gzip. */
async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
  const bytes = file.createReadStream({ start: 0, highWaterMark: 1 << 20 });
  yield* (isGzip(buffer) ? bytes.pipe(createGunzip()) : bytes) as AsyncIterable<Buffer>;
}

function exchangeIn(text: string): RecordedExchange | LeftOut | undefined {
  const value = parseJson(text);
  if (value === undefined) return 'unreadable';
  if ('action' in membersOf(value)) return undefined;

  const recorded = membersOf(membersOf(value)['exchange'] ?? value);
  return 'path' in recorded ? exchangeOfEmulator(recorded) : exchangeOfEntry(recorded);
}

/** Marks an exchange that stands in another place, too. */
function once(known: Set<string>, read: RecordedExchange): RecordedExchange {
  const { started, method, url, status, requestBody, responseBody } = read;
  if (started === undefined || read.leftOut !== undefined) return read;
  const hash = createHash('sha256').update(`${started} ${method} ${url} ${status} ${requestBody.length} `);
  const key = hash.update(requestBody).update(responseBody).digest('base64').slice(0, 22);
  if (known.has(key)) return { ...read, leftOut: 'duplicate' };
  known.add(key);
  return read;
}
