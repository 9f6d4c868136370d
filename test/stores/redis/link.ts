/** A line between an emulator and Redis that can be slow, stalled, cut or led elsewhere. */

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What happens to the next script that a client sends. */
type Cut = 'before its end' | 'before its reply';

export class Link implements AsyncDisposable {
  /** Milliseconds that everything takes, in each direction. */
  delay = 0;
  /** Where connections from now on lead. */
  port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #waiting: (() => void)[] = [];
  #isStalled = false;
  #cut: Cut | undefined;

  private constructor(port: number) {
    this.port = port;
    this.#server = createServer((client) => {
      this.#join(client, connect({ port: this.port, host: '127.0.0.1' }));
    });
  }

  /** @param port of a Redis on this machine */
  static async to(port: number): Promise<Link> {
    const link = new Link(port);
    link.#server.listen(0, '127.0.0.1');
    await once(link.#server, 'listening');
    return link;
  }

  get url(): `redis://${string}` {
    return `redis://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Nothing passes until {@link resume}; connections stay. */
  stall(): void {
    this.#isStalled = true;
  }

  resume(): void {
    this.#isStalled = false;
    for (const pass of this.#waiting.splice(0)) pass();
  }

  /** Cuts the connection in the middle of the next script, or when Redis has replied to it. */
  cut(when: Cut): void {
    this.#cut = when;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: Socket, redis: Socket): void {
    let isCut = false;
    client.on('data', (data) => {
      const cut = data.includes('EVAL') ? this.#cut : undefined;
      if (cut === undefined) {
        this.#pass(() => redis.write(data));
        return;
      }
      this.#cut = undefined;
      isCut = true;
      redis.write(cut === 'before its end' ? data.subarray(0, data.length - 20) : data);
      if (cut === 'before its end') client.destroy();
    });
    redis.on('data', (data) => {
      if (isCut) client.destroy();
      else this.#pass(() => client.write(data));
    });
    for (const [socket, other] of [
      [client, redis],
      [redis, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
  }

  #pass(send: () => void): void {
    if (this.#isStalled) this.#waiting.push(send);
    else if (this.delay > 0) setTimeout(send, this.delay);
    else send();
  }
}
