/** Looks at valid and invalid credentials, at blocked users, and at what checks show of them. */

import { isObject, membersOf } from '../../../common/json.js';
import { timeOf } from './values/times.js';
import { isApproved, isBlocked, itemsOf, type Json, listOf } from './facts.js';
import { isRedacted } from '../../../traffic/redacted.js';
import { type Finding, firstOf, fitting, Look, other, type Seen, STATED, stated, statedIf } from './look.js';
import { type Evidenced, isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';
import { shownOfCredential, standingLook } from './checked-credential.js';
import type { SeenPage, WholeList } from './seen-page.js';

const DAY = 86_400_000;
/** How many pairs of neighbours must come newest first to prove the order: fewer may do so by chance. */
const ENOUGH_NEIGHBOURS = 10;
/** The freshness of a credential up to a number of days after its issue. */
const FRESHNESS = [
  [30, 'FRESH'],
  [90, 'MODERATE'],
  [Infinity, 'STALE'],
] as const;
const BLOCKED = 'UserStatus:blocked';
const NO_OLD_ONES = ['no archived or superseded ones', STATED, 'valid', 'not-revoked'] as const;
const DATA = 'VerificationStatus.credentialData:personal-data';
const DEAD_DATA = 'VerificationStatus.credentialData:dead-credential';

export class StandingLook extends Look {
  readonly #neighbours = { older: new Set<string>(), newer: new Set<string>() };
  #order: Evidenced | undefined;
  /** Whether checks of valid credentials have shown all data. Then the standing decides what a check shows. */
  #isDataShown: boolean | undefined;
  /** Whether a credential of a blocked user was valid. Then other credentials were revoked before the block. */
  #isBlockedValid = false;

  *see(exchange: SeenExchange, page?: SeenPage): Generator<Finding> {
    const { operation, response, parameters, isExact, method } = exchange;
    const party = parameters['partyId'];
    if (operation === undefined || !isExact || method !== 'GET') return;
    if (!isSuccess(exchange)) return;

    const { id } = operation;
    if (id === 'getCredentials') yield* this.#listLooks(exchange, itemsOf(response.body), page);
    if (id === 'getCredentialByPartyId') yield* this.#partyLooks(exchange, listOf(response.body), party!, 'provider');
    if (id === 'resolveCredentials') yield* this.#resolvedLooks(exchange);
    if (id === 'checkVerificationStatus') yield* this.#checkLooks(exchange, membersOf(response.body));
  }

  override *end(): Generator<readonly [Finding, Evidenced]> {
    const { older, newer } = this.#neighbours;
    const isNewestFirst = older.size === 0 && newer.size >= ENOUGH_NEIGHBOURS;
    const seen = firstOf('getCredentials:order-in-party', [
      [isNewestFirst, 'newest first', 'newest-first'],
      [older.size > 0, 'an older one first', STATED],
    ]);
    for (const finding of seen) yield [finding, this.#order!];
    yield* super.end();
  }

  *#listLooks(exchange: SeenExchange, credentials: readonly Json[], page?: SeenPage): Generator<Finding> {
    const point = 'getCredentials:dead-credentials';
    this.#countNeighbours(exchange, credentials);
    yield* this.#shownLooks(point, credentials);
    const { parameters, limit, total = NaN, whole } = page ?? {};
    if (whole !== undefined && this.facts.lastWrite < whole.from) yield* this.#wholeLooks(point, whole);
    const [party = '', ...others] = parameters?.get('partyIds') ?? [];
    const isOne = party !== '' && !party.includes(',') && others.length === 0;
    if (isOne && limit === undefined && credentials.length === total)
      yield* this.#missingLooks(point, credentials, party, 'provider');
    for (const credential of credentials) yield* this.#credentialLooks(exchange, credential);
  }

  /** The credentials of each party that the whole list leaves out. */
  *#wholeLooks(point: string, { rows }: WholeList): Generator<Seen> {
    const parties = new Map<unknown, Json[]>();
    for (const row of rows.values()) parties.set(row['partyId'], [...(parties.get(row['partyId']) ?? []), row]);
    for (const party of this.facts.partiesWithRows())
      yield* this.#missingLooks(point, parties.get(party) ?? [], String(party), 'provider');
  }

  *#partyLooks(
    exchange: SeenExchange,
    credentials: readonly Json[],
    party: string,
    member: string,
  ): Generator<Finding> {
    this.#countNeighbours(exchange, credentials);
    const point = `${exchange.operation!.id}:dead-credentials`;
    yield* this.#shownLooks(point, credentials);
    yield* this.#missingLooks(point, credentials, party, member);
    if (member !== 'provider') return;

    for (const credential of credentials) yield* this.#credentialLooks(exchange, credential);
    const what = 'the list of a party has credentials of another one';
    if (credentials.some(({ partyId }) => partyId !== party && ![partyId, party].some(isRedacted)))
      yield { kind: 'contradiction', what };
  }

  *#resolvedLooks(exchange: SeenExchange): Generator<Finding> {
    const found = membersOf(exchange.response.body)['credentials'];
    const [party, ...others] = exchange.query?.get('partyId') ?? [];
    if (party !== undefined && others.length === 0 && Array.isArray(found))
      yield* this.#partyLooks(exchange, listOf(found), party, 'kycProvider');
    else yield* this.#shownLooks('resolveCredentials:dead-credentials', listOf(found));
  }

  /** The credentials in a list that some alternatives would leave out. */
  *#shownLooks(point: string, credentials: readonly Json[]): Generator<Seen> {
    for (const credential of credentials) {
      const { contractId } = credential;
      if (isRedacted(contractId)) continue;

      const { freshness, kycStatus } = { ...this.facts.credentials.get(contractId), ...credential };
      const { isArchived, isSuperseded } = this.facts.checks.get(contractId) ?? {};
      // Two credentials of one provider show nothing: the party may have two accounts, or have renewed a credential.
      const isOld = isArchived === true || isSuperseded === true;
      if (!isOld && kycStatus === 'BLOCKED') continue;

      yield* firstOf(point, [
        [isOld, 'archived or superseded ones', 'all'],
        [freshness === 'REVOKED', 'revoked ones', STATED, 'all'],
        [kycStatus === 'EXPIRED', 'expired ones', STATED, 'not-revoked', 'all'],
      ]);
    }
  }

  /** Whether the list of a party leaves out credentials that rows of the users list or checks show. */
  *#missingLooks(point: string, credentials: readonly Json[], party: string, member: string): Generator<Seen> {
    const shown = new Set(credentials.map(({ [member]: provider }) => String(provider).toUpperCase()));
    const ids = new Set(credentials.map(({ contractId }) => contractId));
    if ([...shown, ...ids].some(isRedacted)) return;

    for (const { kycStatus, kycProvider } of this.facts.rowsOf(party).filter(isApproved)) {
      if (kycProvider === 'SUMSUB') continue;

      const isShown = shown.has(String(kycProvider).toUpperCase());
      yield* firstOf(point, [
        [isShown && kycStatus === 'TO_DO', 'archived or superseded ones', 'all'],
        [!isShown && kycStatus === 'REJECTED', 'no revoked ones', 'valid', 'not-revoked'],
        [!isShown && kycStatus === 'EXPIRED', 'no expired ones', 'valid'],
        [!isShown && kycStatus === 'TO_DO', ...NO_OLD_ONES],
      ]);
    }

    for (const [contractId, { isArchived, isSuperseded }] of this.facts.checksOf(party)) {
      const isOld = isArchived === true || isSuperseded === true;
      yield* firstOf(point, [[isOld && !ids.has(contractId), ...NO_OLD_ONES]]);
    }
  }

  #countNeighbours(exchange: SeenExchange, credentials: readonly Json[]): void {
    credentials.forEach(({ partyId, contractId, issuedAt }, at) => {
      const before = credentials[at - 1];
      const distance = timeOf(issuedAt) - timeOf(before?.['issuedAt']);
      if (before?.['partyId'] !== partyId || isRedacted(partyId) || Number.isNaN(distance) || distance === 0) return;

      const pairs = this.#neighbours[distance > 0 ? 'older' : 'newer'];
      if (pairs.size < ENOUGH_NEIGHBOURS) pairs.add(`${String(before?.['contractId'])} ${String(contractId)}`);
      this.#order ??= exchange;
    });
  }

  *#credentialLooks(
    exchange: SeenExchange,
    { partyId, kycStatus, freshness, issuedAt, expirationDate }: Json,
  ): Generator<Seen> {
    yield* approvedLook(kycStatus);
    const isOfBlocked = this.facts.rowsOf(partyId).some(isBlocked);
    if (isOfBlocked || kycStatus === 'BLOCKED') {
      if (freshness === 'REVOKED') {
        this.keep(stated(BLOCKED, 'REVOKED'), exchange, () => !this.#isBlockedValid);
        return;
      }

      this.#isBlockedValid = true;
      yield fitting(BLOCKED, ['unaffected'], 'another freshness');
      return;
    }

    const age = Math.floor((exchange.at - timeOf(issuedAt)) / DAY);
    if (freshness !== 'REVOKED' && !Number.isNaN(age)) {
      const [, expected] = FRESHNESS.find(([until]) => age < until)!;
      const otherwise = `another freshness after ${age} days`;
      yield statedIf(freshness === expected, 'Freshness:thresholds', expected, otherwise);
    }

    const left = timeOf(expirationDate) - exchange.at;
    const isExpired = kycStatus === 'EXPIRED';
    const isDecided = isExpired || kycStatus === 'APPROVED' || kycStatus === 'SUCCESSFUL';
    if (!isDecided || freshness === 'REVOKED') return;

    const isOver = left <= 0;
    const rows = [[isOver && isExpired, 'EXPIRED', STATED] as const, [isOver, 'another status'] as const];
    yield* firstOf('getCredentials:expiry', rows, 'after its expirationDate');
    if (left > 0 && isExpired) yield other('getCredentials:expiry', 'EXPIRED', 'before its expirationDate');
  }

  *#checkLooks(exchange: SeenExchange, check: Json): Generator<Finding> {
    const { contractId, credentialData, isActive, status } = check;
    const known = this.facts.credentials.get(contractId);
    if (!isObject(known?.['metadata'])) return;

    yield* shownOfCredential(check, known);
    const isOfBlocked = this.facts.rowsOf(known['partyId']).some(isBlocked);
    const all = Object.keys(known['metadata']).length;
    const members = isObject(credentialData) ? Object.keys(credentialData).length : 0;
    const isAlone = members < all && Object.keys(membersOf(credentialData)).join() === 'verifiedAt';
    const seen = firstOf(isActive === true ? DATA : DEAD_DATA, [
      [credentialData === null, 'null', 'withheld'],
      [isAlone, 'verifiedAt alone', 'anonymous'],
      [members === all, 'all members', STATED],
      [true, 'other members'],
    ]);
    for (const finding of seen)
      if (isActive === true) {
        this.#isDataShown = finding.fits.includes(STATED);
        yield finding;
      } else this.keep(finding, exchange, () => this.#isDataShown !== false);
    if (isOfBlocked && status === 'revoked')
      this.keep(stated('VerificationStatus.status:blocked', 'revoked'), exchange, () => !this.#isBlockedValid);
    else if (isOfBlocked) yield fitting('VerificationStatus.status:blocked', ['unaffected'], 'another status');
    else yield* standingLook(known['freshness'], check);
  }
}

/** The word for an approved status. */
export function approvedLook(kycStatus: unknown): Iterable<Seen> {
  return firstOf('KycStatus:approved', [
    [kycStatus === 'APPROVED', 'APPROVED', STATED],
    [kycStatus === 'SUCCESSFUL', 'SUCCESSFUL', 'successful'],
  ]);
}
