/** What the emulator is and how it is. */

import type { Contract } from '../contract/contract.js';

/** What health tells beside what it measures itself. */
export interface EmulatorFacts {
  readonly version: string;
  readonly network: string;
  readonly seed: number;
  readonly population: number;
  readonly fixture: string;
}

export interface Health extends EmulatorFacts {
  readonly status: 'ok';
  readonly name: 'id-emulator';
  readonly contract: { readonly version: string; readonly sha256: string };
  /** Seconds since the emulator was made. */
  readonly uptime: number;
}

/** The answer of `GET /_emulator/health`; `startedAt` is a reading of `performance.now()`. */
export function health(facts: EmulatorFacts, { version, sha256 }: Contract, startedAt: number): Health {
  const uptime = Math.round(performance.now() - startedAt) / 1_000;
  return { status: 'ok', name: 'id-emulator', ...facts, contract: { version, sha256 }, uptime };
}
