/** The connections of a server, and the messages on them. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { onceOver } from '../../../common/platform/once-over.js';
import type { ConnectionUse } from '../../journal/exchange.js';
import type { ServiceError } from '../service-error.js';

/** An exchange, as far as its connection knows it. */
interface ConnectedExchange {
  readonly req: IncomingMessage;
  /** Notes that the message breaks HTTP after its head. */
  breakOff(reason: string, failure: ServiceError | undefined): void;
}

/** A request whose head was read, and its response. */
export interface ReadMessage {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Undefined if the request is for the control plane, or was refused. */
  exchange?: ConnectedExchange;
}

interface KnownConnection {
  readonly id: number;
  /** A reading of `performance.now()`. */
  readonly opened: number;
  requests: number;
  isPipelined: boolean;
  last?: ReadMessage;
}

/** The connections of a server. A request that is not pipelined shows that the response before it has arrived. */
export class Connections {
  readonly #known = new WeakMap<Socket, KnownConnection>();
  #last: number;

  /** @param before connections get numbers above this, because emulators that share journals use the lower ones */
  constructor(before = 0) {
    this.#last = before;
  }

  /** Adds a new connection. */
  add(socket: Socket): void {
    // Any number of pipelined requests may listen for the end of their connection.
    socket.setMaxListeners(0);
    this.#known.set(socket, { id: ++this.#last, opened: performance.now(), requests: 0, isPipelined: false });
  }

  /** Notes a request whose head was read. */
  read(req: IncomingMessage, res: ServerResponse): void {
    const known = this.#known.get(req.socket);
    if (known === undefined) return;

    // Node.js detaches the socket from a sent response before it reads the next request. A response that waits behind
    // another one has no socket yet (https://github.com/jshttp/on-finished/issues/10).
    const before = known.last?.res;
    known.isPipelined = before !== undefined && (before.socket !== null || !before.writableFinished);
    known.last = { req, res };
  }

  /**
   * Counts a message on a connection; undefined if the connection belongs to a server of the user.
   * @param exchange the exchange of the request that was read last. Default: it has none
   */
  countMessage(socket: Socket, exchange?: ConnectedExchange): ConnectionUse | undefined {
    const known = this.#known.get(socket);
    if (known === undefined) return undefined;

    if (exchange !== undefined && known.last?.req === exchange.req) known.last.exchange = exchange;

    const pipelined = known.isPipelined ? { pipelined: true as const } : {};
    return { id: known.id, opened: known.opened, request: ++known.requests, ...pipelined };
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
