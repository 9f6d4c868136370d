/** Asks a running emulator for the judge's verdicts on a sandbox. */

import type { Verdict } from '../judge/rule.js';
import { askEmulator, type EmulatorAddress } from './ask-emulator.js';

/** What the emulator's endpoint `behaviour` answers. */
export interface Behaviour {
  readonly sandbox: string;
  /** How many exchanges were judged. */
  readonly exchanges: number;
  readonly passed: boolean;
  readonly verdicts: readonly Verdict[];
}

export interface BehaviourAddress extends EmulatorAddress {
  readonly sandbox: string;
}

/**
 * The verdicts on a sandbox.
 * @throws UsageError that says why there are none
 */
export function fetchBehaviour({ sandbox, ...address }: BehaviourAddress): Promise<Behaviour> {
  return askEmulator(
    address,
    { path: `sandboxes/${encodeURIComponent(sandbox)}/behaviour`, ability: 'judge', answer: 'verdicts' },
    isBehaviour,
  );
}

function isBehaviour(body: unknown): body is Behaviour {
  const { sandbox, verdicts } = (body ?? {}) as { sandbox?: unknown; verdicts?: unknown };
  return typeof sandbox === 'string' && Array.isArray(verdicts) && verdicts.every(isVerdict);
}

function isVerdict(value: unknown): value is Verdict {
  const { rule, title, explanation, verdict, offences } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isTold = [rule, title, explanation].every((text) => typeof text === 'string');
  return (
    isTold &&
    ['pass', 'fail', 'not-seen'].includes(verdict as string) &&
    Array.isArray(offences) &&
    offences.every(isOffence)
  );
}

function isOffence(value: unknown): boolean {
  const { what, exchanges, requests } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof what === 'string' && Array.isArray(exchanges) && Array.isArray(requests);
}
