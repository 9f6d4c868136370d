/** One Redis: a connection for commands, and one for messages. */

import type * as Redis from 'redis';
import { CLIENT_OPTIONS, type Listener, type RedisEvents, type Reply } from './redis-nodes.js';

type Client = ReturnType<typeof Redis.createClient>;

export class SingleNode {
  readonly #commands: Client;
  readonly #messages: Client;
  /** Why the connection was lost. */
  lastError: Error | undefined;

  constructor({ createClient }: typeof Redis, url: string, events: RedisEvents) {
    this.#commands = createClient({ ...CLIENT_OPTIONS, url });
    this.#messages = this.#commands.duplicate({ disableOfflineQueue: false });
    for (const client of [this.#commands, this.#messages])
      client.on('error', (error: Error) => (this.lastError = error));
    this.#commands.on('reconnecting', () => events.emit('lost'));
    this.#commands.on('ready', () => {
      this.lastError = undefined;
      events.emit('ready');
    });
  }

  /** Whether commands can be sent now. */
  get isReady(): boolean {
    return this.#commands.isReady;
  }

  async connect(): Promise<void> {
    await Promise.all([this.#commands.connect(), this.#messages.connect()]);
  }

  send(_key: string, words: readonly string[]): Promise<Reply> {
    return this.#commands.sendCommand<Reply>(words);
  }

  async sendToAll(words: readonly string[]): Promise<readonly Reply[]> {
    return [await this.send('', words)];
  }

  async subscribe(channel: string, listener: Listener): Promise<void> {
    await this.#messages.subscribe(channel, listener);
  }

  async unsubscribe(channel: string, listener: Listener): Promise<void> {
    if (this.#messages.isOpen) await this.#messages.unsubscribe(channel, listener);
  }

  /**
   * After a failover, the node accepts no changes, and its address may lead to another one already. Redis ends the
   * connections, and the client opens others.
   */
  failed({ message }: Error): void {
    if (!message.startsWith('READONLY')) return;
    // If that fails, the next command reports it.
    for (const client of [this.#commands, this.#messages])
      if (client.isReady) client.sendCommand(['QUIT']).catch(() => undefined);
  }

  close(): void {
    for (const client of [this.#commands, this.#messages]) if (client.isOpen) client.destroy();
  }
}
