/**
 * Facts that earlier exchanges have shown, so that a look can compare several exchanges. They are kept in memory only.
 */

import { isObject, type Json, membersOf } from '../../../common/json.js';
import type { KeptAuthorization } from '../../../traffic/kept-authorization.js';
import { issuedToken } from '../../../traffic/issued-token.js';
import { isText, timeOf } from '../../../traffic/values.js';
import { type Evidenced, isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';
import { keep, Readings } from './readings.js';

/** A link that was created: its credential, the time, and how many of its checks have succeeded. */
export interface SeenLink {
  readonly contractId: string;
  readonly at: number;
  checks: number;
}

export class Facts {
  /** The access tokens that were issued: the exchange, and until when each is valid. */
  readonly issued = new Map<string, { readonly order: number; readonly until: number }>();
  /** The access tokens that the service has accepted. */
  readonly accepted = new Map<string, true>();
  /** The rows that lists have shown of each credential. */
  readonly credentials = new Readings(['freshness', 'kycStatus', 'expirationDate']);
  /** The rows of the users list, by their IDs. */
  readonly rows = new Readings(['reqStatus', 'kycStatus', 'status']);
  /** The credentials that lists, links and checks have shown to be disclosed. */
  readonly #disclosed = new Readings([]);
  /** Whether requests with accepted tokens are refused with 403, as those of a suspended institution: any, and each. */
  readonly institution = new Readings(['isForbidden']);
  /** The first check that has shown each credential as archived or superseded, by contract ID: both are final. */
  readonly #old = new Map<unknown, number>();
  /** The links that were created. */
  readonly links = new Map<string, SeenLink>();
  /** Parties that the service has reported as unknown. */
  readonly unknownParties = new Set<string>();
  /** The order of the last token that was issued. */
  lastIssued = 0;
  /** The order of the last request that may have changed something. */
  lastWrite = 0;

  /** Tells in which files a request without the header `Authorization` had none. */
  readonly authorization: KeptAuthorization;

  constructor(authorization: KeptAuthorization) {
    this.authorization = authorization;
  }

  /** Whether the service has accepted the token of the request in another exchange, or issued it last. */
  isAccepted(exchange: SeenExchange): boolean {
    const { token = '', at } = exchange;
    const issued = this.issued.get(token);
    return this.accepted.has(token) || (issued?.order === this.lastIssued && at < issued.until);
  }

  /** Whether the operation itself has responded, and the response is no refusal of a token. */
  isAnswered(exchange: SeenExchange): boolean {
    const { isExact, status, method, operation, request } = exchange;
    if (!isExact || method === 'HEAD') return false;
    if (status === 401 || status === 429 || status >= 500) return false;
    // Exporters omit the token also where it was accepted.
    if (operation?.access === 'public' || isSuccess(exchange)) return true;
    if (request.headers['authorization'] === undefined || this.isExpired(exchange)) return false;

    // 403 may also mean that the token is not accepted.
    return status !== 403 || this.isAccepted(exchange);
  }

  /** Whether the token's lifetime is over, by the clock of the service. */
  isExpired(exchange: SeenExchange): boolean {
    const issued = this.issued.get(exchange.token ?? '');
    return issued !== undefined && exchange.at >= issued.until;
  }

  /** Whether the service has reported the party as unknown, or no party can have this ID. */
  isUnknown(party: unknown): boolean {
    return this.unknownParties.has(String(party)) || /^party::0+::12200+$/.test(String(party));
  }

  /** Whether the refusal may be one of all requests: a 403 to an accepted token, as of a suspended institution. */
  mayBeSuspension(exchange: SeenExchange): boolean {
    const { operation, isExact, status } = exchange;
    const isOfInstitution = operation?.access === 'bearer' && isExact && status === 403;
    return isOfInstitution && this.isAccepted(exchange) && !this.isExpired(exchange);
  }

  /** Whether a refusal is no suspension: nothing else is refused then, and the request never succeeds. */
  isOfResource({ order, asked }: Evidenced): boolean {
    return this.institution.isAlone(order, '') && this.institution.isConstant(asked);
  }

  /** Whether a row of the party was so at an exchange. */
  hadRow(order: number, party: unknown, isSo: (row: Json) => boolean): boolean {
    return this.rows.of(party).some(({ id }) => this.rows.held(order, id, isSo));
  }

  /**
   * The credentials of a party that were listed as valid at an exchange. Only the newest of each provider counts, and
   * only if the users list had a row for it: a list with all dead credentials has archived ones as if they were valid.
   */
  validAt(order: number, party: unknown): readonly Json[] {
    const rows = this.credentials.of(party);
    const isCurrent = ({ provider }: Json): boolean =>
      this.hadRow(order, party, (row) => row['kycProvider'] === provider && row['kycStatus'] !== 'TO_DO');
    // An unreadable time is NaN, and makes no other one newer.
    const isNewest = ({ provider, issuedAt }: Json): boolean =>
      rows.every((one) => one['provider'] !== provider || !(timeOf(one['issuedAt']) > timeOf(issuedAt)));
    const current = rows.filter((row) => isNewest(row) && isCurrent(row));

    return current.filter(({ contractId }) => this.credentials.held(order, contractId, isValid));
  }

  /** Whether a credential was no longer valid at an exchange, but still disclosed. */
  wasDead(order: number, contractId: unknown): boolean {
    const wasInvalid = this.credentials.held(order, contractId, (row) => !isValid(row));
    const isDead = wasInvalid || this.isOld(order, contractId);
    return isDead && this.wasDisclosed(order, contractId);
  }

  /** Whether an earlier check has shown the credential as archived or superseded. */
  isOld(order: number, contractId: unknown): boolean {
    return (this.#old.get(contractId) ?? Infinity) < order;
  }

  /** Whether the credential was disclosed at an exchange. */
  wasDisclosed(order: number, contractId: unknown): boolean {
    return this.#disclosed.held(order, contractId, () => true);
  }

  /** Remembers what an exchange shows; called after the looks have seen it. */
  remember(exchange: SeenExchange): void {
    const { operation, method, order, status, response, request, token } = exchange;
    if (operation === undefined) return;

    const takesToken = operation.access === 'bearer';
    if (takesToken && isSuccess(exchange) && token !== undefined) keep(this.accepted, token, true);
    const isForbidden = this.mayBeSuspension(exchange);
    if (isForbidden || (takesToken && status < 400))
      for (const id of ['', exchange.asked]) this.institution.add(order, id, { isForbidden });

    if (takesToken && method === 'POST') this.lastWrite = order;
    const { partyId } = membersOf(request.body);
    if (operation.id === 'createCredentialsRequest' && status === 404 && isText(partyId))
      this.unknownParties.add(partyId);
    if (!isSuccess(exchange)) return;

    if (operation.access === 'client') this.#rememberToken(exchange);
    else if (operation.id === 'getUsers')
      for (const row of itemsOf(response.body)) this.rows.add(order, row['id'], row, row['partyId']);
    else if (operation.id === 'getCredentials') this.#rememberCredentials(order, itemsOf(response.body));
    else if (operation.id === 'getCredentialByPartyId') this.#rememberCredentials(order, listOf(response.body));
    else if (operation.id === 'checkVerificationStatus') this.#rememberCheck(exchange);

    for (const [contractId, link] of linksIn(exchange)) {
      this.#disclosed.add(order, contractId, link);
      keep(this.links, String(link['token']), { contractId, at: exchange.at, checks: 0 });
    }
  }

  #rememberToken({ at, order, response: { body } }: SeenExchange): void {
    const { name, lifetime } = issuedToken(body);
    if (name !== undefined) keep(this.issued, name, { order, until: at + lifetime });
    this.lastIssued = order;
  }

  #rememberCredentials(order: number, credentials: readonly Json[]): void {
    for (const credential of credentials) {
      const { contractId, partyId } = credential;
      this.credentials.add(order, contractId, credential, partyId);
      this.#disclosed.add(order, contractId, credential);
    }
  }

  #rememberCheck({ order, parameters, response }: SeenExchange): void {
    const check = membersOf(response.body);
    const { contractId, isArchived, isSuperseded } = check;
    const link = this.links.get(parameters['token'] ?? '');

    if (link !== undefined) link.checks++;
    if (!isText(contractId)) return;

    const isOld = isArchived === true || isSuperseded === true;
    if (isOld && !this.#old.has(contractId)) keep(this.#old, contractId, order);
    this.#disclosed.add(order, contractId, check);
  }
}

