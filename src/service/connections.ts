/** Tells the connections of a server apart: on one connection, a request shows that the answer before it has arrived. */

import type { Socket } from 'node:net';

/** The connection that a request came over. */
export interface UsedConnection {
  /** Counts from 1 in each emulator. */
  readonly id: number;
  /** When it was opened, a reading of `performance.now()`. */
  readonly opened: number;
  /** The how-manieth request it was on it, from 1. */
  readonly request: number;
}

export class Connections {
  readonly #known = new WeakMap<Socket, { readonly id: number; readonly opened: number; requests: number }>();
  #last = 0;

  /** Takes note of a new connection. */
  add(socket: Socket): void {
    this.#known.set(socket, { id: ++this.#last, opened: performance.now(), requests: 0 });
  }

  /** Counts a request; undefined where somebody else's server has the connection. */
  use(socket: Socket): UsedConnection | undefined {
    const known = this.#known.get(socket);
    return known && { id: known.id, opened: known.opened, request: ++known.requests };
  }
}
