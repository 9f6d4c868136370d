/**
 * Reads the records of LevelDB's logs (`doc/log_format.md`); the manifest is such a log. A log consists of blocks of
 * 32 KiB. A record is one piece, or several pieces if it continues in other blocks.
 *
 * A process that ends may leave a log whose last piece is cut, or that ends with zeros. LevelDB mistakes some other
 * damage for such an end, and drops the rest. Here, a piece counts as cut only if no whole piece follows.
 */

import { checksumOf } from './checksum.js';

/** The size of a block, in bytes. */
const BLOCK = 32_768;
/** The size of the header of a piece: checksum (at 0), length (at 4) and kind (at 6). */
const HEADER = 7;
const KIND_AT = 6;
/** The kinds of pieces: a whole record, its first piece, and its last piece. Kind 3 is a piece between these. */
const [WHOLE, FIRST, LAST] = [1, 2, 4];

/** The records of a log. @throws Error if it is damaged */
export function recordsIn(log: Buffer): Buffer[] {
  const records: Buffer[] = [];
  let pieces: Buffer[] = [];
  let at = 0;

  for (let end = endOfPiece(log, at); end !== undefined; end = endOfPiece(log, at)) {
    pieces.push(log.subarray(at + HEADER, end));
    const kind = log[at + KIND_AT]!;
    const isFirst = kind === WHOLE || kind === FIRST;
    // A record begins while another one is not complete, or continues although none has begun.
    if (isFirst !== (pieces.length === 1)) throw damagedAt(at);

    if (kind === WHOLE || kind === LAST) {
      records.push(Buffer.concat(pieces));
      pieces = [];
    }

    // If no header fits into the rest of the block, the next piece is in the next block.
    const unused = BLOCK - (end % BLOCK);
    at = unused < HEADER ? end + unused : end;
  }

  if (!isCut(log, at)) throw damagedAt(at);

  return records;
}

/** The error of a damaged log. Its message follows the name of the file. */
function damagedAt(at: number): Error {
  return new Error(`is damaged at byte ${at}`);
}

/** The end of the piece at a position; undefined if the piece is not whole. */
function endOfPiece(log: Buffer, at: number): number | undefined {
  if (at + HEADER > log.length) return undefined;

  const end = statedEnd(log, at);
  const kind = log[at + KIND_AT]!;
  // No piece goes beyond its block.
  if (kind < WHOLE || kind > LAST || end > Math.min(log.length, endOfBlock(at))) return undefined;

  // The checksum covers the kind and the content of the piece, but not its length.
  return checksumOf(log.subarray(at + KIND_AT, end)) === log.readUInt32LE(at) ? end : undefined;
}

/** The end of a piece as its header says. */
function statedEnd(log: Buffer, at: number): number {
  return at + HEADER + log.readUInt16LE(at + 4);
}

/** The end of the block in which a position is. */
function endOfBlock(at: number): number {
  return at + BLOCK - (at % BLOCK);
}

/** Whether the log ends at a position: nothing follows, or only a part of a piece, or zeros. */
function isCut(log: Buffer, at: number): boolean {
  // The length without the zeros at the end.
  const length = log.findLastIndex((byte) => byte !== 0) + 1;
  if (at + HEADER > length) return true;

  const end = statedEnd(log, at);
  // The piece is not cut but damaged: all its bytes are there, or its stated end cannot be true.
  if (end <= length || end > endOfBlock(at)) return false;

  // If a whole piece follows, the stated length is what is damaged.
  for (let behind = at + 1; behind < length; behind++) if (endOfPiece(log, behind) !== undefined) return false;

  return true;
}
