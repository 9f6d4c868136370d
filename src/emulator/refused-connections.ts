/**
 * Connections whose client does not speak HTTP/1.1, or not by TLS. No journal has them, because there was no request:
 * they are counted and reported, so that "no request arrived" is never all that is known.
 */

import type { Socket } from 'node:net';
import { counted } from '../common/reporting/phrases.js';

/** What such a client did, and how to set it right. */
const REASONS = {
  tls: { did: 'spoke TLS to the plain port', remedy: 'use http:, or start the emulator with --tls' },
  http2: { did: 'spoke HTTP/2', remedy: 'let the client speak HTTP/1.1' },
  'plain-http': { did: 'spoke plain HTTP to the TLS port', remedy: 'use https:' },
  handshake: {
    did: 'ended in the TLS handshake',
    remedy: "let the client trust the emulator's certificate, and speak TLS 1.2 or newer",
  },
} as const;

/** Why a connection was refused. */
export type RefusalReason = keyof typeof REASONS;

/** Numbers of connections by reason; a reason without a connection is absent. */
export type RefusalCounts = Readonly<Partial<Record<RefusalReason, number>>>;

/** One refused connection, as it is reported. */
export interface RefusedConnection {
  readonly reason: RefusalReason;
  /** Address and port of the client. Absent if it had gone already. */
  readonly from?: string;
  /** How many connections were refused for this reason so far. */
  readonly count: number;
  /** All of it as a sentence for people, without a full stop. */
  readonly message: string;
}

/** What is known of a client. */
type Peer = Pick<Socket, 'remoteAddress' | 'remotePort'>;

/**
 * The number of connections that are each reported, for each reason. After them, only every power of ten is: a client
 * may try for ever.
 */
const REPORTED_EACH = 10;

/** Whether one of a kind is worth a line of a log, of which so many came. */
export function isReported(count: number): boolean {
  return count <= REPORTED_EACH || /^10+$/.test(String(count));
}

export class RefusedConnections {
  readonly #counts = new Map<RefusalReason, number>();
  /** A client may send more after it was refused. */
  readonly #refused = new WeakSet<Peer>();
  readonly #onReport: (refused: RefusedConnection) => void;
  readonly #onRefusal: (reason: RefusalReason) => void;

  /**
   * @param onReport called with each connection that is worth a line of a log
   * @param onRefusal called with every one. Default: nothing
   */
  constructor(
    onReport: (refused: RefusedConnection) => void,
    onRefusal: (reason: RefusalReason) => void = () => undefined,
  ) {
    this.#onReport = onReport;
    this.#onRefusal = onRefusal;
  }

  get counts(): RefusalCounts {
    return Object.fromEntries(this.#counts);
  }

  /** Counts a connection, once. */
  add(peer: Peer, reason: RefusalReason): void {
    if (this.#refused.has(peer)) return;

    this.#refused.add(peer);
    const count = (this.#counts.get(reason) ?? 0) + 1;
    this.#counts.set(reason, count);
    this.#onRefusal(reason);
    if (!isReported(count)) return;

    const from = clientOf(peer);
    const one = from === undefined ? 'a connection' : `a connection from ${from}`;
    const who = count > REPORTED_EACH ? `${count} connections` : one;
    const rest = count === REPORTED_EACH ? `; of more of them, only the 100th, the 1000th and so on is reported` : '';
    const message = `${who} ${REASONS[reason].did}; ${REASONS[reason].remedy}${rest}`;
    this.#onReport({ reason, ...(from !== undefined && { from }), count, message });
  }

  /** Forgets all of them. */
  clear(): void {
    this.#counts.clear();
  }
}

/** `127.0.0.1:50000`, `[::1]:50000`; undefined if it has gone. */
function clientOf({ remoteAddress, remotePort = 0 }: Peer): string | undefined {
  if (remoteAddress === undefined) return undefined;
  return remoteAddress.includes(':') ? `[${remoteAddress}]:${remotePort}` : `${remoteAddress}:${remotePort}`;
}

/**
 * Why no request arrived: `no request arrived: 3 connections spoke TLS to the plain port; use http:, ...`. Undefined if
 * no connection was refused.
 */
export function noRequestText(counts: RefusalCounts): string | undefined {
  const parts = (Object.entries(counts) as [RefusalReason, number][]).map(([reason, count]) => {
    const { did, remedy } = REASONS[reason];
    return `${counted(count, 'connection')} ${did}; ${remedy}`;
  });
  return parts.length === 0 ? undefined : `no request arrived: ${parts.join('. ')}`;
}
