/** Tells institutions apart: what one may see, or is refused, says nothing about another. */

import type { Contract } from '../../contract/contract.js';
import { BoundedMap } from '../../emulator/domain/bounded-map.js';
import { KeptAuthorization } from '../../traffic/kept-authorization.js';
import { TokenOwners } from '../../traffic/recorded-clients.js';
import { isSuccess, type SeenExchange } from '../../traffic/seen-exchange.js';
import { ErrorLook } from './looks/errors.js';
import { Facts } from './looks/facts.js';
import { LinkLook } from './looks/links.js';
import type { Look } from './looks/look.js';
import { PageLook } from './looks/pages.js';
import { ProtocolLook } from './looks/protocol.js';
import { RequestLook } from './looks/requests.js';
import { ResourceLook } from './looks/resources.js';
import { ScoreLook } from './looks/scores.js';
import { PageReader } from './looks/seen-page.js';
import { StandingLook } from './looks/standing.js';
import { TokenLook } from './looks/token-endpoint.js';
import { UsersLook } from './looks/users.js';
import { FormLook } from './looks/values/forms.js';

/** All looks, in the order in which they see an exchange. */
const LOOKS = [
  ...[FormLook, RequestLook, ProtocolLook, ErrorLook, TokenLook, PageLook],
  ...[UsersLook, ResourceLook, LinkLook, StandingLook, ScoreLook],
];

/** The looks at the exchanges of one institution, and what they know. */
export class Institution {
  readonly facts: Facts;
  readonly pages = new PageReader();
  readonly looks: readonly Look[];

  constructor(contract: Contract, authorization: KeptAuthorization) {
    this.facts = new Facts(authorization);
    this.looks = LOOKS.map((look) => new look(contract, this.facts));
  }
}

/** The largest number of clients and tokens whose institutions are kept. */
const MOST_OWNERS = 200;

export class Institutions {
  readonly #contract: Contract;
  readonly authorization = new KeptAuthorization();
  /** The institution of requests that name none, such as those without tokens. */
  readonly first: Institution;
  /** By client ID; by access token if its origin is unknown, because it may be that of another institution. */
  readonly #institutions = new BoundedMap<string, Institution>(MOST_OWNERS);
  readonly #owners = new TokenOwners();
  /** Whether a client or token has the first institution. */
  #isFirstTaken = false;

  constructor(contract: Contract) {
    this.#contract = contract;
    this.first = new Institution(contract, this.authorization);
  }

  get all(): readonly Institution[] {
    const owned = this.#institutions.entries().map(([, institution]) => institution);
    return [...new Set([this.first, ...owned])];
  }

  /** The institution of an exchange. */
  of(exchange: SeenExchange): Institution {
    const { operation, parameters, status } = exchange;
    this.#owners.see(exchange);
    this.authorization.see(exchange);
    const owner = this.#owners.ownerOf(exchange);
    if (operation?.access === 'public' || owner === undefined) {
      const link = parameters['token'] ?? '';
      return this.all.find(({ facts }) => facts.links.has(link)) ?? this.first;
    }

    const known = this.#institutions.get(owner);
    // A client or token that is refused may be of no institution. A 404 is no refusal: the service has searched.
    if (!isSuccess(exchange) && status !== 404) return known ?? this.first;

    const institution =
      known ?? (this.#isFirstTaken ? new Institution(this.#contract, this.authorization) : this.first);
    this.#isFirstTaken = true;
    this.#institutions.set(owner, institution);

    return institution;
  }
}
