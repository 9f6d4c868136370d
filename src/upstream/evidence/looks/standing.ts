/** Looks at credentials, valid or not, at blocked users, and at what a check shows of them. */

import { isObject, membersOf } from '../../../common/json.js';
import { timeOf } from '../../conformance/exchange.js';
import { type Facts, isApproved, isBlocked, itemsOf, type Json, listOf } from './facts.js';
import {
  type Evidenced,
  type Finding,
  fitting,
  isSuccess,
  type Look,
  type Seen,
  type SeenExchange,
  STATED,
  statedIf,
} from './look.js';
import { shownOfCredential, standingLook } from './checked-credential.js';
import { ListWalk, type WholeList } from './list-walk.js';
import { pageOf } from './pages.js';

const DAY = 86_400_000;
/** Neighbours in lists that all have to come newest first before that is taken for the order. */
const ENOUGH_NEIGHBOURS = 3;
const BLOCKED = 'UserStatus:blocked';
const DATA = 'VerificationStatus.credentialData:personal-data';
const DEAD_DATA = 'VerificationStatus.credentialData:dead-credential';

export class StandingLook implements Look {
  readonly #facts: Facts;
  readonly #walk = new ListWalk();
  readonly #neighbours = { older: 0, newer: 0 };
  #order: Evidenced | undefined;
  /** Whether checks of valid credentials have shown all data: then it is the standing that decides. */
  #isDataShown: boolean | undefined;
  /** Credentials of blocked users that are revoked, which they may have been before. */
  readonly #revoked: (readonly [Seen, Evidenced])[] = [];
  #isBlockedValid = false;
  readonly #deadData: (readonly [Seen, Evidenced])[] = [];

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  *see(exchange: SeenExchange): Generator<Finding> {
    const { operation, response, parameters, isExact, method } = exchange;
    const party = parameters['partyId'];
    if (operation === undefined || !isExact || method !== 'GET') return;
    if (!isSuccess(exchange)) return;
    const { id } = operation;
    if (id === 'getCredentials') yield* this.#listLooks(exchange, itemsOf(response.body));
    if (id === 'getCredentialByPartyId') yield* this.#partyLooks(exchange, listOf(response.body), party!, 'provider');
    if (id === 'resolveCredentials') yield* this.#resolvedLooks(exchange);
    if (id === 'checkVerificationStatus') yield* this.#checkLooks(exchange, membersOf(response.body));
  }

