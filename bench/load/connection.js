/** One connection that is kept open, with one request under way at a time. */

import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { readResponse } from './read-response.js';

export class Connection {
  #socket;
  #received = [];
  #sentAt = 0;
  #onAnswer;

  /**
   * @param {number} port on the loopback interface
   * @param {(answer: import('./read-response.js').Answer, milliseconds: number, connection: Connection) => void} onAnswer
   * @param {(error: Error) => void} onFailure
   */
  constructor(port, onAnswer, onFailure) {
    this.#onAnswer = onAnswer;
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true });
    this.#socket.on('data', (chunk) => {
      try {
        this.#receive(chunk);
      } catch (error) {
        onFailure(error);
      }
    });
    this.#socket.on('error', onFailure);
    this.#socket.on('end', () => onFailure(new Error('the server closed a connection that was to be kept')));
  }

  /** @param {Buffer} request */
  send(request) {
    this.#sentAt = performance.now();
    this.#socket.write(request);
  }

  close() {
    this.#socket.destroy();
  }

  #receive(chunk) {
    this.#received.push(chunk);
    const answer = readResponse(this.#received.length === 1 ? chunk : Buffer.concat(this.#received));
    if (answer === undefined) return;
    this.#received = [];
    this.#onAnswer(answer, performance.now() - this.#sentAt, this);
  }
}
