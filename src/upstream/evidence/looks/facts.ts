/**
 * Facts that earlier exchanges of an institution have shown, so that a look can compare several exchanges. They are
 * kept in memory only, because they contain personal data.
 */

import { type Json, membersOf } from '../../../common/json.js';
import type { KeptAuthorization } from '../../../traffic/kept-authorization.js';
import { issuedToken } from '../../../traffic/issued-token.js';
import { isRealText, timeOf } from '../../../traffic/values.js';
import { type Evidenced, isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';
import { rememberIn, Readings } from './readings.js';
import { itemsOf, linksIn, listOf } from './rows.js';

/** A link that was created: its credential, the time of its creation, and how many of its checks have succeeded. */
export interface SeenLink {
  readonly contractId: string;
  readonly createdAt: number;
  checks: number;
}

/** Stands for the digest of a request in readings about an institution as a whole. */
const ANY_REQUEST = '';

/** What is known of one institution. The order of exchanges is that of their numbers. */
export class InstitutionFacts {
  /**
   * The access tokens that were issued, by their digests: the number of the exchange, and until when the token is
   * valid.
   */
  readonly issued = new Map<string, { readonly position: number; readonly until: number }>();
  /** The digests of the access tokens that the service has accepted. */
  readonly accepted = new Map<string, true>();
  /** The rows that lists have shown of each credential. */
  readonly credentials = new Readings(['freshness', 'kycStatus', 'expirationDate']);
  /** The rows of the users list, by their IDs. */
  readonly rows = new Readings(['reqStatus', 'kycStatus', 'status']);
  /** The credentials that lists, links and checks have shown to be disclosed. */
  readonly #disclosed = new Readings([]);
  /**
   * Whether requests with accepted tokens are refused with 403, as a suspended institution is refused. The ID of a
   * reading is the digest of a request, or {@link ANY_REQUEST}.
   */
  readonly #refusals = new Readings(['isForbidden']);
  /** For each credential, the number of the first check that has shown it as archived or superseded. Both are final. */
  readonly #old = new Map<unknown, number>();
  /** The links that were created. */
  readonly links = new Map<string, SeenLink>();
  /** Parties that the service has reported as unknown. */
  readonly unknownParties = new Set<string>();
  /** The number of the exchange that issued the last token. */
  lastIssued = 0;
  /** The number of the last exchange that may have changed something. */
  lastWrite = 0;

  /** Tells for which files a request without the header `Authorization` was really sent without it. */
  readonly authorization: KeptAuthorization;

  constructor(authorization: KeptAuthorization) {
    this.authorization = authorization;
  }

  /**
   * Whether the service accepts the token of the request: it has accepted it in another exchange, or issued it last.
   */
  isAccepted(exchange: SeenExchange): boolean {
    const { tokenDigest = '', date } = exchange;
    const issued = this.issued.get(tokenDigest);
    return this.accepted.has(tokenDigest) || (issued?.position === this.lastIssued && date < issued.until);
  }

  /**
   * Whether the operation itself has responded, and not a check of the token or something in front of the operation.
   */
  isAnswered(exchange: SeenExchange): boolean {
    const { isExact, status, method, operation, request } = exchange;
    if (!isExact || method === 'HEAD') return false;
    if (status === 401 || status === 429 || status >= 500) return false;
    // An exporter omits the token even where the service accepted it, so success counts without a token.
    if (operation?.access === 'public' || isSuccess(exchange)) return true;
    if (request.headers['authorization'] === undefined || this.isExpired(exchange)) return false;

    // 403 may also mean that the token is not accepted.
    return status !== 403 || this.isAccepted(exchange);
  }

  /** Whether the token's lifetime is over, by the clock of the service. */
  isExpired(exchange: SeenExchange): boolean {
    const issued = this.issued.get(exchange.tokenDigest ?? '');
    return issued !== undefined && exchange.date >= issued.until;
  }

  /** Whether the service has reported the party as unknown. IDs of zeros, as tests use them, belong to no party. */
  isUnknown(party: unknown): boolean {
    return this.unknownParties.has(String(party)) || /^party::0+::12200+$/.test(String(party));
  }

  /**
   * Whether the refusal may be that of a suspended institution, which refuses all requests: a 403 to an accepted token.
   */
  mayBeSuspension(exchange: SeenExchange): boolean {
    const { operation, isExact, status } = exchange;
    const isOfInstitution = operation?.access === 'bearer' && isExact && status === 403;
    return isOfInstitution && this.isAccepted(exchange) && !this.isExpired(exchange);
  }

  /**
   * Whether a refusal is certainly no suspension: the requests before and after it are not refused, and the refused
   * request never succeeds.
   */
  isOfResource({ position, requestDigest }: Evidenced): boolean {
    return this.#refusals.isAlone(position, ANY_REQUEST) && this.#refusals.isConstant(requestDigest);
  }

  /** Whether a row of the party met the condition at the time of an exchange. */
  hadRow(position: number, party: unknown, condition: (row: Json) => boolean): boolean {
    return this.rows.of(party).some(({ id }) => this.rows.heldAt(position, id, condition));
  }

  /**
   * The credentials of a party that were listed as valid at the time of an exchange. Only the newest credential of each
   * provider counts, and only if the users list had a row for it. Otherwise archived credentials would count, because a
   * variant of the list shows them as if they were valid.
   */
  validAt(position: number, party: unknown): readonly Json[] {
    const rows = this.credentials.of(party);
    const isCurrent = ({ provider }: Json): boolean =>
      this.hadRow(position, party, (row) => row['kycProvider'] === provider && row['kycStatus'] !== 'TO_DO');
    // A time that cannot be read is NaN, and never greater, so it makes no other credential newer.
    const isNewest = ({ provider, issuedAt }: Json): boolean =>
      !rows.some((one) => one['provider'] === provider && timeOf(one['issuedAt']) > timeOf(issuedAt));
    const current = rows.filter((row) => isNewest(row) && isCurrent(row));

    return current.filter(({ contractId }) => this.credentials.heldAt(position, contractId, isValid));
  }

  /** Whether a credential was dead at the time of an exchange: no longer valid, but still disclosed. */
  wasDead(position: number, contractId: unknown): boolean {
    const wasInvalid = this.credentials.heldAt(position, contractId, (row) => !isValid(row));
    const isDead = wasInvalid || this.isOld(position, contractId);
    return isDead && this.wasDisclosed(position, contractId);
  }

  /** Whether an earlier check has shown the credential as archived or superseded. */
  isOld(position: number, contractId: unknown): boolean {
    return (this.#old.get(contractId) ?? Infinity) < position;
  }

  /** Whether the credential was disclosed at the time of an exchange. */
  wasDisclosed(position: number, contractId: unknown): boolean {
    return this.#disclosed.heldAt(position, contractId, () => true);
  }

  /**
   * Remembers what an exchange shows. Call this after the looks have seen the exchange, because they compare it with
   * earlier exchanges.
   */
  remember(exchange: SeenExchange): void {
    const { operation, position, status, response, request } = exchange;
    if (operation === undefined) return;

    if (operation.access === 'bearer') this.#rememberCall(exchange);

    const { partyId } = membersOf(request.body);
    if (operation.id === 'createCredentialsRequest' && status === 404 && isRealText(partyId))
      this.unknownParties.add(partyId);

    if (!isSuccess(exchange)) return;

    if (operation.access === 'client') this.#rememberToken(exchange);
    else if (operation.id === 'getUsers')
      for (const row of itemsOf(response.body)) this.rows.add(position, row['id'], row, row['partyId']);
    else if (operation.id === 'getCredentials') this.#rememberCredentials(position, itemsOf(response.body));
    else if (operation.id === 'getCredentialByPartyId') this.#rememberCredentials(position, listOf(response.body));
    else if (operation.id === 'checkVerificationStatus') this.#rememberCheck(exchange);

    for (const [contractId, link] of linksIn(exchange)) {
      this.#disclosed.add(position, contractId, link);
      rememberIn(this.links, String(link['token']), { contractId, createdAt: exchange.date, checks: 0 });
    }
  }

  /** Remembers whether a call with a token was accepted or forbidden, and whether it may have changed something. */
  #rememberCall(exchange: SeenExchange): void {
    const { method, position, status, requestDigest, tokenDigest } = exchange;
    if (isSuccess(exchange) && tokenDigest !== undefined) rememberIn(this.accepted, tokenDigest, true);
    if (method === 'POST') this.lastWrite = position;

    // Another failure, such as 404, does not tell whether the institution is suspended.
    const isForbidden = this.mayBeSuspension(exchange);
    if (!isForbidden && status >= 400) return;

    // One reading for the institution as a whole, and one for equal requests.
    for (const id of [ANY_REQUEST, requestDigest]) this.#refusals.add(position, id, { isForbidden });
  }

  /** Remembers the token that a response issues. */
  #rememberToken({ date, position, response: { body } }: SeenExchange): void {
    const { digest, lifetime } = issuedToken(body);
    if (digest !== undefined) rememberIn(this.issued, digest, { position, until: date + lifetime });
    this.lastIssued = position;
  }

  /** Remembers the credentials of a list. What a list shows is disclosed. */
  #rememberCredentials(position: number, credentials: readonly Json[]): void {
    for (const credential of credentials) {
      const { contractId, partyId } = credential;
      this.credentials.add(position, contractId, credential, partyId);
      this.#disclosed.add(position, contractId, credential);
    }
  }

  /** Remembers what a successful check shows of its link and its credential. */
  #rememberCheck({ position, parameters, response }: SeenExchange): void {
    const check = membersOf(response.body);
    const { contractId, isArchived, isSuperseded } = check;
    const link = this.links.get(parameters['token'] ?? '');

    if (link !== undefined) link.checks++;
    if (!isRealText(contractId)) return;

    const isOld = isArchived === true || isSuperseded === true;
    if (isOld && !this.#old.has(contractId)) rememberIn(this.#old, contractId, position);
    this.#disclosed.add(position, contractId, check);
  }
}

/** Whether a list shows a credential as neither revoked nor expired. */
function isValid({ freshness, kycStatus }: Json): boolean {
  return freshness !== 'REVOKED' && kycStatus !== 'EXPIRED';
}
