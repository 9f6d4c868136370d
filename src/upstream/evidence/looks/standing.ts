/**
 * Looks at valid and dead credentials, at blocked users, and at what lists and checks show of them. Dead means revoked,
 * expired, archived or superseded; old means one of the last two.
 */

import { isObject, type Json, membersOf } from '../../../common/json.js';
import { byParty, isApproved, isBlocked, isExpiredCredential, isRevokedCredential, itemsOf, listOf } from './rows.js';
import { once } from '../../../contract/schema/lazy.js';
import { isRedacted, timeOf } from '../../../traffic/values.js';
import { AnswerLook, type Finding, firstOf, fitting, onlyIf, STATED, stated } from './look.js';
import { isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';
import { ageLooks, approvedLook, shownOfCredential, standingLook } from './credentials.js';
import type { SeenPage } from './seen-page.js';

/** How many pairs of neighbours must come newest first to prove the order. Fewer may do so by chance. */
const ENOUGH_NEIGHBOURS = 10;
const ORDER = 'getCredentials:order-in-party';
const BLOCKED = 'UserStatus:blocked';
const OLD_ONES = 'archived or superseded ones';
const NO_OLD_ONES = `no ${OLD_ONES}`;
/** The alternatives in which lists show no old credentials. */
const WITHOUT_OLD = [STATED, 'valid', 'not-revoked'];
const BLOCKED_CHECK = 'VerificationStatus.status:blocked';
const DATA = 'VerificationStatus.credentialData:personal-data';
const DEAD_DATA = 'VerificationStatus.credentialData:dead-credential';

/**
 * Looks at the standing of credentials. Each method sees the answers of the operation with its name. It yields sights:
 * which alternatives of a point fit what was seen. STATED is the contract's own alternative.
 */
export class StandingLook extends AnswerLook {
  /** Pairs of credentials of one party that lists show side by side: with the older one first, or the newer one. */
  readonly #neighbours = { olderFirst: new Set<string>(), newerFirst: new Set<string>() };
  /** Whether checks of valid credentials show all data. If so, the standing decides what a check shows. */
  #isDataShown: boolean | undefined;
  /** For each unrevoked credential, tells after the last exchange whether its user was blocked nevertheless. */
  readonly #unaffectedByBlock: (() => boolean)[] = [];
  /** Whether a block revokes. One unrevoked credential of a blocked user shows that it does not. */
  readonly #blockRevokes = once(() => !this.#unaffectedByBlock.some((isUnaffected) => isUnaffected()));

  *getCredentials(exchange: SeenExchange, page?: SeenPage): Generator<Finding> {
    if (!isSuccess(exchange)) return;

    const credentials = itemsOf(exchange.response.body);
    yield* this.#orderLooks(credentials);
    yield* this.#shownLooks(exchange, credentials);

    // A list shows what it lacks only if it is whole: read to its end while nothing was written ...
    const { parameters, limit, total = NaN, whole } = page ?? {};
    if (whole !== undefined && this.facts.lastWrite < whole.from) {
      const parties = byParty(whole.rows.values());
      for (const party of this.facts.rows.owners())
        yield* this.#missingLooks(exchange, parties.get(party) ?? [], party);
    }

    // ... or the list of a single party on one page. (Without a page, the total is NaN, which no length equals.)
    const [party = '', ...others] = parameters?.get('partyIds') ?? [];
    const isOneParty = party !== '' && !party.includes(',') && others.length === 0;
    if (isOneParty && limit === undefined && credentials.length === total)
      yield* this.#missingLooks(exchange, credentials, party);

    for (const credential of credentials) yield* this.#credentialLooks(exchange, credential);
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

    const credentialsFound = membersOf(exchange.response.body)['credentials'];
    const [party, ...others] = exchange.query?.get('partyId') ?? [];
    if (party !== undefined && others.length === 0 && Array.isArray(credentialsFound))
      yield* this.#partyLooks(exchange, listOf(credentialsFound), party);
    else yield* this.#shownLooks(exchange, listOf(credentialsFound));
  }

  /** What the list of one party shows. */
  *#partyLooks(exchange: SeenExchange, credentials: readonly Json[], party: unknown): Generator<Finding> {
    yield* this.#orderLooks(credentials);
    yield* this.#shownLooks(exchange, credentials);
    yield* this.#missingLooks(exchange, credentials, party);
  }

  /** What the credentials in a list show: some alternatives would leave out dead ones. */
  *#shownLooks(exchange: SeenExchange, credentials: readonly Json[]): Generator<Finding> {
    const { position } = exchange;
    const point = deadPointOf(exchange);

    for (const { contractId } of credentials) {
      if (isRedacted(contractId)) continue;

      // Two credentials of one provider prove nothing: the party may have two accounts, or a renewed credential.
      if (this.facts.isOld(position, contractId)) {
        yield fitting(point, ['all'], OLD_ONES);
        continue;
      }

      const revoked = fitting(point, [STATED, 'all'], 'revoked ones');
      const expired = fitting(point, [STATED, 'not-revoked', 'all'], 'expired ones');
      yield onlyIf(revoked, () => this.facts.credentials.heldAt(position, contractId, isRevokedCredential));
      yield onlyIf(expired, () => this.facts.credentials.heldAt(position, contractId, isExpiredCredential));
    }
  }

  /** Whether the list of a party leaves out credentials that exist according to the users list or to checks. */
  *#missingLooks(exchange: SeenExchange, credentials: readonly Json[], party: unknown): Generator<Finding> {
    const { position } = exchange;
    const point = deadPointOf(exchange);
    // Lists name the provider in one of two members.
    const providers = credentials.map(({ provider, kycProvider = provider }) => String(kycProvider));
    // Lists may write a provider in small letters.
    const shownProviders = new Set(providers.map((provider) => provider.toUpperCase()));
    const ids = new Set(credentials.map(({ contractId }) => contractId));
    if ([...shownProviders, ...ids].some(isRedacted)) return;

    for (const { id, kycStatus, kycProvider } of this.facts.rows.of(party).filter(isApproved)) {
      // The KYC provider issues no credentials.
      if (kycProvider === 'SUMSUB') continue;

      const isShown = shownProviders.has(String(kycProvider).toUpperCase());
      // Each row has the condition, what was seen, and the variants that fit it.
      const seen = firstOf(point, [
        [isShown && kycStatus === 'TO_DO', OLD_ONES, 'all'],
        [!isShown && kycStatus === 'REJECTED', 'no revoked ones', 'valid', 'not-revoked'],
        [!isShown && kycStatus === 'EXPIRED', 'no expired ones', 'valid'],
        [!isShown && kycStatus === 'TO_DO', NO_OLD_ONES, ...WITHOUT_OLD],
      ]);
      const isSame = (row: Json): boolean => isApproved(row) && row['kycStatus'] === kycStatus;
      for (const one of seen) yield onlyIf(one, () => this.facts.rows.heldAt(position, id, isSame), party);
    }

    for (const { contractId } of this.facts.credentials.of(party))
      if (this.facts.isOld(position, contractId) && !ids.has(contractId))
        yield fitting(point, WITHOUT_OLD, NO_OLD_ONES);
  }

  /** Whether the credentials of each party are listed newest first. */
  *#orderLooks(credentials: readonly Json[]): Generator<Finding> {
    const { olderFirst, newerFirst } = this.#neighbours;
    const shownPairs = new Set<Set<string>>();
    const isNewestFirst = (): boolean => olderFirst.size === 0 && newerFirst.size >= ENOUGH_NEIGHBOURS;

    for (const [at, { partyId, contractId, issuedAt }] of credentials.entries()) {
      const previous = credentials[at - 1];
      const isOfParty = previous?.['partyId'] === partyId && !isRedacted(partyId);
      const distance = timeOf(issuedAt) - timeOf(previous?.['issuedAt']);
      if (!isOfParty || Number.isNaN(distance) || distance === 0) continue;

      const pairs = distance > 0 ? olderFirst : newerFirst;
      // More pairs would prove nothing more. A pair counts once, however often it is listed.
      if (pairs.size < ENOUGH_NEIGHBOURS) pairs.add(`${String(previous?.['contractId'])} ${String(contractId)}`);
      shownPairs.add(pairs);
    }

    if (shownPairs.has(olderFirst)) yield stated(ORDER, 'an older one first');
    if (shownPairs.has(newerFirst)) yield onlyIf(fitting(ORDER, ['newest-first'], 'newest first'), isNewestFirst);
  }

  /** What one listed credential shows: the effect of a block, and of its age. */
  *#credentialLooks(exchange: SeenExchange, credential: Json): Generator<Finding> {
    const { position } = exchange;
    const { partyId, kycStatus, freshness } = credential;
    yield* approvedLook(kycStatus);

    const wasBlocked = (): boolean => kycStatus === 'BLOCKED' || this.facts.hadRow(position, partyId, isBlocked);
    // A list of all dead credentials may show an archived one of a blocked user, beside those that the block has
    // revoked.
    const isUnaffected = (): boolean =>
      wasBlocked() && this.facts.credentials.of(partyId).every((one) => one['freshness'] !== 'REVOKED');
    // A revoked credential shows the effect of a block only if blocks revoke at all.
    const isRevokedByBlock = (): boolean => this.#blockRevokes() && wasBlocked();
    if (freshness === 'REVOKED') yield onlyIf(stated(BLOCKED, 'REVOKED'), isRevokedByBlock, partyId);
    else {
      this.#unaffectedByBlock.push(isUnaffected);
      yield onlyIf(fitting(BLOCKED, ['unaffected'], 'another freshness'), isUnaffected, partyId);
    }

    if (kycStatus !== 'BLOCKED') yield* ageLooks(exchange.date, credential);
  }

  *checkVerificationStatus(exchange: SeenExchange): Generator<Finding> {
    if (!isSuccess(exchange)) return;

    const { position } = exchange;
    const check = membersOf(exchange.response.body);
    const { contractId, isActive, status } = check;
    const listed = this.facts.credentials.get(contractId);
    if (!isObject(listed?.['metadata'])) return;

    // Whether the check shows what lists show, which counts only if it did not change around the check.
    const { partyId, freshness, expirationDate } = listed;
    const had = (condition: (row: Json) => boolean): boolean =>
      this.facts.credentials.heldAt(position, contractId, condition);
    for (const seen of shownOfCredential(check, listed))
      yield onlyIf(seen, () => had((row) => row['expirationDate'] === expirationDate));

    yield* this.#dataLook(check, listed['metadata']);

    // Whether the check of a blocked user's credential says that it is revoked.
    const wasBlocked = (): boolean => this.facts.hadRow(position, partyId, isBlocked);
    const isRevokedByBlock = (): boolean => this.#blockRevokes() && wasBlocked();
    if (status === 'revoked') yield onlyIf(stated(BLOCKED_CHECK, 'revoked'), isRevokedByBlock, partyId);
    else if (isActive === true)
      yield onlyIf(fitting(BLOCKED_CHECK, ['unaffected'], 'another status'), wasBlocked, partyId);

    for (const seen of standingLook(freshness, check))
      yield onlyIf(seen, () => !wasBlocked() && had((row) => row['freshness'] === freshness));
  }

  /** Whether a check shows the data of the credential: all, nothing, or the time of the verification alone. */
  *#dataLook({ credentialData, isActive }: Json, metadata: Json): Generator<Finding> {
    const memberCount = Object.keys(metadata).length;
    const shownNames = Object.keys(membersOf(credentialData));
    // Some services withhold everything but the time of the verification.
    const isAlone = shownNames.length < memberCount && shownNames.join() === 'verifiedAt';
    // Each row: the case, what was seen, and the alternatives that fit.
    const [seen] = firstOf(isActive === true ? DATA : DEAD_DATA, [
      [credentialData === null, 'null', 'withheld'],
      [isAlone, 'verifiedAt alone', 'anonymous'],
      [shownNames.length === memberCount, 'all members', STATED],
      [true, 'other members'],
    ]);

    const isStated = seen!.fits.includes(STATED);
    if (isActive === true) {
      this.#isDataShown = isStated;
      yield seen!;
      return;
    }

    // If checks of valid credentials lack data, too, the reason is not that the credential is dead.
    yield onlyIf(seen!, () => isStated || this.#isDataShown === true);
  }
}

/** The point about dead credentials in lists of an operation. */
function deadPointOf({ operation }: SeenExchange): string {
  return `${operation!.id}:dead-credentials`;
}
