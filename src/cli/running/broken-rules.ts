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

/** Watches which rules a client breaks, while the client runs. */
export interface RuleWatcher {
  /** Learns the violations so far, and does not pass them on: they are no news. */
  readonly learnEarlier: () => Promise<void>;
  /** Asks the judge after a pause. Call it after each exchange. */
  readonly judgeSoon: () => void;
}

/**
 * Makes a watcher, which passes on each violation once.
 * @param judge asks for the verdicts
 * @param onBroken gets each new violation
 */
export function ruleWatcher(judge: () => Promise<Behaviour>, onBroken: (broken: BrokenRule) => void): RuleWatcher {
  // Each violation that is known, as a text of its rule and its exchanges: `wait-as-told 3 4`.
  const known = new Set<string>();
  // Whether a timer is running, after which the judge is asked.
  let isDue = false;
  // Milliseconds from an exchange until the judge is asked.
  let pause = PAUSE_MILLISECONDS;

  const askJudge = async (report: (broken: BrokenRule) => void): Promise<void> => {
    const askedAt = realTime();
    const { verdicts } = await judge();
    const rest = REST_FACTOR * (realTime() - askedAt);
    pause = Math.min(Math.max(PAUSE_MILLISECONDS, rest), LONGEST_PAUSE_MILLISECONDS);

    for (const { rule, verdict, offences } of verdicts) {
      // Only broken and suspected rules have offences.
      for (const { exchanges, what } of offences) {
        const key = `${rule} ${exchanges.join(' ')}`;
        if (known.has(key)) continue;

        known.add(key);
        report({ rule, verdict, what, exchanges });
      }
    }
  };

  return {
    learnEarlier: () => askJudge(() => undefined),
    judgeSoon: () => {
      if (isDue) return;

      isDue = true;
      // The timer does not keep the process alive.
      setTimeout(() => {
        isDue = false;
        // The reason why the emulator cannot be reached is reported where the command ends.
        askJudge(onBroken).catch(() => undefined);
      }, pause).unref();
    },
  };
}
