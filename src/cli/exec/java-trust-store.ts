/** A trust store for Java, in the format JKS: every Java reads this format, and no tool of the JDK has to write it. */

import { createHash } from 'node:crypto';

/** The first bytes of every store. */
const MAGIC = 0xfe_ed_fe_ed;
const VERSION = 2;
/** The kind of an entry that is a certificate without a key. */
const TRUSTED_CERTIFICATE = 2;

/** Java checks the digest only if the user gives it a password. This password is the usual one. */
const PASSWORD = 'changeit';

/** The store: a head, the entries and a digest of both. @param certificates authorities as PEM */
export function javaTrustStore(certificates: readonly string[]): Buffer {
  const entries = certificates.map((certificate, index) => {
    // PEM is base64 between the lines `-----BEGIN CERTIFICATE-----` and `-----END CERTIFICATE-----`.
    const der = Buffer.from(certificate.replace(/-----[^-]+-----|\s/g, ''), 'base64');
    const alias = text(String(index));
    const noDate = Buffer.alloc(8);

    return Buffer.concat([number(TRUSTED_CERTIFICATE), alias, noDate, text('X.509'), number(der.length), der]);
  });
  const store = Buffer.concat([number(MAGIC), number(VERSION), number(entries.length), ...entries]);
  const digest = createHash('sha1')
    .update(Buffer.from(PASSWORD, 'utf16le').swap16())
    // The format has this text between the password and the content.
    .update('Mighty Aphrodite')
    .update(store)
    .digest();

  return Buffer.concat([store, digest]);
}

/** Four bytes, the highest first. */
function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** The length in two bytes, and the text. */
function text(value: string): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value.length);
  return Buffer.concat([bytes, Buffer.from(value)]);
}
