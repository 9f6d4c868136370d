/** The access token of a connection: one request serves all waiting calls; renewed shortly before it expires. */

import type { Deadline } from './deadline.js';

export interface IssuedToken {
  readonly token: string;
  /** Seconds from its receipt on; undefined if the response does not say. */
  readonly lifetime: number | undefined;
}

/** A token is renewed a tenth of its lifetime before it expires, but at most 30 seconds before. */
const RENEWAL_SHARE = 0.1;
const MOST_SECONDS_BEFORE = 30;

interface HeldToken {
  /** Whether the service accepted a request with it. */
  isAccepted: boolean;
  readonly token: string;
  readonly freshUntil: number;
  readonly goodUntil: number;
}

export class AccessTokens {
  readonly #issue: () => Promise<IssuedToken>;
  #held: HeldToken | undefined;
  #pending: Promise<string> | undefined;

  /** @param issue requests a token from the service; rejects on failure */
  constructor(issue: () => Promise<IssuedToken>) {
    this.#issue = issue;
  }

  /** Returns a token that should be valid. The deadline ends this wait only, not the request that other calls wait for. */
  async current(deadline: Deadline): Promise<string> {
    if (this.#held !== undefined && performance.now() < this.#held.freshUntil) return this.#held.token;
    this.#pending ??= this.#renew();
    return await deadline.race(this.#pending);
  }

  /** Records that the service accepted a request with the token. */
  accept(token: string): void {
    if (this.#held?.token === token) this.#held.isAccepted = true;
  }

  /** Whether the service accepted the token before: if it refuses the token now, a new one may work. */
  wasAccepted(token: string): boolean {
    return this.#held?.token !== token || this.#held.isAccepted;
  }

  /** Drops a token that the service refused. A newer token stays. */
  discard(token: string): void {
    if (this.#held?.token === token) this.#held = undefined;
  }

  async #renew(): Promise<string> {
    try {
      const { token, lifetime = Infinity } = await this.#issue();
      // A monotonic clock: changes of the machine's time do not matter.
      const now = performance.now();
      const margin = Math.min(lifetime * RENEWAL_SHARE, MOST_SECONDS_BEFORE);
      this.#held = {
        isAccepted: false,
        token,
        freshUntil: now + (lifetime - margin) * 1_000,
        goodUntil: now + lifetime * 1_000,
      };
      return token;
    } catch (error) {
      // Renewal starts early, so the old token may still be valid.
      if (this.#held !== undefined && performance.now() < this.#held.goodUntil) return this.#held.token;
      throw error;
    } finally {
      this.#pending = undefined;
    }
  }
}
