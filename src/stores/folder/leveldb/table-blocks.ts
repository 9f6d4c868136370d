/** Checks the blocks of LevelDB's tables (`doc/table_format.md`), whose checksums LevelDB itself does not look at. */

import { ByteReader } from './byte-reader.js';
import { EMPTY_CRC, masked, nextCrc } from './checksum.js';

/** The end of a table: the places of its last two blocks, filled up with zeros, then what all tables end with. */
const FOOTER = 48;
const MAGIC = '57fb808b247547db';
/** Behind each block: how it is compressed, and its checksum. */
const TRAILER = 5;

/** @throws Error if the table is damaged */
export function checkTable(table: Buffer): void {
  const end = table.length - FOOTER;
  const reader = new ByteReader(table.subarray(-FOOTER));
  const [other, otherLength] = [reader.number(), reader.number()];
  const [last, lastLength] = [reader.number(), reader.number()];
  const isAtEnd = other + otherLength + TRAILER === last && last + lastLength + TRAILER === end;
  const isEnd = isAtEnd && table.toString('hex', end + FOOTER - 8) === MAGIC;
  const isWhole =
    isEnd && isInBlocks(table, 0, other) && isInBlocks(table, other, last) && isInBlocks(table, last, end);
  if (!isWhole) throw new Error('is damaged');
}

/**
 * Whether bytes are blocks, one behind the other. The block that says where they end is compressed, so where each ends
 * is found by its checksum. Once in some billion times, bytes inside a block look like one: then it goes on in that.
 */
function isInBlocks(table: Buffer, start: number, end: number): boolean {
  const blocks = [{ at: start, crc: EMPTY_CRC }];
  for (let block = blocks.at(-1); block !== undefined; block = blocks.at(-1)) {
    if (block.at === end) return true;
    const byte = table[block.at]!;
    block.crc = nextCrc(block.crc, byte);
    block.at += 1;
    if (block.at + 4 > end) blocks.pop();
    else if (byte <= 1 && masked(block.crc) === table.readUInt32LE(block.at))
      blocks.push({ at: block.at + 4, crc: EMPTY_CRC });
    if (blocks.length > 3) blocks.shift();
  }
  return false;
}
