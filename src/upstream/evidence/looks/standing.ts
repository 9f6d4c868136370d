/** Looks at valid and invalid credentials, at blocked users, and at what checks show of them. */

import { isObject, type Json, membersOf } from '../../../common/json.js';
import { byParty, isApproved, isBlocked, itemsOf, listOf } from './facts.js';
import { once } from '../../../contract/schema/lazy.js';
import { isRedacted, timeOf } from '../../../traffic/values.js';
import { AnswerLook, byWord, type Finding, firstOf, fitting, later, type Seen, STATED, stated } from './look.js';
import { isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';
import { ageLooks, shownOfCredential, standingLook } from './credentials.js';
import type { SeenPage, WholeList } from './seen-page.js';

/** How many pairs of neighbours must come newest first to prove the order: fewer may do so by chance. */
const ENOUGH_NEIGHBOURS = 10;
const ORDER = 'getCredentials:order-in-party';
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
const NO_OLD_ONES = [STATED, 'valid', 'not-revoked'];
const BLOCKED_CHECK = 'VerificationStatus.status:blocked';
const DATA = 'VerificationStatus.credentialData:personal-data';
const DEAD_DATA = 'VerificationStatus.credentialData:dead-credential';

export class StandingLook extends AnswerLook {
  /** Pairs of neighbours in lists, of which the second one is older or newer. */
  readonly #neighbours = { older: new Set<string>(), newer: new Set<string>() };
  /** Whether checks of valid credentials have shown all data. Then the standing decides what a check shows. */
  #isDataShown: boolean | undefined;
  /** Whether each valid credential was that of a blocked user. Then other credentials were revoked before the block. */
  readonly #blockedOnes: (() => boolean)[] = [];
  readonly #isBlockedValid = once(() => this.#blockedOnes.some((wasBlocked) => wasBlocked()));

  *getCredentials(exchange: SeenExchange, page?: SeenPage): Generator<Finding> {
    if (!isSuccess(exchange)) return;

    const credentials = itemsOf(exchange.response.body);
    yield* this.#orderLooks(credentials);
    yield* this.#shownLooks(exchange, credentials);
    const { parameters, limit, total = NaN, whole } = page ?? {};
    if (whole !== undefined && this.facts.lastWrite < whole.from) yield* this.#wholeLooks(exchange, whole);
    const [party = '', ...others] = parameters?.get('partyIds') ?? [];
    const isOne = party !== '' && !party.includes(',') && others.length === 0;
    if (isOne && limit === undefined && credentials.length === total)
      yield* this.#missingLooks(exchange, credentials, party);
    for (const credential of credentials) yield* this.#credentialLooks(exchange, credential);
  }

  /** The credentials of each party that the whole list leaves out. */
  *#wholeLooks(exchange: SeenExchange, { rows }: WholeList): Generator<Finding> {
    const parties = byParty(rows.values());
    for (const party of this.facts.rows.owners()) yield* this.#missingLooks(exchange, parties.get(party) ?? [], party);
  }

  *getCredentialByPartyId(exchange: SeenExchange): Generator<Finding> {
    if (!isSuccess(exchange)) return;

    const credentials = listOf(exchange.response.body);
    const { partyId: party } = exchange.parameters;
    yield* this.#partyLooks(exchange, credentials, party);
    for (const credential of credentials) yield* this.#credentialLooks(exchange, credential);
    if (credentials.some(({ partyId }) => partyId !== party && ![partyId, party].some(isRedacted)))
      yield { kind: 'contradiction', what: 'the list of a party has credentials of another one' };
  }

  *resolveCredentials(exchange: SeenExchange): Generator<Finding> {
    if (!isSuccess(exchange)) return;

    const found = membersOf(exchange.response.body)['credentials'];
    const [party, ...others] = exchange.query?.get('partyId') ?? [];
    if (party !== undefined && others.length === 0 && Array.isArray(found))
      yield* this.#partyLooks(exchange, listOf(found), party);
    else yield* this.#shownLooks(exchange, listOf(found));
  }

  *#partyLooks(exchange: SeenExchange, credentials: readonly Json[], party: unknown): Generator<Finding> {
    yield* this.#orderLooks(credentials);
    yield* this.#shownLooks(exchange, credentials);
    yield* this.#missingLooks(exchange, credentials, party);
  }

  /** The credentials in a list that some alternatives would leave out. */
  *#shownLooks(exchange: SeenExchange, credentials: readonly Json[]): Generator<Finding> {
    const { facts } = this;
    const { order } = exchange;
    const point = deadPointOf(exchange);

    for (const { contractId } of credentials) {
      if (isRedacted(contractId)) continue;

      // Two credentials of one provider show nothing: the party may have two accounts, or have renewed a credential.
      if (facts.isOld(order, contractId)) yield fitting(point, ['all'], OLD_ONES);
      else
        for (const [form, isSo, ...fits] of DEAD_ONES)
          yield later(fitting(point, fits, form), () => facts.credentials.held(order, contractId, isSo));
    }
  }

  /** Whether the list of a party leaves out credentials that rows of the users list or checks show. */
  *#missingLooks(exchange: SeenExchange, credentials: readonly Json[], party: unknown): Generator<Finding> {
    const { order } = exchange;
    const point = deadPointOf(exchange);
    const shown = new Set(credentials.map(({ provider, kycProvider = provider }) => String(kycProvider).toUpperCase()));
    const ids = new Set(credentials.map(({ contractId }) => contractId));
    if ([...shown, ...ids].some(isRedacted)) return;

    for (const { id, kycStatus, kycProvider } of this.facts.rows.of(party).filter(isApproved)) {
      if (kycProvider === 'SUMSUB') continue;

      const isShown = shown.has(String(kycProvider).toUpperCase());
      const seen = firstOf(point, [
        [isShown && kycStatus === 'TO_DO', OLD_ONES, 'all'],
        [!isShown && kycStatus === 'REJECTED', 'no revoked ones', 'valid', 'not-revoked'],
        [!isShown && kycStatus === 'EXPIRED', 'no expired ones', 'valid'],
        [!isShown && kycStatus === 'TO_DO', 'no archived or superseded ones', ...NO_OLD_ONES],
      ]);
      const isSame = (row: Json): boolean => isApproved(row) && row['kycStatus'] === kycStatus;
      for (const one of seen) yield later(one, () => this.facts.rows.held(order, id, isSame), party);
    }

    for (const { contractId } of this.facts.credentials.of(party))
      if (this.facts.isOld(order, contractId) && !ids.has(contractId))
        yield fitting(point, NO_OLD_ONES, 'no archived or superseded ones');
  }

  /** Whether the credentials of each party come newest first. */
  *#orderLooks(credentials: readonly Json[]): Generator<Finding> {
    const { older, newer } = this.#neighbours;
    const shown = new Set<Set<string>>();
    const isNewestFirst = (): boolean => older.size === 0 && newer.size >= ENOUGH_NEIGHBOURS;

    for (const [at, { partyId, contractId, issuedAt }] of credentials.entries()) {
      const before = credentials[at - 1];
      const distance = timeOf(issuedAt) - timeOf(before?.['issuedAt']);
      if (before?.['partyId'] !== partyId || isRedacted(partyId) || Number.isNaN(distance) || distance === 0) continue;

      const pairs = distance > 0 ? older : newer;
      if (pairs.size < ENOUGH_NEIGHBOURS) pairs.add(`${String(before?.['contractId'])} ${String(contractId)}`);
      shown.add(pairs);
    }

    if (shown.has(older)) yield stated(ORDER, 'an older one first');
    if (shown.has(newer)) yield later(fitting(ORDER, ['newest-first'], 'newest first'), isNewestFirst);
  }

  *#credentialLooks(exchange: SeenExchange, credential: Json): Generator<Finding> {
    const { order } = exchange;
    const { partyId, kycStatus, freshness } = credential;
    yield* approvedLook(kycStatus);
    const wasBlocked = (): boolean => kycStatus === 'BLOCKED' || this.facts.hadRow(order, partyId, isBlocked);
    // Lists with all dead credentials show an archived one of a blocked user, beside those that the block has revoked.
    const isUnaffected = (): boolean =>
      wasBlocked() && this.facts.credentials.of(partyId).every((one) => one['freshness'] !== 'REVOKED');
    const isRevoked = (): boolean => !this.#isBlockedValid() && wasBlocked();
    if (freshness === 'REVOKED') yield later(stated(BLOCKED, 'REVOKED'), isRevoked, partyId);
    else {
      this.#blockedOnes.push(isUnaffected);
      yield later(fitting(BLOCKED, ['unaffected'], 'another freshness'), isUnaffected, partyId);
    }
    if (kycStatus === 'BLOCKED') return;

    yield* ageLooks(exchange.at, credential);
  }

  *checkVerificationStatus(exchange: SeenExchange): Generator<Finding> {
    if (!isSuccess(exchange)) return;

    const { order } = exchange;
    const check = membersOf(exchange.response.body);
    const { contractId, credentialData, isActive, status } = check;
    const known = this.facts.credentials.get(contractId);
    if (!isObject(known?.['metadata'])) return;

    const { partyId, freshness, expirationDate } = known;
    const had = (isSo: (row: Json) => boolean): boolean => this.facts.credentials.held(order, contractId, isSo);
    for (const seen of shownOfCredential(check, known))
      yield later(seen, () => had((row) => row['expirationDate'] === expirationDate));
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
        yield later(finding, () => isStated || this.#isDataShown === true);
      }

    const wasBlocked = (): boolean => this.facts.hadRow(order, partyId, isBlocked);
    const isRevoked = (): boolean => !this.#isBlockedValid() && wasBlocked();
    if (status === 'revoked') yield later(stated(BLOCKED_CHECK, 'revoked'), isRevoked, partyId);
    else if (isActive === true)
      yield later(fitting(BLOCKED_CHECK, ['unaffected'], 'another status'), wasBlocked, partyId);

    for (const seen of standingLook(freshness, check))
      yield later(seen, () => !wasBlocked() && had((row) => row['freshness'] === freshness));
  }
}

/** The point about dead credentials in lists of an operation. */
function deadPointOf({ operation }: SeenExchange): string {
  return `${operation!.id}:dead-credentials`;
}

/** The word for an approved status. */
export function* approvedLook(kycStatus: unknown): Generator<Seen> {
  if (kycStatus === 'APPROVED' || kycStatus === 'SUCCESSFUL') yield byWord('KycStatus:approved', kycStatus);
}
