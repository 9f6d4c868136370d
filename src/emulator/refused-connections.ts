/**
 * Connections whose client does not speak HTTP/1.1, speaks TLS to a port without TLS, or speaks plain HTTP to a port
 * with TLS. They have no request, so no journal has them. They are counted and reported, to explain why no request
 * arrived.
 */

import type { Socket } from 'node:net';
import { counted } from '../common/reporting/phrases.js';
import REASONS from './refusal-reasons.json' with { type: 'json' };

/** Why a connection was refused: a mistake of the client, which has a remedy. */
export type RefusalReason = keyof typeof REASONS;

/** Numbers of connections by reason; a reason without a connection is absent. */
export type RefusalCounts = Readonly<Partial<Record<RefusalReason, number>>>;

/** The report of one refused connection. */
export interface RefusedConnection {
  readonly reason: RefusalReason;
  /** Address and port of the client. Absent if the client had left already. */
  readonly from?: string;
  /** How many connections were refused for this reason so far. */
  readonly count: number;
  /** The report as a sentence for people, without a full stop. */
  readonly message: string;
}

/** What is known of a client. */
type Peer = Pick<Socket, 'remoteAddress' | 'remotePort'>;

/**
 * How many connections are reported one by one, for each reason. After them, only the 100th, the 1000th and so on are
 * reported, because a client may retry forever.
 */
const REPORTED_EACH = 10;

/** Whether the connection with this number, among those with the same reason, is worth a line in a log. */
export function isReported(count: number): boolean {
  return count <= REPORTED_EACH || /^10+$/.test(String(count));
}

/** Counts the connections that the emulator has refused, and reports each client once. */
export class RefusedConnections {
  readonly #counts = new Map<RefusalReason, number>();
  /** The clients that were counted. A client may send more bytes after it was refused. */
  readonly #refused = new WeakSet<Peer>();
  readonly #onReport: (refused: RefusedConnection) => void;
  readonly #onRefusal: (reason: RefusalReason) => void;

  /**
   * @param onReport called with each connection that is worth a line of a log
   * @param onRefusal called with every connection. Default: does nothing
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

  /** Counts a connection, but only once. */
  add(peer: Peer, reason: RefusalReason): void {
    if (this.#refused.has(peer)) return;

    this.#refused.add(peer);
    const count = (this.#counts.get(reason) ?? 0) + 1;
    this.#counts.set(reason, count);
    this.#onRefusal(reason);
    if (!isReported(count)) return;

    const from = clientOf(peer);
    const single = from === undefined ? 'a connection' : `a connection from ${from}`;
    const who = count > REPORTED_EACH ? `${count} connections` : single;
    const rest = count === REPORTED_EACH ? `; of more of them, only the 100th, the 1000th and so on is reported` : '';
    const message = `${who} ${REASONS[reason].did}; ${REASONS[reason].remedy}${rest}`;
    this.#onReport({ reason, ...(from !== undefined && { from }), count, message });
  }

  /** Resets all counts. */
  clear(): void {
    this.#counts.clear();
  }
}

/** Address and port of a client: `127.0.0.1:50000`, `[::1]:50000`. Undefined if the client has left. */
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
