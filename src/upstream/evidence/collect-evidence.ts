/** Looks at exchanges with the service, one after the other, and sums up what they say. */

import type { Contract } from '../../contract/contract.js';
import type { VariantPoint } from '../../contract/variants/variant-point.js';
import { shippedContracts } from '../../start/shipped.js';
import { EVIDENCE_FORMAT, EVIDENCE_VERSION, type Evidence, optionsFor } from './evidence.js';
import { Ledger } from './ledger.js';
import { ErrorLook } from './looks/errors.js';
import { Facts } from './looks/facts.js';
import { LinkLook } from './looks/links.js';
import type { Finding, Look, Observation } from './looks/look.js';
import { PageLook } from './looks/pages.js';
import { ProtocolLook } from './looks/protocol.js';
import { RequestLook } from './looks/requests.js';
import { ResourceLook } from './looks/resources.js';
import { ScoreLook } from './looks/scores.js';
import { type Evidenced, evidencedOf, type SeenExchange } from '../../traffic/seen-exchange.js';
import { PageReader } from './looks/seen-page.js';
import { StandingLook } from './looks/standing.js';
import { TokenLook } from './looks/token-endpoint.js';
import { UsersLook } from './looks/users.js';
import { FormLook } from './looks/values/forms.js';
import { Undecided } from './undecided.js';
import { LEFT_OUT, type LeftOut, type Place, type RecordedExchange } from '../../traffic/recorded-exchange.js';
import { type ReadExchange, type ServiceAddress, serviceTraffic } from '../../traffic/service-traffic.js';

/** All looks, in the order in which they see an exchange. */
const LOOKS = [
  ...[FormLook, RequestLook, ProtocolLook, ErrorLook, TokenLook, PageLook],
  ...[UsersLook, ResourceLook, LinkLook, StandingLook, ScoreLook],
];

/** Whether a recording lacks nothing of an exchange but the body of the response. */
function isCutAway({ leftOut, isWithoutBody }: RecordedExchange): boolean {
  return leftOut === 'cut' && isWithoutBody === true;
}

/** An exchange that looks have seen. */
export interface LookedAt extends SeenExchange {
  /** The IDs of the points that the exchange shows. */
  readonly points: ReadonlySet<string>;
}

export class EvidenceCollector {
  readonly #contract: Contract;
  readonly #read: ReadExchange;
  readonly #ledger: Ledger;
  readonly #pages = new PageReader();
  readonly #facts = new Facts();
  readonly #undecided = new Undecided(this.#facts);
  readonly #points: readonly VariantPoint[];
  readonly #looks: readonly Look[];
  readonly #leftOut = Object.fromEntries(LEFT_OUT.map((reason) => [reason, 0])) as Record<LeftOut, number>;
  /** What only the exchanges after it decide. A suspect may refuse the institution as a whole, which shows nothing. */
  readonly #late: { readonly finding: Finding; readonly exchange: Evidenced; readonly isSuspect: boolean }[] = [];
  #exchanges = 0;
  #withoutBody = 0;
  #evidence: Evidence | undefined;
  #isEmulator = false;

  /**
   * @param services addresses of the service; none are needed if the URLs of exchanges are paths of the contract
   * @param tokenUrls addresses of token endpoints, in addition to the one of each service
   * @param fewestParties how many parties have to show a difference that rests on what may change and change back. One
   * is enough for a sender who has read it just before and after.
   */
  constructor(
    contract: Contract,
    services: readonly ServiceAddress[] = [],
    tokenUrls: readonly string[] = [],
    fewestParties = 2,
  ) {
    const contracts = shippedContracts();
    this.#contract = contract;
    this.#read = serviceTraffic(contract, services, tokenUrls, isCutAway);
    this.#points = contracts.points;
    this.#ledger = new Ledger(this.#points, fewestParties);
    this.#looks = LOOKS.map((look) => new look({ contract, contracts, facts: this.#facts }));
  }

  /** Looks at an exchange, or counts it as left out. @returns the exchange; undefined if it is left out */
  see(place: Place, recorded: RecordedExchange | LeftOut): LookedAt | undefined {
    const exchange = typeof recorded === 'string' ? recorded : this.#read(place, recorded);
    if (typeof exchange === 'string') {
      this.#leftOut[exchange]++;
      if (exchange === 'foreign' && typeof recorded !== 'string') this.#undecided.seeForeign(recorded);
      return undefined;
    }

    const points = new Set<string>();
    this.#exchanges++;
    this.#isEmulator ||= 'emulator-exchange' in exchange.response.headers;
    const evidenced = evidencedOf(exchange);
    const looks = this.#looks.filter((look) => exchange.isWithoutBody !== true || look instanceof ProtocolLook);
    const page = this.#pages.read(exchange);
    const isSuspect = this.#facts.mayBeSuspension(exchange);
    if (exchange.isWithoutBody === true) this.#withoutBody++;
    for (const finding of looks.flatMap((look) => [...look.see(exchange, page)])) {
      if (isSuspect || typeof finding === 'function') this.#late.push({ finding, exchange: evidenced, isSuspect });
      else this.#ledger.add(finding, evidenced);
      if ('point' in finding) points.add(finding.point);
    }
    this.#facts.remember(exchange);
    this.#undecided.see(exchange);

    return { ...exchange, points };
  }

  /** Adds an observation that no look has made. */
  add(observation: Observation, exchange: Evidenced): void {
    this.#ledger.add(observation, evidencedOf(exchange));
  }

  /** The evidence of all exchanges. Call it after the last one: the first call decides the result. */
  evidence(source: string): Evidence {
    return (this.#evidence ??= this.#sumUp(source));
  }

  #sumUp(source: string): Evidence {
    for (const { finding, exchange, isSuspect } of this.#late) {
      if (isSuspect && !this.#facts.institution.isAlone(exchange.order, '')) continue;

      const observation = typeof finding === 'function' ? finding() : finding;
      if (observation !== undefined) this.#ledger.add(observation, exchange);
    }
    const { revision, version, sha256 } = this.#contract;
    const points = this.#ledger.points();
    return {
      format: EVIDENCE_FORMAT,
      version: EVIDENCE_VERSION,
      contract: { revision, version, sha256 },
      source,
      isEmulator: this.#isEmulator,
      read: { exchanges: this.#exchanges, withoutBody: this.#withoutBody, leftOut: this.#leftOut },
      points,
      contradictions: this.#ledger.remarks('contradiction'),
      surprises: this.#ledger.remarks('surprise'),
      client: this.#ledger.remarks('client'),
      undecided: [
        ...this.#undecided.sentences(points, this.#points),
        ...this.#looks.flatMap((look) => look.undecided()),
      ],
      options: [...optionsFor(points), ...this.#looks.flatMap((look) => look.options())],
    };
  }
}
