/** A Redis of a test's own: `redis-server` or `valkey-server` from the PATH, on a port that the system picks. */

import { once } from 'node:events';
import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createConnection } from 'node:net';
import { delimiter, join } from 'node:path';
import { freePort } from '../../cli/ports.js';
import { temporaryFolder, type TemporaryFolder } from '../../cli/temporary-folder.js';

/** The program; undefined if neither is installed. */
export const REDIS_SERVER = ['redis-server', 'valkey-server']
  .flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)))
  .find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

if (REDIS_SERVER === undefined)
  console.warn('tests of the Redis store are skipped: install Redis, for example by apt-get install -y redis-server');

export class RedisServer implements AsyncDisposable {
  readonly port: number;
  readonly #folder: TemporaryFolder;
  readonly #settings: readonly string[];
  #process: ChildProcess;
  #printed = '';

  private constructor(port: number, folder: TemporaryFolder, settings: readonly string[]) {
    this.port = port;
    this.#folder = folder;
    this.#settings = settings;
    this.#process = this.#spawn();
  }

  /** @param settings as on the command line of Redis: `'--maxmemory', '5mb'` */
  static async start(...settings: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), await temporaryFolder(), settings);
    await server.#listens();
    return server;
  }

  get url(): `redis://${string}` {
    return `redis://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.#process.pid!;
  }

  /** Sends a command, and returns the reply as it comes. */
  async send(...words: string[]): Promise<string> {
    const socket = createConnection({ port: this.port, host: '127.0.0.1' });
    socket.write(`*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`);
    const [reply] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    if (reply.toString().startsWith('-')) throw new Error(reply.toString());
    return reply.toString();
  }

  /** Ends it at once, as a crash does. */
  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }

  /** Starts it again, on the same port and with the data on its disk. */
  async restart(): Promise<void> {
    await this.kill();
    this.#process = this.#spawn();
    await this.#listens();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await this.#folder[Symbol.asyncDispose]();
  }

  #spawn(): ChildProcess {
    const settings = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#folder.path, '--save', ''];
    const redis = spawn(REDIS_SERVER!, [...settings, ...this.#settings], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#printed = '';
    redis.stdout.setEncoding('utf8').on('data', (text: string) => (this.#printed += text));
    return redis;
  }

  async #listens(): Promise<void> {
    for (;;) {
      const socket = createConnection({ port: this.port, host: '127.0.0.1' });
      const reply = await new Promise<string>((resolve) => {
        socket.once('error', () => {
          resolve('');
        });
        socket.once('data', (data) => {
          resolve(data.toString());
        });
        socket.write('PING\r\n');
      });
      socket.destroy();
      if (reply.startsWith('+PONG')) return;
      if (this.#process.exitCode !== null)
        throw new Error(`redis-server ended with code ${this.#process.exitCode}:\n${this.#printed}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
