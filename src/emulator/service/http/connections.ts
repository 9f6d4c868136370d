/** The connections of a server, and the messages on them. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { onceOver } from '../../../common/platform/once-over.js';
import type { ConnectionUse } from '../../journal/exchange.js';
import type { ServiceError } from '../service-error.js';

/** What a connection needs to know of an exchange. */
interface ConnectedExchange {
  readonly req: IncomingMessage;
  /** Notes that the message breaks HTTP after its head. */
  markBroken(reason: string, failure: ServiceError | undefined): void;
}

/** A request whose head was read, and its response. */
export interface ReadMessage {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Undefined if the request is for the control plane, or was refused. */
  exchange?: ConnectedExchange;
}

/** What is known about an open connection. */
interface KnownConnection {
  readonly id: number;
  /** When the connection was opened: a reading of `performance.now()`. */
  readonly opened: number;
  /** How many messages have come on the connection, those for the control plane included. */
  requests: number;
  /** Whether the last request came before the response to the request before it was sent. */
  isPipelined: boolean;
  /** The message that was read last. */
  last?: ReadMessage;
}

/**
 * The connections of a server. They are evidence for the judge: a request that is not pipelined shows that the client
 * has read the response before it on the connection.
 */
export class Connections {
  readonly #known = new WeakMap<Socket, KnownConnection>();
  /** The number of the connection that was opened last. */
  #last: number;

  /** @param before connections get higher numbers than this. Emulators that share journals use the lower numbers */
  constructor(before = 0) {
    this.#last = before;
  }

  /** Adds a new connection. */
  add(socket: Socket): void {
    // Any number of pipelined requests may listen for the end of their connection.
    socket.setMaxListeners(0);
    this.#known.set(socket, { id: ++this.#last, opened: performance.now(), requests: 0, isPipelined: false });
  }

  /** Adds a request whose head was read to its connection. */
  addRequest(req: IncomingMessage, res: ServerResponse): void {
    const known = this.#known.get(req.socket);
    if (known === undefined) return;

    // Node.js detaches the socket from a sent response before it reads the next request. A response that waits behind
    // another one has no socket yet (https://github.com/jshttp/on-finished/issues/10).
    const before = known.last?.res;
    known.isPipelined = before !== undefined && (before.socket !== null || !before.writableFinished);
    known.last = { req, res };
    known.requests += 1;
  }

  /**
   * The use of a connection by the request that was read last. Undefined if the connection belongs to a server of the
   * user.
   * @param exchange the exchange of the request. Default: it has none
   */
  useOf(socket: Socket, exchange?: ConnectedExchange): ConnectionUse | undefined {
    const known = this.#known.get(socket);
    if (known === undefined) return undefined;

    // Another request may have been read since then.
    if (exchange !== undefined && known.last?.req === exchange.req) known.last.exchange = exchange;

    const pipelined = known.isPipelined ? { pipelined: true as const } : {};
    return { id: known.id, opened: known.opened, request: known.requests, ...pipelined };
  }

  /** The use of a connection by a message that HTTP refuses. @param req the request, if one was read */
  useOfRefused(socket: Socket, req?: IncomingMessage): ConnectionUse | undefined {
    const known = this.#known.get(socket);
    const isCounted = req !== undefined && known?.last?.req === req;
    if (known !== undefined && !isCounted) known.requests += 1;

    return this.useOf(socket);
  }

  /** The request that was read last on a connection. */
  lastOn(socket: Socket): ReadMessage | undefined {
    return this.#known.get(socket)?.last;
  }

  /** Calls the function when the last response on a connection is over, so that another response may follow. */
  onceFree(socket: Socket, call: () => void): void {
    const last = this.lastOn(socket);
    if (last === undefined || last.res.destroyed) call();
    else onceOver(last.res, call);
  }
}
