/**
 * Facts that earlier exchanges have shown, so that a look can compare several exchanges. They are kept in memory only.
 */

import { isObject, membersOf } from '../../../common/json.js';
import { issuedToken } from '../../../traffic/issued-token.js';
import { isRedacted, isText } from '../../../traffic/redacted.js';
import { isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';

export type Json = Readonly<Record<string, unknown>>;

/** The largest number of values of one kind that are remembered. */
const MOST = 200_000;

/** An access token that was presented or issued. */
interface SeenToken {
  issued?: { readonly order: number; readonly until: number };
  isAccepted: boolean;
}

export class Facts {
  readonly tokens = new Map<string, SeenToken>();
  /** The latest row that lists have shown of each credential, by contract ID. */
  readonly credentials = new Map<unknown, Json>();
  /** The latest check of a link to each credential, by contract ID. */
  readonly checks = new Map<unknown, Json>();
  /** Rows of the users list, by party and by their IDs. */
  readonly #rows = new Map<unknown, Map<unknown, Json>>();
  readonly #valid = new Map<unknown, Set<unknown>>();
  /** The credential of each link that was created, and how many checks of the link have succeeded. */
  readonly links = new Map<string, { readonly contractId: string; readonly at: number; checks: number }>();
  /** Parties that the service has reported as unknown. */
  readonly unknownParties = new Set<string>();
  #since = Number.NaN;
  /** Whether the service has accepted a token. */
  isAnyAccepted = false;
  /** The order of the last token that was issued. */
  lastIssued = 0;
  /** The order of the last request that may have changed something. */
  lastWrite = 0;

  /** Whether the service has accepted the token of the request in another exchange, or issued it last. */
  isAccepted(exchange: SeenExchange): boolean {
    const { isAccepted, issued } = this.tokens.get(exchange.token ?? '') ?? {};
    return isAccepted === true || (issued?.order === this.lastIssued && exchange.at < issued.until);
  }

  /**
   * Whether the service may have accepted the request's token. A success is enough, because exporters omit the header.
   */
  mayBeAuthorized(exchange: SeenExchange): boolean {
    if (exchange.operation?.access === 'public' || isSuccess(exchange)) return true;
    return exchange.request.headers['authorization'] !== undefined && !this.isExpired(exchange);
  }

  /** Whether the token's lifetime is over, by the clock of the service. */
  isExpired(exchange: SeenExchange): boolean {
    const issued = this.tokens.get(exchange.token ?? '')?.issued;
    return issued !== undefined && exchange.at >= issued.until;
  }

  /** Whether the service has reported the party as unknown, or no party can have this ID. */
  isUnknown(party: unknown): boolean {
    return this.unknownParties.has(String(party)) || /^party::0+::12200+$/.test(String(party));
  }

  /** The rows of a party. */
  rowsOf(party: unknown): readonly Json[] {
    return [...(this.#rows.get(party)?.values() ?? [])];
  }

  partiesWithRows(): Iterable<unknown> {
    return this.#rows.keys();
  }

  /** Whether a row shows an open or approved request for the party's data of a provider. */
  isRequested(party: unknown, provider: unknown): boolean {
    return this.rowsOf(party).some((row) => row['kycProvider'] === provider && (isApproved(row) || isPending(row)));
  }

  /** The IDs of a party's credentials that lists have shown as valid. */
  validOf(party: unknown): readonly unknown[] {
    return [...(this.#valid.get(party) ?? [])];
  }

  /** The latest checks of the credentials of a party, by contract ID. */
  checksOf(party: unknown): readonly (readonly [unknown, Json])[] {
    return [...this.checks].filter(([id]) => this.credentials.get(id)!['partyId'] === party);
  }

  /** Forgets the rows and credentials of parties every ten minutes: they may have changed since. */
  forgetOld(at: number): void {
    if (Number.isNaN(at) || Math.abs(at - this.#since) <= 600_000) return;

    this.#since = at;
    this.#rows.clear();
    this.#valid.clear();
  }

  /** Remembers what an exchange shows; called after the looks have seen it. */
  remember(exchange: SeenExchange): void {
    const { operation, method, order, status, response, parameters, request, token } = exchange;
    if (token !== undefined && operation?.access === 'bearer' && isSuccess(exchange))
      this.isAnyAccepted = this.#token(token).isAccepted = true;
    if (operation === undefined) return;

    if (method === 'POST' && operation.access === 'bearer') this.lastWrite = order;
    const { partyId } = membersOf(request.body);
    if (operation.id === 'createCredentialsRequest' && status === 404 && isText(partyId))
      this.unknownParties.add(partyId);
    if (!isSuccess(exchange)) return;

    if (operation.access === 'client') this.#rememberToken(exchange);
    else if (operation.id === 'getUsers') this.#rememberRows(itemsOf(response.body));
    else if (operation.id === 'getCredentials') this.#rememberCredentials(itemsOf(response.body));
    else if (operation.id === 'getCredentialByPartyId') this.#rememberCredentials(listOf(response.body));
    else if (operation.id === 'checkVerificationStatus') this.#rememberCheck(parameters['token'] ?? '', response.body);
    for (const [contractId, link] of linksIn(exchange))
      keep(this.links, String(link['token']), { contractId, at: exchange.at, checks: 0 });
  }

  #token(name: string): SeenToken {
    const known = this.tokens.get(name) ?? { isAccepted: false };
    keep(this.tokens, name, known);
    return known;
  }

  #rememberToken({ at, order, response: { body } }: SeenExchange): void {
    const { name, lifetime } = issuedToken(body);
    if (name !== undefined) this.#token(name).issued = { order, until: at + lifetime };
    this.lastIssued = order;
  }

  #rememberRows(rows: readonly Json[]): void {
    for (const row of rows) {
      const known = this.#rows.get(row['partyId']) ?? new Map<unknown, Json>();
      keep(this.#rows, row['partyId'], known);
      keep(known, row['id'], row);
    }
  }

  #rememberCredentials(credentials: readonly Json[]): void {
    for (const credential of credentials) {
      const { contractId, partyId, freshness, kycStatus } = credential;
      const valid = this.#valid.get(partyId) ?? new Set();
      const isValid = freshness !== 'REVOKED' && kycStatus !== 'EXPIRED' && isText(contractId);

      if (isValid) keep(this.#valid, partyId, valid.add(contractId));
      keep(this.credentials, contractId, credential);
    }
  }

  #rememberCheck(token: string, body: unknown): void {
    const link = this.links.get(token);
    if (link !== undefined) link.checks++;
    const check = membersOf(body);
    if (this.credentials.has(check['contractId'])) keep(this.checks, check['contractId'], check);
  }
}

function keep<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  if (isRedacted(key)) return;

  if (map.size < MOST || map.has(key)) map.set(key, value);
}

/** Whether a row of the users list shows an approved request, however its status is written. */
export function isApproved({ reqStatus }: Json): boolean {
  return /^approved$/i.test(String(reqStatus));
}

/** Whether a row of the users list shows an open request, however its status is written. */
export function isPending({ reqStatus }: Json): boolean {
  return /^pending$/i.test(String(reqStatus));
}

/** Whether a row of the users list shows a blocked user, however its status is written. */
export function isBlocked({ status }: Json): boolean {
  return /^blocked$/i.test(String(status));
}

/** The objects of a list. */
export function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The items of a page. */
export function itemsOf(body: unknown): readonly Json[] {
  return listOf(membersOf(body)['items']);
}

/** The links that a response creates, by contract ID. */
export function linksIn({ operation, request, response }: SeenExchange): readonly (readonly [string, Json])[] {
  if (operation?.id === 'generateVerificationLink')
    return [[String(membersOf(request.body)['contractId']), membersOf(response.body)]];
  if (operation?.id !== 'generateVerificationLinksBatch') return [];

  const results = listOf(membersOf(response.body)['results']);

  return results.flatMap(({ contractId, result }) => (isObject(result) ? [[String(contractId), result] as const] : []));
}
