/** Tells institutions apart: what one may see, or is refused, says nothing of another. */

import type { Contract } from '../../contract/contract.js';
import { BoundedMap } from '../../emulator/domain/bounded-map.js';
import { issuedToken } from '../../traffic/issued-token.js';
import { clientIdIn } from '../../traffic/recorded-clients.js';
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

/** What looks at the exchanges of one institution, and what it knows. */
export class Institution {
  readonly facts = new Facts();
  readonly pages = new PageReader();
  readonly looks: readonly Look[];

  constructor(contract: Contract) {
    this.looks = LOOKS.map((look) => new look(contract, this.facts));
  }
}

/** The most owners that are told apart at a time. A client that logs in for each call has thousands of tokens. */
const MOST_OWNERS = 200;

export class Institutions {
  readonly #contract: Contract;
  /** That of requests of which nothing is told, as of those without tokens. */
  readonly first: Institution;
  /** By client ID, and by access token: one of unknown origin may be that of another institution. */
  readonly #owners = new BoundedMap<string, Institution>(MOST_OWNERS);
  /** Whether a client or token has the first institution. */
  #isFirstTaken = false;

  constructor(contract: Contract) {
    this.#contract = contract;
    this.first = new Institution(contract);
  }

  get all(): readonly Institution[] {
    const owned = this.#owners.entries().map(([, institution]) => institution);
    return [...new Set([this.first, ...owned])];
  }

  /** The institution of an exchange. */
  of(exchange: SeenExchange): Institution {
    const { token, operation, parameters, response } = exchange;
    const owner = clientIdIn(exchange) ?? token;
    if (operation?.access === 'public' || owner === undefined)
      return this.all.find(({ facts }) => facts.links.has(parameters['token'] ?? '')) ?? this.first;

    const known = this.#owners.get(owner);
    // A client or token that is refused may be of no institution. What is not found was searched.
    if (!isSuccess(exchange) && exchange.status !== 404) return known ?? this.first;

    const institution = known ?? (this.#isFirstTaken ? new Institution(this.#contract) : this.first);
    this.#isFirstTaken = true;

    const { name } = issuedToken(response.body);
    for (const key of [owner, name ?? owner]) this.#owners.set(key, institution);

    return institution;
  }
}
