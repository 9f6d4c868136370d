/**
 * Tokens of verification links. A token carries its sandbox, credential and end of life under a seal, so links
 * need no storage: ten or ten million of them cost the emulator nothing, and the public check knows whose they are.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { Sandboxes } from '../sandbox/sandboxes.js';
import type { SigningKey } from './signing-key.js';

/** A link whose seal is good, expired or not. */
export interface Link {
  readonly sandbox: Sandbox;
  /** The client that made the link, with its suffix, if it has one. */
  readonly clientId: string;
  readonly contractId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

interface NewLink extends Pick<Link, 'clientId' | 'contractId'> {
  /** Seconds. */
  readonly lifetime: number;
  /** Tells it from the others of its sandbox; clients' links count from 1. */
  readonly number: number;
}

const TIME_BYTES = 6;
const NUMBER_BYTES = 4;

/** How many of a token's bytes, the last ones, are its seal. */
export const SEAL_BYTES = 12;

const HEX = /^[0-9a-f]+$/;

export class LinkTokens {
  readonly #secret: Buffer;

  constructor(key: SigningKey) {
    this.#secret = key.secret;
  }

  /** A new token for a credential, as short-lived as the sandbox's links are. */
  issue(sandbox: Sandbox, clientId: string, contractId: string): string {
    return this.#issue(sandbox, {
      clientId,
      contractId,
      lifetime: sandbox.settings.linkTtl,
      number: sandbox.nextNumber('links'),
    });
  }

  /**
   * A token that no client asked for; `lifetime` in seconds, 0 for one that has expired. It is the same until the clock
   * moves, and changes nothing in the sandbox.
   */
  mint(sandbox: Sandbox, contractId: string, lifetime: number): string {
    return this.#issue(sandbox, { clientId: sandbox.clientId, contractId, lifetime, number: 0 });
  }

  #issue(sandbox: Sandbox, { clientId, contractId, lifetime, number }: NewLink): string {
    const time = Buffer.alloc(TIME_BYTES);
    time.writeUIntBE(sandbox.clock.now() + lifetime * 1_000, 0, TIME_BYTES);
    const ordinal = Buffer.alloc(NUMBER_BYTES);
    ordinal.writeUInt32BE(number >>> 0);
    const suffix = clientId.slice(sandbox.clientId.length);
    return this.seal(
      Buffer.concat([packText(sandbox.id), packText(suffix), time, ordinal, packContractId(contractId)]),
    );
  }

  /** The token that carries this. */
  seal(body: Uint8Array): string {
    return Buffer.concat([body, this.#sealOf(body)]).toString('base64url');
  }

  /** What the token stands for; undefined where it was not issued here. */
  read(token: string, sandboxes: Sandboxes): Link | undefined {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.toString('base64url') !== token || bytes.length <= SEAL_BYTES) return undefined;
    const body = bytes.subarray(0, -SEAL_BYTES);
    if (!timingSafeEqual(this.#sealOf(body), bytes.subarray(-SEAL_BYTES))) return undefined;
    const { sandboxId, suffix, ...link } = linkIn(body);
    const sandbox = sandboxes.byId(sandboxId);
    return sandbox && { sandbox, clientId: sandbox.clientId + suffix, ...link };
  }

  #sealOf(body: Uint8Array): Buffer {
    return createHmac('sha256', this.#secret).update(body).digest().subarray(0, SEAL_BYTES);
  }
}

/** What a token says under its seal. */
interface SealedLink extends Pick<Link, 'contractId' | 'expiresAt'> {
  readonly sandboxId: string;
  /** Of the client's ID. */
  readonly suffix: string;
}

/** What the bytes of a token say, whose seal has been checked and taken off. */
export function linkIn(body: Buffer): SealedLink {
  const suffixAt = 1 + body.readUInt8(0);
  const timeAt = suffixAt + 1 + body.readUInt8(suffixAt);
  return {
    sandboxId: body.toString('utf8', 1, suffixAt),
    suffix: body.toString('utf8', suffixAt + 1, timeAt),
    expiresAt: body.readUIntBE(timeAt, TIME_BYTES),
    contractId: unpackContractId(body.subarray(timeAt + TIME_BYTES + NUMBER_BYTES)),
  };
}

/** A short text behind its length; one that is too long is left out. */
function packText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return bytes.length > 255 ? Buffer.of(0) : Buffer.concat([Buffer.of(bytes.length), bytes]);
}

/** Most contract IDs are hexadecimal, and take half the room as bytes; a first byte tells the two forms apart. */
function packContractId(contractId: string): Buffer {
  return contractId.length % 2 === 0 && HEX.test(contractId)
    ? Buffer.concat([Buffer.of(1), Buffer.from(contractId, 'hex')])
    : Buffer.concat([Buffer.of(0), Buffer.from(contractId)]);
}

function unpackContractId(bytes: Buffer): string {
  return bytes.toString(bytes.readUInt8(0) === 1 ? 'hex' : 'utf8', 1);
}
