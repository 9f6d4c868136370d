/** Reports which rules of the judge a client breaks, while the client runs. */

import { realTime } from '../../common/platform/real-time.js';
import type { Behaviour } from '../../emulator/control/documents.js';
import type { Verdict } from '../../emulator/judge/rule.js';

/** The shortest pause before the judge is asked: it reads the whole journal, so a burst of exchanges is judged once. */
const PAUSE_MILLISECONDS = 500;
/**
 * The judge rests for the time of its last verdict, multiplied by this number. It therefore takes only a small part of
 * the emulator's time.
 */
const REST_FACTOR = 20;
/** The longest pause before the judge is asked: a later report would not be live. */
const LONGEST_PAUSE_MILLISECONDS = 5_000;

/** A rule that exchanges break, certainly or perhaps. */
export type BrokenRule = Pick<Verdict, 'rule' | 'verdict'> & Pick<Verdict['offences'][number], 'what' | 'exchanges'>;

/** A line for people. */
export function brokenRuleText({ rule, verdict, what, exchanges }: BrokenRule): string {
  const numbers = exchanges.map((id) => `#${id}`).join(', ');
  const kind = verdict === 'fail' ? 'broken' : 'suspected';
  return `${kind} rule ${rule}: ${what} (${numbers})`;
}

/** Asks the judge after exchanges, and passes on each violation that was not passed on before. */
export class BrokenRules {
  readonly #judge: () => Promise<Behaviour>;
  readonly #onBroken: (broken: BrokenRule) => void;
  /** The violations that are known. Each is a text of its rule and its exchanges: `wait-as-told 3 4`. */
  readonly #known = new Set<string>();
  /** Whether a timer is running, after which the judge is asked. */
  #isDue = false;
  /** Milliseconds from an exchange until the judge is asked. */
  #pause = PAUSE_MILLISECONDS;

  /**
   * @param judge asks for the verdicts
   * @param onBroken gets each new violation
   */
  constructor(judge: () => Promise<Behaviour>, onBroken: (broken: BrokenRule) => void) {
    this.#judge = judge;
    this.#onBroken = onBroken;
  }

  /** Learns the violations so far, and does not pass them on: they are no news. Call it before {@link note}. */
  async begin(): Promise<void> {
    await this.#askJudge(() => undefined);
  }

  /** Call it after each exchange. */
  readonly note = (): void => {
    if (this.#isDue) return;

    this.#isDue = true;
    // The timer does not keep the process alive.
    setTimeout(() => {
      this.#isDue = false;
      // The reason why the emulator cannot be reached is reported where the command ends.
      this.#askJudge(this.#onBroken).catch(() => undefined);
    }, this.#pause).unref();
  };

  async #askJudge(onBroken: (broken: BrokenRule) => void): Promise<void> {
    const askedAt = realTime();
    const { verdicts } = await this.#judge();
    const rest = REST_FACTOR * (realTime() - askedAt);
    this.#pause = Math.min(Math.max(PAUSE_MILLISECONDS, rest), LONGEST_PAUSE_MILLISECONDS);

    for (const { rule, verdict, offences } of verdicts) {
      // Only broken and suspected rules have offences.
      for (const { exchanges, what } of offences) {
        const key = `${rule} ${exchanges.join(' ')}`;
        if (this.#known.has(key)) continue;

        this.#known.add(key);
        onBroken({ rule, verdict, what, exchanges });
      }
    }
  }
}
