/** Checks the blocks of LevelDB's tables (`doc/table_format.md`). LevelDB itself does not verify their checksums. */

import { ByteReader } from './byte-reader.js';
import { EMPTY_CRC, masked, nextCrc } from './checksum.js';

/** The size of a table's footer: the positions of its last two blocks, zeros, and the magic number. */
const FOOTER = 48;
/** The last eight bytes of every table, in hexadecimal. */
const MAGIC = '57fb808b247547db';
/** The size of the trailer of a block: one byte for its compression, and four for its checksum. */
const TRAILER = 5;

/** Checks that a table consists of whole blocks and a footer. @throws Error if the table is damaged */
export function checkTable(table: Buffer): void {
  const end = table.length - FOOTER;
  const reader = new ByteReader(table.subarray(-FOOTER));

  // The footer has the position and the length of the meta index, then those of the index.
  const [metaIndex, metaLength] = [reader.number(), reader.number()];
  const [index, indexLength] = [reader.number(), reader.number()];

  // The last two blocks and the footer follow each other without a gap.
  const isAdjacent = metaIndex + metaLength + TRAILER === index && index + indexLength + TRAILER === end;
  const hasFooter = isAdjacent && table.toString('hex', end + FOOTER - 8) === MAGIC;
  const isWhole = (): boolean =>
    isInBlocks(table, 0, metaIndex) && isInBlocks(table, metaIndex, index) && isInBlocks(table, index, end);
  if (!hasFooter || !isWhole()) throw new Error('is damaged');
}

/**
 * Whether bytes consist of consecutive blocks. The index of the blocks is compressed, so the end of each block is found
 * by its checksum. About once in a billion times, bytes inside a block look like an end. Then the search falls back to
 * the longer block.
 */
function isInBlocks(table: Buffer, start: number, end: number): boolean {
  // The last entry is the current block, as far as it was read. The search of an earlier block goes on if the current
  // block turns out to be none.
  const blocks = [{ at: start, crc: EMPTY_CRC }];
  for (let block = blocks.at(-1); block !== undefined; block = blocks.at(-1)) {
    if (block.at === end) return true;

    const byte = table[block.at]!;
    block.crc = nextCrc(block.crc, byte);
    block.at += 1;
    // A block ends with its compression, which is 0 or 1, and the checksum of all bytes before.
    // If no room is left for a checksum, an earlier block was ended too soon, and its search continues.
    if (block.at + 4 > end) blocks.pop();
    else if (byte <= 1 && masked(block.crc) === table.readUInt32LE(block.at))
      blocks.push({ at: block.at + 4, crc: EMPTY_CRC });
    // Without this bound, the search of a damaged table would fall back to each of its blocks.
    if (blocks.length > 3) blocks.shift();
  }

  return false;
}
