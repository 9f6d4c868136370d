/** Looks at exchanges with the service, one after the other, and sums up what they say. */

import type { Contract } from '../../contract/contract.js';
import type { Contracts } from '../../contract/variants/contracts.js';
import { EVIDENCE_FORMAT, EVIDENCE_VERSION, type Evidence, NONE_LEFT_OUT, optionsFor } from './evidence.js';
import { Ledger } from './ledger.js';
import { allLooks } from './looks/index.js';
import { Facts } from './looks/facts.js';
import type { Finding, Look } from './looks/look.js';
import type { Evidenced, SeenExchange } from './looks/seen-exchange.js';
import type { LeftOut } from './traffic/recorded-exchange.js';

export class EvidenceCollector {
  readonly #contract: Contract;
  readonly #ledger: Ledger;
  readonly #facts = new Facts();
  readonly #looks: readonly Look[];
  readonly #leftOut = { ...NONE_LEFT_OUT };
  #exchanges = 0;
  #evidence: Evidence | undefined;
  #isEmulator = false;

  constructor(contract: Contract, contracts: Contracts) {
    this.#contract = contract;
    this.#ledger = new Ledger(contracts.points);
    this.#looks = allLooks(contract, contracts, this.#facts);
  }

  /** Counts an exchange that is not looked at. */
  leaveOut(reason: LeftOut): void {
    this.#leftOut[reason]++;
  }

  /** @returns the IDs of the points that it shows */
  see(exchange: SeenExchange): ReadonlySet<string> {
    const shown = new Set<string>();
    this.#exchanges++;
    this.#isEmulator ||= 'emulator-exchange' in exchange.response.headers;
    const { place, order, at } = exchange;
    const evidenced = { place, order, at };
    for (const look of this.#looks)
      for (const finding of look.see(exchange)) {
        this.#ledger.add(finding, evidenced);
        if ('point' in finding) shown.add(finding.point);
      }
    this.#facts.remember(exchange);
    return shown;
  }

  /** Adds what no look sees. */
  add(finding: Finding, { place, order, at }: Evidenced): void {
    this.#ledger.add(finding, { place, order, at });
  }

  /** What everything so far says; nothing is looked at after that. */
  evidence(source: string): Evidence {
    return (this.#evidence ??= this.#sumUp(source));
  }

  #sumUp(source: string): Evidence {
    for (const look of this.#looks) for (const [finding, exchange] of look.end?.() ?? []) this.add(finding, exchange);
    const { revision, version, sha256 } = this.#contract;
    const points = this.#ledger.points();
    return {
      format: EVIDENCE_FORMAT,
      version: EVIDENCE_VERSION,
      contract: { revision, version, sha256 },
      source,
      isEmulator: this.#isEmulator,
      read: { exchanges: this.#exchanges, leftOut: this.#leftOut },
      points,
      contradictions: this.#ledger.remarks('contradiction'),
      surprises: this.#ledger.remarks('surprise'),
      client: this.#ledger.remarks('client'),
      options: optionsFor(points),
    };
  }
}
