/** Tells which rules of the judge a client breaks, as it happens. */

import { realTime } from '../../common/platform/real-time.js';
import type { Behaviour } from '../../emulator/control/documents.js';

/** The judge reads the whole journal, so it is not asked for each exchange of a burst. */
const PAUSE_MILLISECONDS = 500;
/** The judge takes about one part in so many of the time of a busy emulator. */
const REST = 20;
/** A violation that comes later than this is not told as it happens. */
const LONGEST_PAUSE_MILLISECONDS = 5_000;

export class BrokenRules {
  readonly #judge: () => Promise<Behaviour>;
  readonly #print: (line: string) => void;
  /** The violations that are known, by rule and exchanges. */
  readonly #known = new Set<string>();
  #isDue = false;
  /** Milliseconds from an exchange until the judge is asked. */
  #pause = PAUSE_MILLISECONDS;

  /**
   * @param judge asks for the verdicts
   * @param print gets a sentence for each new violation
   */
  constructor(judge: () => Promise<Behaviour>, print: (line: string) => void) {
    this.#judge = judge;
    this.#print = print;
  }

  /** Learns the violations so far, of which nothing is printed. */
  async begin(): Promise<void> {
    await this.#look(() => undefined);
  }

  /** To be called after an exchange. */
  readonly note = (): void => {
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => {
      this.#isDue = false;
      // What ends the command says why the emulator cannot be reached.
      this.#look(this.#print).catch(() => undefined);
    }, this.#pause).unref();
  };

  async #look(print: (line: string) => void): Promise<void> {
    const asked = realTime();
    const { verdicts } = await this.#judge();
    const rest = REST * (realTime() - asked);
    this.#pause = Math.min(Math.max(PAUSE_MILLISECONDS, rest), LONGEST_PAUSE_MILLISECONDS);
    for (const verdict of verdicts) {
      // Only rules that are broken or suspected have such.
      for (const { exchanges, what } of verdict.offences) {
        const key = `${verdict.rule} ${exchanges.join(' ')}`;
        if (this.#known.has(key)) continue;
        this.#known.add(key);
        const numbers = exchanges.map((id) => `#${id}`).join(', ');
        print(`${verdict.verdict === 'fail' ? 'broken rule' : 'suspected rule'} ${verdict.rule}: ${what} (${numbers})`);
      }
    }
  }
}
