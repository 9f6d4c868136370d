/** Tells institutions apart: what one may see, or is refused, says nothing of another. */

import { issuedToken } from '../../traffic/issued-token.js';
import { clientIdIn } from '../../traffic/recorded-clients.js';
import type { SeenExchange } from '../../traffic/seen-exchange.js';
import { ErrorLook } from './looks/errors.js';
import { Facts } from './looks/facts.js';
import { LinkLook } from './looks/links.js';
import type { Known, Look } from './looks/look.js';
import { PageLook } from './looks/pages.js';
import { ProtocolLook } from './looks/protocol.js';
import { keep } from './looks/readings.js';
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

  constructor(known: Omit<Known, 'facts'>) {
    this.looks = LOOKS.map((look) => new look({ ...known, facts: this.facts }));
  }
}

export class Institutions {
  readonly #known: Omit<Known, 'facts'>;
  /** That of requests of which nothing is told, as of those without tokens. */
  readonly first: Institution;
  readonly #ofClients = new Map<string, Institution>();
  readonly #ofTokens = new Map<string, Institution>();

  constructor(known: Omit<Known, 'facts'>) {
    this.#known = known;
    this.first = new Institution(known);
  }

  get all(): readonly Institution[] {
    return [...new Set([this.first, ...this.#ofClients.values()])];
  }

  /** The institution of an exchange. */
  of(exchange: SeenExchange): Institution {
    const clientId = clientIdIn(exchange);
    if (clientId !== undefined) return this.#ofTokenRequest(clientId, exchange);
    if (exchange.token !== undefined) return this.#ofTokens.get(exchange.token) ?? this.first;

    const link = exchange.parameters['token'] ?? '';
    return this.all.find(({ facts }) => facts.links.has(link)) ?? this.first;
  }

  #ofTokenRequest(clientId: string, { response }: SeenExchange): Institution {
    const known = this.#ofClients.get(clientId);
    const { name } = issuedToken(response.body);
    if (name === undefined) return known ?? this.first;

    const isFirst = this.#ofClients.size === 0;
    const institution = known ?? (isFirst ? this.first : new Institution(this.#known));
    keep(this.#ofClients, clientId, institution);
    keep(this.#ofTokens, name, institution);
    return institution;
  }
}
