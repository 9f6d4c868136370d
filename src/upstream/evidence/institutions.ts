/** Tells institutions apart, because what one institution may see, or is refused, says nothing about another one. */

import type { Contract } from '../../contract/contract.js';
import { BoundedMap } from '../../emulator/domain/bounded-map.js';
import { KeptAuthorization } from '../../traffic/kept-authorization.js';
import { TokenOwners } from '../../traffic/recorded-clients.js';
import { isSuccess, type SeenExchange } from '../../traffic/seen-exchange.js';
import { ErrorLook } from './looks/errors.js';
import { InstitutionFacts } from './looks/facts.js';
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

/**
 * All looks, in the order in which they see an exchange. A look is an observer that collects evidence. (The inner lists
 * keep the lines short.)
 */
const LOOKS = [
  ...[FormLook, RequestLook, ProtocolLook, ErrorLook, TokenLook, PageLook],
  ...[UsersLook, ResourceLook, LinkLook, StandingLook, ScoreLook],
];

/** One institution: what is known of it, and the looks at its exchanges. */
export class Institution {
  readonly facts: InstitutionFacts;
  readonly pages = new PageReader();
  readonly looks: readonly Look[];

  constructor(contract: Contract, authorization: KeptAuthorization) {
    this.facts = new InstitutionFacts(authorization);
    this.looks = LOOKS.map((look) => new look(contract, this.facts));
  }
}

/** The largest number of clients and tokens whose institutions are kept. */
const MOST_OWNERS = 200;

/** The institutions whose exchanges were seen. */
export class Institutions {
  readonly #contract: Contract;
  readonly authorization = new KeptAuthorization();
  /** The institution of requests that do not name one, such as requests without tokens. */
  readonly first: Institution;
  /**
   * The institutions by client ID. If the client of an access token is unknown, the key is the token, so that two
   * institutions never share facts.
   */
  readonly #institutions = new BoundedMap<string, Institution>(MOST_OWNERS);
  readonly #owners = new TokenOwners();
  /**
   * Whether the first institution has an owner. The first client or token that the service accepts becomes its owner:
   * requests that name no institution are probably of this one, too.
   */
  #hasFirstOwner = false;

  constructor(contract: Contract) {
    this.#contract = contract;
    this.first = new Institution(contract, this.authorization);
  }

  /** All institutions, each once. */
  get all(): readonly Institution[] {
    const owned = this.#institutions.entries().map(([, institution]) => institution);
    return [...new Set([this.first, ...owned])];
  }

  /** The institution of an exchange. */
  of(exchange: SeenExchange): Institution {
    const { operation, parameters, status } = exchange;
    this.#owners.see(exchange);
    this.authorization.see(exchange);

    const owner = this.#owners.clientOf(exchange);
    if (operation?.access === 'public' || owner === undefined) {
      // The check of a link names no client, but the link belongs to the institution that created it.
      const link = parameters['token'] ?? '';
      return this.all.find(({ facts }) => facts.links.has(link)) ?? this.first;
    }

    const knownInstitution = this.#institutions.get(owner);
    // A client or token that is refused may belong to no institution. A 404 is no such refusal, because the service has
    // searched.
    if (!isSuccess(exchange) && status !== 404) return knownInstitution ?? this.first;

    const institution = knownInstitution ?? this.#firstOrNew();
    this.#institutions.set(owner, institution);

    return institution;
  }

  /** The first institution if it has no owner yet; otherwise a new one. */
  #firstOrNew(): Institution {
    if (this.#hasFirstOwner) return new Institution(this.#contract, this.authorization);

    this.#hasFirstOwner = true;
    return this.first;
  }
}