  *end(): Generator<readonly [Finding, Evidenced]> {
    const { older, newer } = this.#neighbours;
    const isNewestFirst = older === 0 && newer >= ENOUGH_NEIGHBOURS;
    if (this.#order !== undefined && (older > 0 || isNewestFirst))
      yield [
        fitting(
          'getCredentials:order-in-party',
          [isNewestFirst ? 'newest-first' : STATED],
          isNewestFirst ? 'newest first' : 'an older one first',
        ),
        this.#order,
      ];
    if (this.#isDataShown !== false) yield* this.#deadData;
    if (!this.#isBlockedValid) yield* this.#revoked;
  }

  *#listLooks(exchange: SeenExchange, credentials: readonly Json[]): Generator<Finding> {
    const point = 'getCredentials:dead-credentials';
    this.#countNeighbours(exchange, credentials);
    yield* this.#shownLooks(point, credentials, 'provider');
    const page = pageOf(exchange);
    const whole = page && this.#walk.follow(exchange, page);
    if (whole !== undefined && this.#facts.lastWrite < whole.from) yield* this.#wholeLooks(point, whole);
    const { parameters, limit, total = NaN } = page ?? {};
    const [party = '', ...others] = parameters?.get('partyIds') ?? [];
    if (
      party !== '' &&
      !party.includes(',') &&
      others.length === 0 &&
      limit === undefined &&
      credentials.length === total
    )
      yield* this.#missingLooks(point, credentials, party, 'provider');
    for (const credential of credentials) yield* this.#credentialLooks(exchange, credential);
  }

  /** What the whole list leaves out of each party. */
  *#wholeLooks(point: string, { rows }: WholeList): Generator<Seen> {
    const parties = new Map<unknown, Json[]>();
    for (const row of rows.values()) parties.set(row['partyId'], [...(parties.get(row['partyId']) ?? []), row]);
    for (const party of this.#facts.partiesWithRows())
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
    yield* this.#shownLooks(point, credentials, member);
    yield* this.#missingLooks(point, credentials, party, member);
    if (member === 'provider') for (const credential of credentials) yield* this.#credentialLooks(exchange, credential);
    if (member === 'provider' && credentials.some(({ partyId }) => partyId !== party))
      yield {
        kind: 'contradiction',
        what: 'the list of a party has credentials of another one',
        where: exchange.operation!.id,
      };
  }

  *#resolvedLooks(exchange: SeenExchange): Generator<Finding> {
    const found = membersOf(exchange.response.body)['credentials'];
    const [party, ...others] = exchange.query?.get('partyId') ?? [];
    if (party !== undefined && others.length === 0 && Array.isArray(found))
      yield* this.#partyLooks(exchange, listOf(found), party, 'kycProvider');
    else yield* this.#shownLooks('resolveCredentials:dead-credentials', listOf(found), 'kycProvider');
  }

  /** What a list shows that some alternatives would leave out. */
  *#shownLooks(point: string, credentials: readonly Json[], member: string): Generator<Seen> {
    const seen = new Set<string>();
    for (const { partyId, contractId, [member]: provider } of credentials) {
      const { freshness, kycStatus, check } = {
        ...this.#facts.credentials.get(String(contractId)),
        ...credentials.find((one) => one['contractId'] === contractId),
      };
      const { isArchived, isSuperseded } = membersOf(check);
      const key = `${String(partyId)} ${String(provider)}`;
      if (seen.has(key) || isArchived === true || isSuperseded === true)
        yield fitting(point, ['all'], 'archived or superseded ones');
      else if (kycStatus === 'BLOCKED') continue;
      else if (freshness === 'REVOKED') yield fitting(point, [STATED, 'all'], 'revoked ones');
      else if (kycStatus === 'EXPIRED') yield fitting(point, [STATED, 'not-revoked', 'all'], 'expired ones');
      seen.add(key);
    }
  }

  /** What the list of a party leaves out, or does not, by what rows of the users list and checks show. */
  *#missingLooks(point: string, credentials: readonly Json[], party: string, member: string): Generator<Seen> {
    const shown = new Set(credentials.map(({ [member]: provider }) => String(provider).toUpperCase()));
    const ids = new Set(credentials.map(({ contractId }) => contractId));
    for (const { kycStatus, kycProvider } of this.#facts.rowsOf(party).filter(isApproved)) {
      if (kycProvider === 'SUMSUB') continue;
      if (shown.has(String(kycProvider).toUpperCase())) {
        if (kycStatus === 'TO_DO') yield fitting(point, ['all'], 'archived or superseded ones');
        continue;
      }
      if (kycStatus === 'REJECTED') yield fitting(point, ['valid', 'not-revoked'], 'no revoked ones');
      if (kycStatus === 'EXPIRED') yield fitting(point, ['valid'], 'no expired ones');
      if (kycStatus === 'TO_DO')
        yield fitting(point, [STATED, 'valid', 'not-revoked'], 'no archived or superseded ones');
    }
    for (const [contractId, { check }] of this.#facts.checkedOf(party))
      if (!ids.has(contractId) && (check?.['isArchived'] === true || check?.['isSuperseded'] === true))
        yield fitting(point, [STATED, 'valid', 'not-revoked'], 'no archived or superseded ones');
  }

  #countNeighbours(exchange: SeenExchange, credentials: readonly Json[]): void {
    credentials.forEach(({ partyId, issuedAt }, at) => {
      const before = credentials[at - 1];
      const distance = timeOf(issuedAt) - timeOf(before?.['issuedAt']);
      if (before?.['partyId'] !== partyId || Number.isNaN(distance) || distance === 0) return;
      this.#neighbours[distance > 0 ? 'older' : 'newer']++;
      this.#order ??= exchange;
    });
  }

