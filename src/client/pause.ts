/** A pause that the service asked for holds for all calls of a connection, not only for the one that was told. */

import type { Deadline } from './deadline.js';

export class Pause {
  #until = 0;

  /** @param delay in milliseconds from now */
  extend(delay: number): void {
    this.#until = Math.max(this.#until, performance.now() + delay);
  }

  /** Resolves when it is over; `spread` is added, so that those who waited do not all come at once. */
  async over(deadline: Deadline, spread: () => number): Promise<void> {
    for (let rest = this.#rest(); rest > 0; rest = this.#rest()) await deadline.wait(rest + spread());
  }

  #rest(): number {
    return this.#until - performance.now();
  }
}
