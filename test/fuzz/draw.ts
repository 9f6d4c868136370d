/** Seeded draws: the same words give the same draws on every machine. */

import { fraction } from '../../src/emulator/domain/time/random.js';

export class Draw {
  readonly #words: readonly number[];
  #drawn = 0;

  /** @param words the seed, and what tells these draws from others of the same seed */
  constructor(...words: readonly number[]) {
    this.#words = words;
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return fraction(...this.#words, this.#drawn++) < probability;
  }

  /** An integer from 0 to `count` - 1. */
  below(count: number): number {
    return Math.floor(fraction(...this.#words, this.#drawn++) * count);
  }

  /** One of the items; throws if there is none. */
  of<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new Error('nothing to draw from');
    return items[this.below(items.length)]!;
  }

  /** The result of one of the functions; each is as likely as its weight says. */
  weighted<Result>(choices: readonly (readonly [weight: number, make: () => Result])[]): Result {
    let left = fraction(...this.#words, this.#drawn++) * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, make] of choices) {
      if (left < weight) return make();
      left -= weight;
    }
    return choices.at(-1)![1]();
  }
}
