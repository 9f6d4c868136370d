/** Looks at valid and invalid credentials, at blocked users, and at what checks show of them. */

import { isObject, membersOf } from '../../../common/json.js';
import { timeOf } from './values/times.js';
import { isApproved, isBlocked, itemsOf, listOf } from './facts.js';
import type { Json } from './readings.js';
import { once } from '../../../contract/schema/lazy.js';
import { isRedacted } from '../../../traffic/redacted.js';
import { type Finding, firstOf, fitting, Look, type Seen, STATED, stated } from './look.js';
import { type Evidenced, isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';
import { shownOfCredential, standingLook } from './checked-credential.js';
import { ageLooks } from './credential-age.js';
import type { SeenPage, WholeList } from './seen-page.js';

/** How many pairs of neighbours must come newest first to prove the order: fewer may do so by chance. */
const ENOUGH_NEIGHBOURS = 10;
const BLOCKED = 'UserStatus:blocked';
const OLD_ONES = 'archived or superseded ones';
/** The dead credentials that lists may show: their form, how a row shows them, and the alternatives with them. */
const DEAD_ONES: readonly (readonly [string, (row: Json) => boolean, ...fits: string[]])[] = [
  ['revoked ones', ({ freshness, kycStatus }) => freshness === 'REVOKED' && kycStatus !== 'BLOCKED', STATED, 'all'],
  [
    'expired ones',
    ({ freshness, kycStatus }) => freshness !== 'REVOKED' && kycStatus === 'EXPIRED',
    ...[STATED, 'not-revoked', 'all'],
  ],
];
const NO_OLD_ONES = ['no archived or superseded ones', STATED, 'valid', 'not-revoked'] as const;
const BLOCKED_CHECK = 'VerificationStatus.status:blocked';
const DATA = 'VerificationStatus.credentialData:personal-data';
const DEAD_DATA = 'VerificationStatus.credentialData:dead-credential';

export class StandingLook extends Look {
  readonly #neighbours = { older: new Set<string>(), newer: new Set<string>() };
  #order: Evidenced | undefined;
  /** Whether checks of valid credentials have shown all data. Then the standing decides what a check shows. */
  #isDataShown: boolean | undefined;
  /** Whether each valid credential was that of a blocked user. Then other credentials were revoked before the block. */
  readonly #blockedOnes: (() => boolean)[] = [];
  readonly #isBlockedValid = once(() => this.#blockedOnes.some((wasBlocked) => wasBlocked()));

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
    this.#shownLooks(exchange, point, credentials);
    const { parameters, limit, total = NaN, whole } = page ?? {};
    if (whole !== undefined && this.facts.lastWrite < whole.from) this.#wholeLooks(exchange, point, whole);
    const [party = '', ...others] = parameters?.get('partyIds') ?? [];
    const isOne = party !== '' && !party.includes(',') && others.length === 0;
    if (isOne && limit === undefined && credentials.length === total)
      this.#missingLooks(exchange, point, credentials, party, 'provider');
    for (const credential of credentials) yield* this.#credentialLooks(exchange, credential);
  }

  /** The credentials of each party that the whole list leaves out. */
  #wholeLooks(exchange: SeenExchange, point: string, { rows }: WholeList): void {
    const parties = new Map<unknown, Json[]>();
    for (const row of rows.values()) parties.set(row['partyId'], [...(parties.get(row['partyId']) ?? []), row]);
    for (const party of this.facts.rows.owners())
      this.#missingLooks(exchange, point, parties.get(party) ?? [], String(party), 'provider');
  }

  *#partyLooks(
    exchange: SeenExchange,
    credentials: readonly Json[],
    party: string,
    member: string,
  ): Generator<Finding> {
    this.#countNeighbours(exchange, credentials);
    const point = `${exchange.operation!.id}:dead-credentials`;
    this.#shownLooks(exchange, point, credentials);
    this.#missingLooks(exchange, point, credentials, party, member);
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
    else this.#shownLooks(exchange, 'resolveCredentials:dead-credentials', listOf(found));
  }

  /** The credentials in a list that some alternatives would leave out. */
  #shownLooks(exchange: SeenExchange, point: string, credentials: readonly Json[]): void {
    const { facts } = this;
    for (const { contractId } of credentials) {
      if (isRedacted(contractId)) continue;

      // Two credentials of one provider show nothing: the party may have two accounts, or have renewed a credential.
      if (facts.isOld(exchange.order, contractId)) this.keep(fitting(point, ['all'], OLD_ONES), exchange);
      else
        for (const [form, isSo, ...fits] of DEAD_ONES)
          this.keep(fitting(point, fits, form), exchange, () =>
            facts.credentials.held(exchange.order, contractId, isSo),
          );
    }
  }

  /** Whether the list of a party leaves out credentials that rows of the users list or checks show. */
  #missingLooks(
    exchange: SeenExchange,
    point: string,
    credentials: readonly Json[],
    party: string,
    member: string,
  ): void {
    const shown = new Set(credentials.map(({ [member]: provider }) => String(provider).toUpperCase()));
    const ids = new Set(credentials.map(({ contractId }) => contractId));
    if ([...shown, ...ids].some(isRedacted)) return;

    for (const { id, kycStatus, kycProvider } of this.facts.rows.of(party).filter(isApproved)) {
      if (kycProvider === 'SUMSUB') continue;

      const isShown = shown.has(String(kycProvider).toUpperCase());
      const seen = firstOf(point, [
        [isShown && kycStatus === 'TO_DO', OLD_ONES, 'all'],
        [!isShown && kycStatus === 'REJECTED', 'no revoked ones', 'valid', 'not-revoked'],
        [!isShown && kycStatus === 'EXPIRED', 'no expired ones', 'valid'],
        [!isShown && kycStatus === 'TO_DO', ...NO_OLD_ONES],
      ]);
      const isSame = (row: Json): boolean => isApproved(row) && row['kycStatus'] === kycStatus;
      for (const one of seen) this.keepOf(party, one, exchange, () => this.facts.rows.held(exchange.order, id, isSame));
    }

    for (const { contractId } of this.facts.credentials.of(party))
      if (this.facts.isOld(exchange.order, contractId) && !ids.has(contractId))
        for (const seen of firstOf(point, [[true, ...NO_OLD_ONES]])) this.keep(seen, exchange);
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

  *#credentialLooks(exchange: SeenExchange, credential: Json): Generator<Seen> {
    const { partyId, kycStatus, freshness } = credential;
    yield* approvedLook(kycStatus);
    const wasBlocked = (): boolean => kycStatus === 'BLOCKED' || this.facts.hadRow(exchange.order, partyId, isBlocked);
    // Lists with all dead credentials show an archived one of a blocked user, beside those that the block has revoked.
    const isUnaffected = (): boolean =>
      wasBlocked() && this.facts.credentials.of(partyId).every((one) => one['freshness'] !== 'REVOKED');
    const isRevoked = (): boolean => !this.#isBlockedValid() && wasBlocked();
    if (freshness === 'REVOKED') this.keepOf(partyId, stated(BLOCKED, 'REVOKED'), exchange, isRevoked);
    else {
      this.#blockedOnes.push(isUnaffected);
      this.keepOf(partyId, fitting(BLOCKED, ['unaffected'], 'another freshness'), exchange, isUnaffected);
    }
    if (kycStatus === 'BLOCKED') return;

    yield* ageLooks(exchange.at, credential);
  }

  *#checkLooks(exchange: SeenExchange, check: Json): Generator<Finding> {
    const { contractId, credentialData, isActive, status } = check;
    const known = this.facts.credentials.get(contractId);
    if (!isObject(known?.['metadata'])) return;

    const { partyId, freshness, expirationDate } = known;
    const had = (isSo: (row: Json) => boolean): boolean =>
      this.facts.credentials.held(exchange.order, contractId, isSo);
    for (const seen of shownOfCredential(check, known))
      this.keep(seen, exchange, () => had((row) => row['expirationDate'] === expirationDate));
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
      } else {
        const isStated = finding.fits.includes(STATED);
        // What dead credentials lack, live ones may lack, too.
        this.keep(finding, exchange, () => isStated || this.#isDataShown === true);
      }
    const wasBlocked = (): boolean => this.facts.hadRow(exchange.order, partyId, isBlocked);
    const isRevoked = (): boolean => !this.#isBlockedValid() && wasBlocked();
    if (status === 'revoked') this.keepOf(partyId, stated(BLOCKED_CHECK, 'revoked'), exchange, isRevoked);
    else if (isActive === true)
      this.keepOf(partyId, fitting(BLOCKED_CHECK, ['unaffected'], 'another status'), exchange, wasBlocked);

    for (const seen of standingLook(freshness, check))
      this.keep(seen, exchange, () => !wasBlocked() && had((row) => row['freshness'] === freshness));
  }
}

/** The word for an approved status. */
export function approvedLook(kycStatus: unknown): Iterable<Seen> {
  return firstOf('KycStatus:approved', [
    [kycStatus === 'APPROVED', 'APPROVED', STATED],
    [kycStatus === 'SUCCESSFUL', 'SUCCESSFUL', 'successful'],
  ]);
}
