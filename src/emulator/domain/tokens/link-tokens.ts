/**
 * Tokens of verification links. A token contains its sandbox, its subject and its expiry time under a seal (a truncated
 * HMAC). Links therefore need no storage, and a public check finds the sandbox by the token alone.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { SigningKey } from './signing-key.js';

/** A verification link whose token has a valid seal. The link may have expired. */
export interface Link {
  readonly sandbox: Sandbox;
  /** The client that created the link, with its suffix. */
  readonly clientId: string;
  /** The ID of the credential that the link shows. */
  readonly subject: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The size of the expiry time in a token, in bytes. */
const TIME_BYTES = 6;
/** The size of the number that distinguishes the links of a sandbox, in bytes. */
const NUMBER_BYTES = 4;

/** Number of bytes of the seal, which ends the token. */
const SEAL_BYTES = 12;

/** The longest text in a token, in bytes. One byte holds the length of the text. */
const MOST_TEXT = 255;

/** What a new link token contains, besides its expiry. */
interface NewLink extends Pick<Link, 'clientId' | 'subject'> {
  /** How long the link is valid, in seconds. */
  readonly lifetime: number;
  /** Distinguishes the links of a sandbox: links of clients count from 1, minted links have 0. */
  readonly number: number;
}

/** Issues the tokens in verification links, and reads them. */
export class LinkTokens {
  readonly #secret: Buffer;

  constructor({ secret }: SigningKey) {
    this.#secret = secret;
  }

  /** A new token. It expires after the `linkTtl` of the sandbox. */
  issue(sandbox: Sandbox, clientId: string, subject: string): string {
    const number = sandbox.nextNumber('links');
    return this.#issue(sandbox, { clientId, subject, lifetime: sandbox.settings.linkTtl, number });
  }

  /**
   * A token for tests. The result depends on the sandbox's clock alone, and the sandbox does not change.
   * @param lifetime seconds; 0 for an expired link
   */
  mint(sandbox: Sandbox, subject: string, lifetime: number): string {
    return this.#issue(sandbox, { clientId: sandbox.clientId, subject, lifetime, number: 0 });
  }

  /** Makes a sealed token. */
  #issue(sandbox: Sandbox, { clientId, subject, lifetime, number }: NewLink): string {
    // The client ID in a request is the client ID of the sandbox and a suffix. The token needs only the suffix.
    const suffix = clientId.slice(sandbox.clientId.length);
    // The largest size that can be needed. Only the written part is used.
    const bytes = Buffer.allocUnsafe(FIXED_BYTES + 2 * MOST_TEXT + Buffer.byteLength(subject));

    let at = writeText(bytes, sandbox.id, 0);
    at = writeText(bytes, suffix, at);
    at = bytes.writeUIntBE(sandbox.clock.now() + lifetime * 1_000, at, TIME_BYTES);
    // A larger number loses its upper bits, because `writeUInt32BE` would refuse it.
    at = bytes.writeUInt32BE(number >>> 0, at);

    return this.seal(bytes.subarray(0, writeSubject(bytes, subject, at)));
  }