/** Whether a list shows a credential as neither revoked nor expired. */
function isValid({ freshness, kycStatus }: Json): boolean {
  return freshness !== 'REVOKED' && kycStatus !== 'EXPIRED';
}

/** Whether a row of the users list shows an approved request, however its status is written. */
export function isApproved({ reqStatus }: Json): boolean {
  return /^approved$/i.test(String(reqStatus));
}

/** Whether a row of the users list shows an open request, however its status is written. */
export function isPending({ reqStatus }: Json): boolean {
  return /^pending$/i.test(String(reqStatus));
}

/** Whether a row of the users list shows an open or approved request for the data of a provider. */
export function isOpen(row: Json, provider: unknown): boolean {
  return row['kycProvider'] === provider && (isApproved(row) || isPending(row));
}

/** Whether a row of the users list shows a blocked user, however its status is written. */
export function isBlocked({ status }: Json): boolean {
  return /^blocked$/i.test(String(status));
}

/** The objects of a list. */
export function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The objects of each party. */
export function byParty(objects: Iterable<Json>): ReadonlyMap<unknown, readonly Json[]> {
  const found = new Map<unknown, Json[]>();
  for (const one of objects) found.set(one['partyId'], [...(found.get(one['partyId']) ?? []), one]);
  return found;
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
