/**
 * A proxy that sends each request to the next replica, those of one connection too. It passes bytes on as they come, in
 * both directions, and ends a connection as the replica has ended its own, so that a client sees what it would see without
 * the proxy. What is no HTTP, such as TLS, goes to one replica as a whole.
 */

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { MessageEnd } from './message-end.js';

/** Where a replica listens. */
export interface Target {
  readonly port: number;
  /** Whether it gets requests at present. Default: yes. */
  isUp?: boolean;
}

export interface TurningProxy extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** How many requests each target has got and not answered yet. */
  readonly pending: (target: Target) => number;
  /** Closes the connections to a target on which nothing is under way, as before it ends. */
  readonly leave: (target: Target) => void;
}

/** Options of {@link turningProxy}. */
export interface TurningProxyOptions {
  /** Default: one that the system picks. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
}

/** @param targets may change while the proxy runs; without one that is up, requests wait */
export async function turningProxy(
  targets: readonly Target[],
  { port = 0, host = '127.0.0.1' }: TurningProxyOptions = {},
): Promise<TurningProxy> {
  const connections = new Set<ProxiedConnection>();
  let turn = 0;
  const next = (): Target | undefined => {
    const up = targets.filter(({ isUp = true }) => isUp);
    return up[turn++ % Math.max(1, up.length)];
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const connection = new ProxiedConnection(client, next);
    connections.add(connection);
    client.once('close', () => connections.delete(connection));
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    pending: (target) => [...connections].filter((connection) => connection.isWaitingFor(target)).length,
    leave: (target) => {
      for (const connection of connections) connection.leave(target);
    },
    [Symbol.asyncDispose]: async () => {
      for (const connection of connections) connection.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** How long a request waits before it asks again for a target that is up. */
const WAIT_MILLISECONDS = 5;

/** A request that was begun, and the response to it. */
interface Exchange {
  readonly target: Target;
  readonly upstream: Socket;
  readonly request: MessageEnd;
  response: MessageEnd | undefined;
}

class ProxiedConnection {
  readonly #client: Socket;
  readonly #next: () => Target | undefined;
  readonly #upstreams = new Map<Target, Socket>();
  /** Bytes of the client that belong to requests that were not begun. */
  #waiting: Buffer[] = [];
  #exchange: Exchange | undefined;
  #hasClientEnded = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(client: Socket, next: () => Target | undefined) {
    this.#client = client;
    this.#next = next;
    client.on('data', (bytes: Buffer) => {
      this.#waiting.push(bytes);
      this.#forward();
    });
    client.on('end', () => {
      this.#hasClientEnded = true;
      this.#forward();
    });
    client.on('error', () => {
      for (const upstream of this.#upstreams.values()) upstream.resetAndDestroy();
    });
    client.on('close', () => {
      clearTimeout(this.#timer);
      for (const upstream of this.#upstreams.values()) upstream.destroySoon();
    });
  }

  isWaitingFor(target: Target): boolean {
    return this.#exchange?.target === target;
  }

  leave(target: Target): void {
    if (this.isWaitingFor(target)) return;
    this.#upstreams.get(target)?.destroy();
    this.#upstreams.delete(target);
  }

  destroy(): void {
    this.#client.destroy();
    for (const upstream of this.#upstreams.values()) upstream.destroy();
  }

  /** Sends what the client has sent, as far as it belongs to the request that is under way, or to the next one. */
  #forward(): void {
    while (this.#waiting.length > 0) {
      this.#exchange ??= this.#begin();
      if (this.#exchange === undefined) return;
      const { request, upstream } = this.#exchange;
      if (request.isComplete) return;
      const bytes = this.#waiting.shift()!;
      const length = request.take(bytes);
      if (length < bytes.length) this.#waiting.unshift(bytes.subarray(length));
      pass(bytes.subarray(0, length), this.#client, upstream);
      this.#endIfComplete();
    }
    if (!this.#hasClientEnded) return;
    if (this.#exchange === undefined) this.#client.end();
    else this.#exchange.upstream.end();
  }

  /** Begins an exchange with the next target. Undefined if there is none at present. */
  #begin(): Exchange | undefined {
    const target = this.#next();
    if (target === undefined) {
      this.#timer = setTimeout(() => {
        this.#forward();
      }, WAIT_MILLISECONDS);
      return undefined;
    }
    return { target, upstream: this.#upstreamTo(target), request: new MessageEnd(), response: undefined };
  }

  #upstreamTo(target: Target): Socket {
    const known = this.#upstreams.get(target);
    if (known?.writable === true && known.readable) return known;
    const upstream = connect({ port: target.port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    this.#upstreams.set(target, upstream);
    const isUsed = (): boolean => this.#exchange?.upstream === upstream;
    upstream.on('data', (bytes: Buffer) => {
      this.#respond(bytes, upstream);
    });
    upstream.on('end', () => {
      if (isUsed()) this.#client.end();
      else upstream.end();
    });
    upstream.on('error', () => {
      // What came before has to arrive first.
      if (isUsed() && !upstream.readableEnded) setImmediate(() => this.#client.resetAndDestroy());
    });
    upstream.on('close', () => {
      if (isUsed()) this.#client.destroySoon();
    });
    return upstream;
  }

  #respond(bytes: Buffer, upstream: Socket): void {
    const exchange = this.#exchange;
    // A server may say something before it is asked, such as that it has waited too long.
    if (exchange?.upstream !== upstream) {
      pass(bytes, upstream, this.#client);
      return;
    }
    exchange.response ??= new MessageEnd(exchange.request.method);
    exchange.response.take(bytes);
    pass(bytes, upstream, this.#client);
    if (this.#endIfComplete()) this.#forward();
  }

  /** The response may be complete before the request is. Returns whether the next exchange can begin. */
  #endIfComplete(): boolean {
    const { request, response } = this.#exchange ?? {};
    if (request?.isComplete !== true || response?.isComplete !== true) return false;
    this.#exchange = undefined;
    return true;
  }
}

/** Writes bytes, and reads no more of them while the other side does not take them. */
function pass(bytes: Buffer, from: Socket, to: Socket): void {
  if (!to.writable || to.write(bytes)) return;
  from.pause();
  to.once('drain', () => from.resume());
}