  /** Appends the seal to the bytes of a token. */
  seal(body: Uint8Array): string {
    return Buffer.concat([body, this.#sealOf(body)]).toString('base64url');
  }

  /** The seal, by which a later request shows that this emulator has issued the token. */
  #sealOf(body: Uint8Array): Buffer {
    return createHmac('sha256', this.#secret).update(body).digest().subarray(0, SEAL_BYTES);
  }

  /** The bytes of a token without its seal. Undefined if the seal is not valid. */
  withoutSeal(token: string): Buffer | undefined {
    const bytes = Buffer.from(token, 'base64url');
    // `Buffer.from` ignores invalid characters, so several texts give the same bytes. Only the issued text is valid.
    if (bytes.toString('base64url') !== token || bytes.length <= SEAL_BYTES) return undefined;

    const body = bytes.subarray(0, -SEAL_BYTES);

    return timingSafeEqual(this.#sealOf(body), bytes.subarray(-SEAL_BYTES)) ? body : undefined;
  }

  /** The content of a token. Undefined if the seal is not valid. */
  open(token: string): SealedLink | undefined {
    const body = this.withoutSeal(token);
    return body && parseLink(body);
  }
}

/** The link of a token with this content. @param sandbox the sandbox whose ID the content has */
export function linkIn(sandbox: Sandbox, { suffix, subject, expiresAt }: SealedLink): Link {
  return { sandbox, clientId: sandbox.clientId + suffix, subject, expiresAt };
}

/** The content of a token. */
export interface SealedLink extends Pick<Link, 'subject' | 'expiresAt'> {
  readonly sandboxId: string;
  /** The suffix of the client ID. */
  readonly suffix: string;
}

/** The bytes of a token without its texts: the lengths of two texts, time, number, kind of the subject, seal. */
const FIXED_BYTES = 2 + TIME_BYTES + NUMBER_BYTES + 1 + SEAL_BYTES;

/**
 * Whether a text begins as a token does: with the ID of a sandbox, and the kind of its subject. The rest may be
 * changed, cut off or longer.
 */
export function resemblesLinkToken(text: string): boolean {
  // 800 characters decode to 600 bytes: more than two texts and the fixed bytes.
  const bytes = Buffer.from(text.slice(0, 800), 'base64url');
  const suffixAt = 1 + (bytes[0] ?? 0);
  const kindAt = suffixAt + 1 + (bytes[suffixAt] ?? 0) + TIME_BYTES + NUMBER_BYTES;
  const hasId = suffixAt > 1;
  const isTooShort = bytes.length <= kindAt + SEAL_BYTES;
  // The kind of a subject is 0 or 1.
  if (!hasId || isTooShort || bytes[kindAt]! > 1) return false;

  return bytes.subarray(1, suffixAt).every((byte) => byte > 0x20 && byte < 0x7f);
}

/**
 * Parses the bytes of a token without its seal. Undefined if they are too short: anyone can seal other bytes, because
 * the development key is public.
 */
export function parseLink(body: Buffer): SealedLink | undefined {
  const suffixAt = 1 + (body[0] ?? 0);
  const timeAt = suffixAt + 1 + (body[suffixAt] ?? 0);
  if (body.length <= timeAt + TIME_BYTES + NUMBER_BYTES) return undefined;

  const subject = body.subarray(timeAt + TIME_BYTES + NUMBER_BYTES);
  return {
    sandboxId: body.toString('utf8', 1, suffixAt),
    suffix: body.toString('utf8', suffixAt + 1, timeAt),
    expiresAt: body.readUIntBE(timeAt, TIME_BYTES),
    subject: subject.toString(subject[0] === 1 ? 'hex' : 'utf8', 1),
  };
}

/** Writes a text of up to 255 bytes after its length, and returns where it ends. A longer text is omitted. */
function writeText(bytes: Buffer, text: string, at: number): number {
  const isTooLong = Buffer.byteLength(text) > MOST_TEXT;
  const length = bytes.write(isTooLong ? '' : text, at + 1);
  bytes[at] = length;

  return at + 1 + length;
}

/**
 * Writes the subject, and returns where it ends. A hexadecimal ID is written as bytes, which take half the space. The
 * first byte is the kind of the subject: 1 for bytes, 0 for text.
 */
function writeSubject(bytes: Buffer, subject: string, at: number): number {
  // `write` stops at the first character that is no hexadecimal digit. Bytes do not preserve the case of letters.
  const written = bytes.write(subject, at + 1, 'hex');
  const isHex = written * 2 === subject.length && subject === subject.toLowerCase();
  bytes[at] = isHex ? 1 : 0;

  return at + 1 + (isHex ? written : bytes.write(subject, at + 1));
}
