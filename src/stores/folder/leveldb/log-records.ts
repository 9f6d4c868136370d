/**
 * Reads the records of LevelDB's logs, of which the manifest is one (`doc/log_format.md`). A log is blocks of 32 KiB. A
 * record is one piece or, if it goes on in another block, several.
 *
 * A process that ends may leave a log whose last piece is cut, or zeros at its end. LevelDB takes some other damage for
 * that, and drops the rest: here, a piece is cut only if no whole one is behind it.
 */

import { checksumOf } from './checksum.js';

const BLOCK = 32_768;
/** The bytes before a piece: its checksum, length and kind. */
const HEADER = 7;
/** The kinds of pieces: a whole record, the first piece of one, and the last. One between them is another. */
const [WHOLE, FIRST, LAST] = [1, 2, 4];

/** The records of a log. @throws Error if it is damaged */
export function recordsIn(log: Buffer): Buffer[] {
  const records: Buffer[] = [];
  let pieces: Buffer[] = [];
  let at = 0;
  for (let end = endOfPiece(log, at); end !== undefined; end = endOfPiece(log, at)) {
    pieces.push(log.subarray(at + HEADER, end));
    const kind = log[at + 6]!;
    const isFirst = kind === WHOLE || kind === FIRST;
    if (isFirst !== (pieces.length === 1)) throw damagedAt(at);
    if (kind === WHOLE || kind === LAST) {
      records.push(Buffer.concat(pieces));
      pieces = [];
    }

    // Where no header fits into the block, the next one is in another.
    const left = BLOCK - (end % BLOCK);
    at = left < HEADER ? end + left : end;
  }
  if (!isCut(log, at)) throw damagedAt(at);

  return records;
}

function damagedAt(at: number): Error {
  return new Error(`is damaged at byte ${at}`);
}

/** The end of the piece at a place; undefined if it is not whole. */
function endOfPiece(log: Buffer, at: number): number | undefined {
  if (at + HEADER > log.length) return undefined;
  const end = statedEnd(log, at);
  const kind = log[at + 6]!;
  if (kind < WHOLE || kind > LAST || end > Math.min(log.length, endOfBlock(at))) return undefined;
  return checksumOf(log.subarray(at + 6, end)) === log.readUInt32LE(at) ? end : undefined;
}

function statedEnd(log: Buffer, at: number): number {
  return at + HEADER + log.readUInt16LE(at + 4);
}

function endOfBlock(at: number): number {
  return at + BLOCK - (at % BLOCK);
}

/** Whether the log ends at a place: with nothing, a part of a piece, or zeros. */
function isCut(log: Buffer, at: number): boolean {
  const length = log.findLastIndex((byte) => byte !== 0) + 1;
  if (at + HEADER > length) return true;

  const end = statedEnd(log, at);
  if (end <= length || end > endOfBlock(at)) return false;

  for (let behind = at + 1; behind < length; behind++) if (endOfPiece(log, behind) !== undefined) return false;
  return true;
}
