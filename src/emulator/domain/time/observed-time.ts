/** A time that records how long what is computed by it stays valid. */

import { ALWAYS, DAY, Now, type Span } from './now.js';

/**
 * Every reading narrows the span in which all results so far would be the same. Whatever is computed by this time, and
 * by nothing else that changes, is valid for that span. Only the lists of a world need it; it overrides every reading
 * of `Now`.
 */
export class ObservedTime extends Now {
  #from = ALWAYS.from;
  #until = ALWAYS.until;

  /**
   * An observed copy of a time. Readings of the copy do not narrow the span of the original: whoever uses a result of
   * the copy by the original calls {@link isWithin} of the original with the span of the copy.
   */
  static of({ sinceStart, epoch }: Now): ObservedTime {
    return new ObservedTime(epoch + sinceStart, epoch);
  }

  /** The span in which all results so far would be the same. */
  get span(): Span {
    return { from: this.#from, until: this.#until };
  }

  /** What is computed by the time itself is valid for this moment alone. */
  override get now(): number {
    const now = super.now;
    this.#narrow(now, now);
    return now;
  }

  override hasCome(at: number): boolean {
    const has = super.hasCome(at);
    if (has) this.#narrow(at, ALWAYS.until);
    else this.#narrow(ALWAYS.from, at);
    return has;
  }

  override daysSince(at: number): number {
    const days = super.daysSince(at);
    this.#narrow(at + days * DAY, at + (days + 1) * DAY);
    return days;
  }

  override isWithin(span: Span): boolean {
    const is = super.isWithin(span);
    if (is) this.#narrow(span.from, span.until);
    else this.#narrow(super.now, super.now);
    return is;
  }

  #narrow(from: number, until: number): void {
    if (from > this.#from) this.#from = from;
    if (until < this.#until) this.#until = until;
  }
}
