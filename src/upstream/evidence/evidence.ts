/** What traffic says about the points of the contract, as `spec/evidence.schema.json` describes it. */

import type { LeftOut, Place } from '../../traffic/recorded-exchange.js';

/** An evidence file. It holds no secret and no personal data. */
export interface Evidence {
  readonly format: 'id-emulator-evidence';
  readonly version: 3;
  /** The contract that the exchanges were compared with. */
  readonly contract: { readonly revision: string; readonly version: string; readonly sha256: string };
  /** The commands that have seen the exchanges: `traffic`, `proxy` or `conform`, joined by commas. */
  readonly source: string;
  /** Whether responses named an emulator as their source. */
  readonly isEmulator: boolean;
  readonly read: {
    /** Number of exchanges with the service that were looked at. */
    readonly exchanges: number;
    /** Number of those of which only status and headers were looked at, as the recording has no body. */
    readonly withoutBody: number;
    readonly leftOut: Readonly<Record<LeftOut, number>>;
  };
  /** By the ID of the point. */
  readonly points: Readonly<Record<string, PointEvidence>>;
  /** Observations that contradict the specification, or that break the contract and belong to no point. */
  readonly contradictions: readonly RemarkEvidence[];
  /** Observations that no point names. */
  readonly surprises: readonly RemarkEvidence[];
  /** The client's own mistakes. */
  readonly client: readonly RemarkEvidence[];
  /** What the traffic leaves open, and what would decide it: a sentence each. */
  readonly undecided: readonly string[];
  /** The options with which the emulator behaves like the traffic: `--variant`, `max-limit=50`. */
  readonly options: readonly string[];
}

/** What was observed of one point. */
export interface PointEvidence {
  /** `otherwise`: something differs from the contract; `changed`: it differed only before or after some moment. */
  readonly verdict: 'as-guessed' | 'otherwise' | 'changed';
  /** The variant that fits every observation, as an option: `max-limit=50`. Absent if none or several fit. */
  readonly variant?: string;
  /** The variants that fit every observation, if several do. */
  readonly variants?: readonly string[];
  /** The observations, with counts: statuses, forms, names of lists. */
  readonly observed: readonly string[];
  /** The observations that differ from the contract. */
  readonly contradictions: readonly string[];
  /** The number of observations. */
  readonly count: number;
  /** The place of the first exchange: the numbers of its file and of its entry. */
  readonly first: Place;
  /** Time of the first response by the service's clock, ISO 8601. Absent if it sends none. */
  readonly from?: string;
  readonly to?: string;
}

export interface RemarkEvidence {
  readonly what: string;
  /** The operation, or how many there are: `11 operations`. */
  readonly where: string;
  readonly count: number;
  readonly first: Place;
}

/** A difference between the service and the contract. */
export interface Difference {
  readonly id: string;
  readonly what: string;
}

/** The differences, each once. The ID of one at a point names the variant that fits, so another one is new. */
export function differencesIn({ points, contradictions, surprises }: Evidence): Difference[] {
  const atPoints = Object.entries(points).filter(([, { verdict }]) => verdict !== 'as-guessed');
  return [
    ...atPoints.map(([point, { variant, variants = [], contradictions: found }]) => ({
      id: [point, ...(variant === undefined ? variants : [variant])].join(' '),
      what: found.join('; '),
    })),
    ...contradictions.map(({ what, where }) => ({ id: `${where}: ${what}`, what })),
    ...surprises.map(({ what }) => ({ id: what, what })),
  ];
}

/** The options for the variants that fit every observation of their points. */
export function optionsFor(points: Evidence['points']): string[] {
  const different = Object.values(points).filter(({ verdict }) => verdict !== 'as-guessed');
  const named = [...new Set(different.flatMap(({ variant = [] }) => variant))];
  const pointOf = (variant: string): string => variant.split('=')[0]!;
  const isAlone = (one: string): boolean => named.every((other) => other === one || pointOf(other) !== pointOf(one));

  return named.filter(isAlone).flatMap((variant) => ['--variant', variant]);
}
