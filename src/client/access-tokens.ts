/** The access token of a connection: asked for once however many wait, renewed shortly before it expires. */

import type { Deadline } from './deadline.js';

export interface IssuedToken {
  readonly token: string;
  /** In seconds from its receipt on; undefined where the service does not say. */
  readonly lifetime: number | undefined;
}

/** A share of the lifetime, so that short-lived tokens are used too; half a minute is enough for long-lived ones. */
const RENEWAL_SHARE = 0.1;
const MOST_SECONDS_BEFORE = 30;

interface HeldToken {
  /** Whether the service has let a request with it pass. */
  isAccepted: boolean;
  readonly token: string;
  readonly freshUntil: number;
  readonly goodUntil: number;
}

export class AccessTokens {
  readonly #issue: () => Promise<IssuedToken>;
  #held: HeldToken | undefined;
  #pending: Promise<string> | undefined;

  /** @param issue asks the service for a token; it rejects where there is none */
  constructor(issue: () => Promise<IssuedToken>) {
    this.#issue = issue;
  }

  /** A token that should be good. The deadline ends this wait alone, not the request that others wait for. */
  async current(deadline: Deadline): Promise<string> {
    if (this.#held !== undefined && performance.now() < this.#held.freshUntil) return this.#held.token;
    this.#pending ??= this.#renew();
    return await deadline.race(this.#pending);
  }

  /** The service has let a request with it pass. */
  accept(token: string): void {
    if (this.#held?.token === token) this.#held.isAccepted = true;
  }

  /** Whether it was good once: if it is refused now, another one may not be. */
  wasAccepted(token: string): boolean {
    return this.#held?.token !== token || this.#held.isAccepted;
  }

  /** The service has refused it; another one that came meanwhile stays. */
  discard(token: string): void {
    if (this.#held?.token === token) this.#held = undefined;
  }

  async #renew(): Promise<string> {
    try {
      const { token, lifetime = Infinity } = await this.#issue();
      // The clock of the process, which only runs forward: the machine's time of day means nothing here.
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
      // Renewal comes early, so the old token may still do.
      if (this.#held !== undefined && performance.now() < this.#held.goodUntil) return this.#held.token;
      throw error;
    } finally {
      this.#pending = undefined;
    }
  }
}
