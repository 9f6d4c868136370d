/** What the emulator is and how it is. */

import type { Contracts } from '../contract/variants/contracts.js';

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
  /** The service's. */
  readonly contract: { readonly version: string; readonly sha256: string };
  /** Seconds since the emulator was made. */
  readonly uptime: number;
  /** How many there are, the default one included. */
  readonly sandboxes: number;
}

/** What health rests on. */
export interface HealthSources {
  readonly facts: EmulatorFacts;
  readonly contracts: Contracts;
  /** A reading of `performance.now()`. */
  readonly startedAt: number;
}

/** The answer of `GET /_emulator/health`. */
export function health(
  {
    facts,
    contracts: {
      base: { version, sha256 },
    },
    startedAt,
  }: HealthSources,
  sandboxes: number,
): Health {
  const uptime = Math.round(performance.now() - startedAt) / 1_000;
  return { status: 'ok', name: 'id-emulator', ...facts, contract: { version, sha256 }, uptime, sandboxes };
}
