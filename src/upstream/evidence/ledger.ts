/**
 * Counts what looks have seen, and decides the evidence for each point. Equal observations are one sight with a count.
 * Each sight says which alternatives of its point it fits: the stated one (what the contract says) or variants. The
 * evidence of a point is what fits all its sights, if enough of them contradict the stated alternative.
 */

import { counted } from '../../common/reporting/phrases.js';
import type { VariantPoint } from '../../contract/variants/variant-point.js';
import { namesAt } from '../../contract/variants/choose-variants.js';
import { type Observation, type Remark, type Sight, STATED } from './looks/look.js';
import type { Evidenced } from '../../traffic/seen-exchange.js';
import type { PointEvidence, RemarkEvidence } from '../report-types.js';

/**
 * The exchanges in which equal requests were answered in one way: their number, and the numbers of the first and the
 * last.
 */
interface Answers {
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

/** One observation of a point, with the number of times that it was made. */
interface CountedSight extends Sight {
  /** The answers by request: {@link Evidenced.requestDigest} is the digest of a request. */
  readonly requests: Map<string, Answers>;
  /** The parties on whose states the sight rests. It contains undefined if some exchange rests on no such state. */
  readonly parties: Set<unknown>;
  count: number;
  first: Evidenced;
  last: Evidenced;
}

/** What was seen of a point, and how often. */
type Sights = readonly CountedSight[];

/** How many different requests are remembered for each observation. */
const MOST_REQUESTS = 1_000;

/** Counts observations, and decides the evidence for each point. */
export class Ledger {
  /** The points with variants, by the IDs of the points of the contract that vary together. */
  readonly #varied: ReadonlyMap<string, VariantPoint>;
  /** The sights of each point, by what was observed. */
  readonly #sights = new Map<string, Map<string, CountedSight>>();
  /** The remarks, each with the operations at which it was made. */
  readonly #remarks = new Map<string, Remark & { first: Evidenced; places: Set<string>; count: number }>();
  readonly #fewestParties: number;

  /** @param fewestParties see {@link EvidenceCollector} */
  constructor(points: readonly VariantPoint[], fewestParties: number) {
    this.#fewestParties = fewestParties;
    this.#varied = new Map(points.flatMap((varied) => varied.about.map((id) => [id, varied])));
  }

  /**
   * Adds what a look has seen. An exchange counts once for each observation, even if several values of its response
   * show it.
   */
  add(observation: Observation, exchange: Evidenced): void {
    if ('kind' in observation) {
      this.#addRemark(observation, exchange);
      return;
    }

    const { point, fits, observed, circumstance = '' } = observation;
    const sights = this.#sights.get(point) ?? new Map<string, CountedSight>();
    this.#sights.set(point, sights);

    const key = `${observed}\n${circumstance}\n${fits.join()}`;
    const sight = sights.get(key) ?? this.#newSight(observation, exchange);
    sights.set(key, sight);
    // One exchange may show several parties. It counts once, but with all its parties.
    sight.parties.add(observation.stateOf);

    const isCounted = sight.count > 0 && sight.last === exchange;
    if (isCounted) return;

    countAnswer(sight.requests, exchange);
    sight.count++;
    if (exchange.position < sight.first.position) sight.first = exchange;
    if (exchange.position > sight.last.position) sight.last = exchange;
  }

  /** A sight before its first exchange is counted. The name of the stated alternative replaces {@link STATED}. */
  #newSight(seen: Sight, exchange: Evidenced): CountedSight {
    const statedName = this.#varied.get(seen.point)?.default ?? STATED;
    const fits = seen.fits.map((name) => (name === STATED ? statedName : name));
    return { ...seen, fits, requests: new Map(), parties: new Set(), count: 0, first: exchange, last: exchange };
  }

  /** Counts a remark. Equal remarks at one operation are one. */
  #addRemark(remark: Remark, exchange: Evidenced): void {
    // A surprise, such as a header, is usually the same at all operations, so it is counted once for all.
    const where = remark.kind === 'surprise' ? '' : exchange.where;
    const key = `${remark.kind} ${where} ${remark.what}`;
    const seen = this.#remarks.get(key) ?? { ...remark, count: 0, first: exchange, places: new Set() };