  *#credentialLooks(
    { place, order, at }: SeenExchange,
    { partyId, kycStatus, freshness, issuedAt, expirationDate }: Json,
  ): Generator<Seen> {
    if (kycStatus === 'APPROVED') yield fitting('KycStatus:approved', [STATED], 'APPROVED');
    if (kycStatus === 'SUCCESSFUL') yield fitting('KycStatus:approved', ['successful'], 'SUCCESSFUL');
    const isOfBlocked = this.#facts.rowsOf(partyId).some(isBlocked);
    if (isOfBlocked || kycStatus === 'BLOCKED') {
      if (freshness === 'REVOKED') {
        this.#revoked.push([fitting(BLOCKED, [STATED], 'REVOKED'), { place, order, at }]);
        return;
      }
      this.#isBlockedValid = true;
      yield fitting(BLOCKED, ['unaffected'], 'another freshness');
      return;
    }
    const age = Math.floor((at - timeOf(issuedAt)) / DAY);
    if (freshness !== 'REVOKED' && !Number.isNaN(age)) {
      const expected = age < 30 ? 'FRESH' : age < 90 ? 'MODERATE' : 'STALE';
      yield statedIf(
        freshness === expected,
        'Freshness:thresholds',
        freshness === expected ? expected : `another freshness after ${age} days`,
      );
    }
    const isOver = timeOf(expirationDate) <= at;
    if (
      ['APPROVED', 'SUCCESSFUL', 'EXPIRED'].includes(String(kycStatus)) &&
      !Number.isNaN(at - timeOf(expirationDate)) &&
      freshness !== 'REVOKED' &&
      (isOver || kycStatus === 'EXPIRED')
    )
      yield statedIf(
        isOver === (kycStatus === 'EXPIRED'),
        'getCredentials:expiry',
        kycStatus === 'EXPIRED' ? 'EXPIRED' : 'another status',
        isOver ? 'after its expirationDate' : 'before its expirationDate',
      );
  }

  *#checkLooks(exchange: SeenExchange, check: Json): Generator<Finding> {
    const { contractId, credentialData, isActive, status } = check;
    const known = this.#facts.credentials.get(String(contractId));
    if (known === undefined || known.members < 0 || contractId === null) return;
    yield* shownOfCredential(check, known);
    const isOfBlocked = this.#facts.rowsOf(known.partyId).some(isBlocked);
    const members = isObject(credentialData) ? Object.keys(credentialData).length : 0;
    const isReduced = members < known.members;
    const shown =
      credentialData === null
        ? 'withheld'
        : isReduced && Object.keys(membersOf(credentialData)).join() === 'verifiedAt'
          ? 'anonymous'
          : members === known.members
            ? STATED
            : undefined;
    const form =
      credentialData === null
        ? 'null'
        : shown === STATED
          ? 'all members'
          : shown === undefined
            ? 'other members'
            : 'verifiedAt alone';
    const fits = shown === undefined ? [] : [shown];
    if (isActive === true) {
      this.#isDataShown = shown === STATED;
      yield fitting(DATA, fits, form);
    } else this.#deadData.push([fitting(DEAD_DATA, fits, form), exchange]);
    if (isOfBlocked && status === 'revoked')
      this.#revoked.push([fitting('VerificationStatus.status:blocked', [STATED], 'revoked'), exchange]);
    else if (isOfBlocked) yield fitting('VerificationStatus.status:blocked', ['unaffected'], 'another status');
    else yield* standingLook(known.freshness, check);
  }
}
