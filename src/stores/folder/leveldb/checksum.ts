/**
 * LevelDB's checksum: a CRC-32C, masked (`util/crc32c.h`). LevelDB masks it because the CRC of bytes that contain a
 * CRC is a poor check.
 */

/** The polynomial of RFC 3720 section 12.1, with its bits in reverse order. */
const CASTAGNOLI = 0x82f63b78;
/** The CRC of each byte alone. With this table, a CRC needs one step per byte in place of eight. */
const OF_BYTE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) * CASTAGNOLI);
  return crc;
});

/** The CRC of no bytes, before the bits are inverted at the end: see {@link masked}. */
export const EMPTY_CRC = 0xffffffff;

/** Extends a CRC by one more byte. */
export function nextCrc(crc: number, byte: number): number {
  return OF_BYTE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
}

/** The 32-bit number that files contain for a CRC. */
export function masked(crc: number): number {
  // CRC-32C inverts all bits at the end. LevelDB then rotates the result by 15 bits and adds a constant.
  const whole = ~crc;
  return (((whole >>> 15) | (whole << 17)) + 0xa282ead8) >>> 0;
}

/** The checksum of bytes. */
export function checksumOf(bytes: Uint8Array): number {
  let crc = EMPTY_CRC;
  for (const byte of bytes) crc = nextCrc(crc, byte);
  return masked(crc);
}