    this.#remarks.set(key, seen);
    seen.count += remark.count ?? 1;
    seen.places.add(exchange.where);
  }

  /** The observations that belong to no point. */
  remarks(kind: Remark['kind']): RemarkEvidence[] {
    const ofKind = [...this.#remarks.values()].filter((remark) => remark.kind === kind);

    return ofKind.map(({ what, count, first, places }) => {
      const where = places.size > 1 ? `${places.size} operations` : first.where;
      return { what, where, count, first: first.place };
    });
  }

  /** The evidence for each point, by its ID, sorted by ID. Undecided points are absent. */
  points(): Readonly<Record<string, PointEvidence>> {
    const decided = new Map<string, PointEvidence>();
    for (const id of [...this.#sights.keys()].sort()) {
      const evidence = this.#evidenceOf(id);
      if (evidence !== undefined) decided.set(id, evidence);
    }

    return Object.fromEntries(decided);
  }

  /** The evidence for a point; undefined if it is not decided. */
  #evidenceOf(id: string): PointEvidence | undefined {
    const sights = [...this.#sights.get(id)!.values()];
    const varied = this.#varied.get(id);
    const names = varied === undefined ? [STATED] : namesAt(varied);
    const statedName = names[0]!;

    const stated = sights.filter(({ fits }) => fits.includes(statedName));
    const others = sights.filter(({ fits }) => !fits.includes(statedName));
    // The alternatives that every sight fits.
    const remainingNames = names.filter((name) => sights.every(({ fits }) => fits.includes(name)));
    // Sights that fit several alternatives contradict none of them, and decide nothing.
    if (others.length === 0) return remainingNames.length === 1 ? evidenceIn(sights, 'as-guessed') : undefined;

    // Sights of the stated alternative may also rest on states that have changed. Then no number of parties proves a
    // difference.
    const isConsistent = remainingNames.length > 0 || stated.every(isUnconditional);
    const fewest = isConsistent ? this.#fewestParties : Infinity;
    if (!isProven(others, fewest)) return stated.length > 0 ? evidenceIn(stated, 'as-guessed') : undefined;

    // If no alternative fits all sights, the service may have changed from one to another.
    const hasBoth = remainingNames.length === 0 && stated.length > 0;
    if (hasBoth && hasChanged(stated, others)) return evidenceIn(sights, 'changed', others);

    const evidence = evidenceIn(sights, 'otherwise', others);
    // Only a point with variants has an option of the emulator.
    return varied === undefined ? evidence : { ...evidence, ...this.#variantsOf(varied, remainingNames) };
  }

  /**
   * The variants of a point that fit all its sights, and also what is proven of every point that varies together with
   * it.
   * @param remainingNames the alternatives that fit the sights of the point
   */
  #variantsOf(varied: VariantPoint, remainingNames: readonly string[]): Pick<PointEvidence, 'variant' | 'variants'> {
    // One variant decides several points, so it must fit what is proven of each.
    const together = varied.about.flatMap((id) => [...(this.#sights.get(id)?.values() ?? [])]);
    const proven = together.filter((sight) => isProven([sight], this.#fewestParties));
    const fittingNames = remainingNames.filter((name) => proven.every(({ fits }) => fits.includes(name)));
    const variants = fittingNames.map((name) => `${varied.point}=${name}`);
    if (variants.length === 0) return {};

    return variants.length === 1 ? { variant: variants[0]! } : { variants };
  }
}

/** Whether a sight was seen in some exchange without resting on the state of a party. */
const isUnconditional = ({ parties }: CountedSight): boolean => parties.has(undefined);

/**
 * Whether a difference is proven: it rests on no state that may have changed twice between two readings, or it is shown
 * by enough parties.
 */
function isProven(different: Sights, fewestParties: number): boolean {
  const parties = new Set(different.flatMap((sight) => [...sight.parties]));
  return different.some(isUnconditional) || parties.size >= fewestParties;
}

/**
 * The evidence in these sights.
 * @param different the sights that contradict the point
 */
function evidenceIn(sights: Sights, verdict: PointEvidence['verdict'], different: Sights = []): PointEvidence {
  const inOrder = sights.toSorted((one, other) => one.first.position - other.first.position);
  const allTimes = sights.flatMap(({ first, last }) => [first.date, last.date]);
  const times = allTimes.filter((at) => !Number.isNaN(at));
  const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

  return {
    verdict,
    observed: [...new Set(inOrder.map(textOf))],
    contradictions: [...new Set(different.map(textOf))],
    count: sights.reduce((sum, { count }) => sum + count, 0),
    first: inOrder[0]!.first.place,
    ...(times.length > 0 && { from: isoTime(Math.min(...times)), to: isoTime(Math.max(...times)) }),
  };
}

/** A sight in words: `a missing token: 401 (3 times)`. */
function textOf({ observed, circumstance, count }: CountedSight): string {
  const where = circumstance === undefined ? '' : `${circumstance}: `;
  return `${where}${observed} (${counted(count, 'time')})`;
}

/**
 * Whether the service has changed: an equal request was answered several times in one way, and later several times in
 * the other way.
 */
function hasChanged(same: Sights, different: Sights): boolean {
  const requests = different.flatMap((sight) => [...sight.requests.keys()]);

  return requests.some((request) => {
    const sameAnswers = same.flatMap((sight) => sight.requests.get(request) ?? []);
    const otherAnswers = different.flatMap((sight) => sight.requests.get(request) ?? []);
    // With three or more kinds of answers, there is no single change.
    if (sameAnswers.length !== 1 || otherAnswers.length !== 1) return false;

    const one = sameAnswers[0]!;
    const other = otherAnswers[0]!;
    const isApart = one.last < other.first || other.last < one.first;

    return isApart && one.count > 1 && other.count > 1;
  });
}

/** Counts an answer, unless too many requests are remembered. */
function countAnswer(requests: Map<string, Answers>, { requestDigest, position }: Evidenced): void {
  const { count, first, last } = requests.get(requestDigest) ?? { count: 0, first: position, last: position };
  if (requests.size >= MOST_REQUESTS && count === 0) return;

  requests.set(requestDigest, { count: count + 1, first: Math.min(first, position), last: Math.max(last, position) });
}
