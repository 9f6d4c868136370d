/**
 * Collects evidence about the points of the contract from exchanges with the service, one after the other. Looks
 * (observers, one for each subject) see each exchange and return findings. A ledger counts the findings, and decides at
 * the end what they show about each point. A finding that needs later exchanges waits here until the end.
 */

import type { Contract } from '../../contract/contract.js';
import { shippedContracts } from '../../start/shipped.js';
import { optionsFor } from './evidence.js';
import type { Evidence } from '../report-types.js';
import { Ledger } from './ledger.js';
import { Institutions } from './institutions.js';
import type { InstitutionFacts } from './looks/facts.js';
import type { Finding, Observation } from './looks/look.js';
import { ProtocolLook } from './looks/protocol.js';
import { type Evidenced, evidencedOf, type SeenExchange } from '../../traffic/seen-exchange.js';
import { Undecided } from './undecided.js';
import { LEFT_OUT, type LeftOut, type Place, type ReadEntry } from '../../traffic/recorded-exchange.js';
import { type ReadExchange, type RecordedService, serviceTraffic } from '../../traffic/service-traffic.js';

/** An exchange that looks have seen. */
export interface LookedAt extends SeenExchange {
  /** The IDs of the points that the exchange shows. */
  readonly points: ReadonlySet<string>;
}

/** A finding about which later exchanges decide. */
interface LateFinding {
  readonly finding: Finding;
  readonly exchange: Evidenced;
  /**
   * What is known of the institution, if the exchange may be the refusal of a suspended institution. Then its finding
   * counts only if the institution was not suspended.
   */
  readonly maybeSuspended: InstitutionFacts | undefined;
}

/** Takes exchanges one by one with `see`, and returns what they show with `evidence`. */
export class EvidenceCollector {
  readonly #contract: Contract;
  readonly #read: ReadExchange;
  readonly #ledger: Ledger;
  readonly #institutions: Institutions;
  readonly #undecided = new Undecided();
  readonly #counts = {
    exchanges: 0,
    withoutBody: 0,
    leftOut: Object.fromEntries(LEFT_OUT.map((reason) => [reason, 0])) as Record<LeftOut, number>,
  };
  readonly #late: LateFinding[] = [];
  #evidence: Evidence | undefined;
  #isEmulator = false;

  /**
   * Begins without evidence.
   * @param fewestParties how many parties have to show a difference that rests on a state which may change and change
   * back. One party is enough for a sender who has read the state just before and just after
   */
  constructor(service: RecordedService, fewestParties = 2) {
    const { contract } = service;
    this.#contract = contract;
    // If an exchange lacks only the body of its response, looks still see its headers.
    this.#read = serviceTraffic(service, ({ leftOut, isWithoutBody = false }) => leftOut === 'cut' && isWithoutBody);
    this.#ledger = new Ledger(shippedContracts().points, fewestParties);
    this.#institutions = new Institutions(contract);
  }

  /**
   * Lets the looks see an exchange, or counts it as left out.
   * @returns the exchange; undefined if it is left out
   */
  see(place: Place, recorded: ReadEntry): LookedAt | undefined {
    // A message that HTTP itself refuses tells nothing of the contract.
    const isRefusedByHttp = typeof recorded !== 'string' && recorded.own?.brokenHttp === 'refused';
    const entry = isRefusedByHttp ? 'unreadable' : recorded;
    const exchangeOrReason = typeof entry === 'string' ? entry : this.#read(place, entry);
    if (typeof exchangeOrReason !== 'string') return this.#look(exchangeOrReason);

    this.#counts.leftOut[exchangeOrReason]++;
    if (exchangeOrReason === 'foreign' && typeof recorded !== 'string') this.#undecided.tokenHosts.see(recorded);
    return undefined;
  }

  /** Lets the looks see an exchange. What later exchanges decide is kept until the end. */
  #look(exchange: SeenExchange): LookedAt {
    const { isWithoutBody = false, response } = exchange;
    this.#counts.exchanges++;
    if (isWithoutBody) this.#counts.withoutBody++;
    this.#isEmulator ||= 'emulator-exchange' in response.headers;

    const { facts, looks: allLooks, pages } = this.#institutions.of(exchange);
    // Without the body of the response, only what HTTP shows can be seen.
    const looks = allLooks.filter((look) => !isWithoutBody || look instanceof ProtocolLook);
    const page = pages.read(exchange);
    const maybeSuspended = facts.mayBeSuspension(exchange) ? facts : undefined;
    const evidenced = evidencedOf(exchange);
    const points = new Set<string>();

    for (const finding of looks.flatMap((look) => [...look.see(exchange, page)])) {
      // A function is a finding about which later exchanges decide.
      const isLate = maybeSuspended !== undefined || typeof finding === 'function';
      if (isLate) this.#late.push({ finding, exchange: evidenced, maybeSuspended });
      else this.#ledger.add(finding, evidenced);
      if (typeof finding !== 'function' && 'point' in finding) points.add(finding.point);
    }

    // The looks compared the exchange with earlier ones, so it is remembered only now.
    facts.remember(exchange);
    this.#undecided.see(exchange);

    return { ...exchange, points };
  }

  /** Adds an observation that no look has made. */
  add(observation: Observation, exchange: Evidenced): void {
    this.#ledger.add(observation, evidencedOf(exchange));
  }

  /** The evidence of all exchanges. Call this after the last exchange: later calls return the result of the first. */
  evidence(source: string): Evidence {
    return (this.#evidence ??= this.#sumUp(source));
  }

  /** Decides the findings that waited for later exchanges, and composes the evidence. */
  #sumUp(source: string): Evidence {
    for (const { finding, exchange, maybeSuspended } of this.#late) {
      // The institution may have been suspended, so the refusal shows nothing about the resource.
      if (maybeSuspended?.isOfResource(exchange) === false) continue;

      const observation = typeof finding === 'function' ? finding() : finding;
      if (observation === undefined) continue;

      if (maybeSuspended === undefined) this.#ledger.add(observation, exchange);
      else {
        // The institution may have been suspended and restored in between. So two different requests have to show the
        // refusal: it counts as if it rested on the state of its request.
        this.#ledger.add({ ...observation, stateOf: exchange.requestDigest }, exchange);
        this.#undecided.seeSuspect(observation);
      }
    }

    const { revision, version, sha256 } = this.#contract;
    const points = this.#ledger.points();
    const looks = this.#institutions.all.flatMap((one) => one.looks);

    return {
      format: 'id-emulator-evidence',
      version: 3,
      contract: { revision, version, sha256 },
      source,
      isEmulator: this.#isEmulator,
      read: this.#counts,
      points,
      contradictions: this.#ledger.remarks('contradiction'),
      surprises: this.#ledger.remarks('surprise'),
      client: this.#ledger.remarks('client'),
      undecided: [
        ...this.#undecided.sentences(points, shippedContracts().points, this.#institutions.authorization),
        ...looks.flatMap((look) => look.undecided?.() ?? []),
      ],
      options: [...optionsFor(points), ...looks.flatMap((look) => look.options?.() ?? [])],
    };
  }
}
