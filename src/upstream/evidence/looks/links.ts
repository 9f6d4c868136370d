/** Looks at verification links, single or in batches, and at how long links can be checked. */

import { isObject, type Json, membersOf } from '../../../common/json.js';
import { sentence } from '../../sentence.js';
import { INACCURACY } from './credentials.js';
import type { SeenLink } from './facts.js';
import { listOf } from './rows.js';
import { isRedacted, isRealText } from '../../../traffic/values.js';
import { AnswerLook, byWord, type Finding, firstOf, fitting, noFit, onlyIf, STATED, stated, statedIf } from './look.js';
import { isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';

/** How long a link can be checked according to the contract, in milliseconds. */
const LINK_LIFETIME = 900_000;

/** The IDs of points that several methods are about. */
const LIFETIME = 'VerificationLink:lifetime';
const ONCE = 'checkVerificationStatus:single-use';
const UNKNOWN_ITEM = 'BatchResultItem.error:unknown-contract';
/** The variants that refuse a link for a dead credential; each is named by its status. */
const DEAD_STATUSES = ['404', '409', '410'];

/**
 * A link that was refused within its lifetime, at this age in milliseconds. There are two possible reasons: links live
 * shorter, or each can be used only once. After the last exchange, the functions tell which reason is proven.
 */
interface RefusedLink {
  readonly age: number;
  readonly provesShorter: () => boolean;
  readonly provesOnce: () => boolean;
}

/** Looks at links and checks. */
export class LinkLook extends AnswerLook {
  /** The least age at which a link was refused although it had never been checked. */
  #youngestUnchecked = Infinity;
  /** The greatest ages of links at a successful check: at the first check of a link, and at any check. */
  #oldestAtFirstCheck = -1;
  #oldestAtCheck = -1;
  readonly #refused: RefusedLink[] = [];

  /** What the creation of a link shows: about dead, unknown and repeated credentials. */
  *generateVerificationLink(exchange: SeenExchange): Generator<Finding> {
    const { status, request, response, position } = exchange;
    const body = membersOf(request.body);
    const { contractId } = body;
    if (!isRealText(contractId) || request.mediaType !== 'application/json') return;

    // 409 and 410 themselves say that the credential is dead (revoked, expired or archived). Any other status shows
    // something only if the credential is known to be dead.
    const saysDead = status === 409 || status === 410;
    const fits = isSuccess(exchange) ? [STATED] : DEAD_STATUSES.filter((name) => Number(name) === status);
    const seen = fitting('generateVerificationLink:dead-credential', fits, String(status));
    yield saysDead ? seen : onlyIf(seen, () => this.facts.wasDead(position, contractId));

    if (!isSuccess(exchange)) {
      // With further members in the body, these may be the reason for the refusal.
      const isUnknown = this.facts.credentials.get(contractId) === undefined && Object.keys(body).length === 1;
      if (isUnknown && !saysDead && !this.facts.isOld(position, contractId))
        yield byWord('generateVerificationLink:unknown-contract', status);
      return;
    }

    yield byWord('generateVerificationLink.200', status);
    const link = membersOf(response.body);
    const { token } = link;
    yield* addressLook(link);

    // The contract states that a second link for one credential has a token of its own.
    const isRepeated = [...this.facts.links.values()].some((earlier) => earlier.contractId === contractId);
    const isNew = !this.facts.links.has(String(token));

    if (isRepeated && isRealText(token))
      yield statedIf(isNew, 'generateVerificationLink:repeated-link', 'a second link');
  }

  /** What a batch of links shows: its order, and the errors of items. */
  *generateVerificationLinksBatch(exchange: SeenExchange): Generator<Finding> {
    const requests = membersOf(exchange.request.body)['requests'];
    if (exchange.status === 404) yield noFit(UNKNOWN_ITEM, '404 to the whole batch');
    if (!isSuccess(exchange) || !Array.isArray(requests)) return;

    const results = listOf(membersOf(exchange.response.body)['results']);
    const asked = requests.map((one) => membersOf(one)['contractId']);
    const answered = results.map(({ contractId }) => contractId);
    // Removed IDs cannot be compared.
    if ([...asked, ...answered].some(isRedacted)) return;

    yield* resultLooks(asked, results);
    for (const { contractId, result, error } of results) {
      const hasLink = isObject(result);
      if (hasLink) yield* addressLook(result);
      if (hasLink && error !== undefined) yield { kind: 'contradiction', what: 'a result beside an error' };

      // Whether an item for a dead credential fails. Its error has no status, so it fits each variant that refuses.
      const fits = hasLink ? [STATED] : DEAD_STATUSES;
      const seen = fitting('generateVerificationLinksBatch:dead-credential', fits, hasLink ? 'a link' : 'an error');
      yield onlyIf(seen, () => this.facts.wasDead(exchange.position, contractId));

      const isUnknown = this.facts.credentials.get(contractId) === undefined;
      if (isObject(error) && isUnknown)
        yield statedIf(typeof error['message'] === 'string', UNKNOWN_ITEM, 'a message', 'other members');
    }
  }

  /** What the check of a link shows: how long it can be checked, and how often. */
  *checkVerificationStatus(exchange: SeenExchange): Generator<Finding> {
    const { status, parameters, response, date } = exchange;
    const link = this.facts.links.get(parameters['token'] ?? '');
    const { status: word, contractId } = membersOf(response.body);

    // A link whose creation was not seen has an unknown age: NaN is neither expired nor young.
    const age = link === undefined ? Number.NaN : date - link.createdAt;
    const isExpired = age >= LINK_LIFETIME + INACCURACY;
    const isYoung = age < LINK_LIFETIME - INACCURACY;
    const checks = link?.checks ?? 0;

    // Some variants respond with 200 and without a credential to an expired link.
    const lacksCredential = status === 200 && contractId === null;
    // Each row: the case, what was seen, and the alternatives that fit.
    yield* firstOf('checkVerificationStatus:expired-link', [
      [status === 410, '410', '410'],
      [isExpired && status === 403, '403'],
      [isExpired && status === 404, '404', STATED],
      [lacksCredential && word === 'expired', '200: expired', 'expired'],
      [lacksCredential && word === 'not_found', '200: not_found', 'not-found'],
    ]);

    const saysExpired = lacksCredential && (word === 'expired' || word === 'not_found');
    const isAccepted = status === 200 && !saysExpired;
    const afterLifetime = statedIf(!isAccepted, LIFETIME, '404', '200');
    if (isExpired && (status === 404 || isAccepted)) yield { ...afterLifetime, circumstance: 'after 15 minutes' };
    if (status === 404 && isYoung) yield* this.#refusedLook(exchange, age, link!);

    // Both IDs are known, and differ.
    const isOther = isRealText(contractId) && isRealText(link?.contractId) && contractId !== link.contractId;
    if (status === 200 && !isExpired && isOther)
      yield { kind: 'contradiction', what: 'the check of a link shows another credential' };

    if (status === 200 && !lacksCredential && link !== undefined) {
      // These ages prove that links live at least as long.
      this.#oldestAtCheck = Math.max(this.#oldestAtCheck, age);
      if (checks === 0) this.#oldestAtFirstCheck = Math.max(this.#oldestAtFirstCheck, age);
      else yield stated(ONCE, 'a second check');
    }
  }

  /** The longest lifetime with which the links that live shorter are refused. */
  override options(): readonly string[] {
    const ages = this.#refused.filter(({ provesShorter }) => provesShorter()).map(({ age }) => age);
    if (ages.length === 0) return [];

    // The youngest refused link gives the upper bound of the lifetime.
    const seconds = Math.floor(Math.min(...ages) / 1_000);
    return ['--link-ttl', String(Math.max(1, seconds))];
  }

  /** Says that the reason of a refusal is not known, if no refused link proves one. */
  override undecided(): readonly string[] {
    const ages = this.#refused.map(({ age }) => age);
    const isDecided = this.#refused.some(({ provesShorter, provesOnce }) => provesShorter() || provesOnce());
    if (ages.length === 0 || isDecided) return [];

    const seconds = Math.min(...ages) / 1_000;
    return [sentence('short-link', { point: LIFETIME, seconds })];
  }

  /**
   * Looks at a link that was refused within its lifetime: do links live shorter, or can each be used only once? Other
   * links tell the two reasons apart: those that were accepted at a greater age, and those that were refused unused.
   * Such a link may come later, so both proofs are asked for after the last exchange.
   */
  *#refusedLook({ position }: SeenExchange, age: number, { checks, contractId }: SeenLink): Generator<Finding> {
    const isDisclosed = (): boolean => this.facts.wasDisclosed(position, contractId);
    // No link was accepted at this age, and a single use does not explain the refusal: this link was not used exactly
    // once, or a link that was never used was refused even younger.
    const provesShorter = (): boolean =>
      isDisclosed() && age > this.#oldestAtCheck && (checks !== 1 || age >= this.#youngestUnchecked);
    // A link as old as this one was accepted at its first check, so age does not explain the refusal.
    const provesOnce = (): boolean => isDisclosed() && checks === 1 && age <= this.#oldestAtFirstCheck;

    if (checks === 0) this.#youngestUnchecked = Math.min(this.#youngestUnchecked, age);

    const form = `404 to a link of ${age / 1_000} seconds (linkTtl is less)`;
    yield onlyIf(noFit(LIFETIME, form, 'before 15 minutes'), provesShorter);
    yield onlyIf(fitting(ONCE, ['one'], '404 to a second check'), provesOnce);
    this.#refused.push({ age, provesShorter, provesOnce });
  }
}

/** Whether a batch has a result for each request, and in the order of the requests. */
function* resultLooks(asked: readonly unknown[], results: readonly Json[]): Generator<Finding> {
  const answered = results.map(({ contractId }) => contractId);
  const asksTwice = new Set(asked).size < asked.length;
  // Both compare the order as well.
  const isOneForEachCredential = answered.join('\n') === [...new Set(asked)].join('\n');
  const isOneForEachRequest = answered.join('\n') === asked.join('\n');

  const linked = new Set(results.flatMap(({ contractId, result }) => (isObject(result) ? [contractId] : [])));
  const hasLinkAndError = results.some(({ contractId, error }) => isObject(error) && linked.has(contractId));

  if (asksTwice)
    // Each row: the case, what was seen, and the alternatives that fit.
    yield* firstOf('generateVerificationLinksBatch:repeated-contract', [
      [hasLinkAndError, 'a link and an error'],
      [isOneForEachRequest, 'a result for each', STATED],
      [isOneForEachCredential, 'one result', 'once'],
      [true, 'another number'],
    ]);
  // An item without a text as ID may be answered in any way.
  if (asked.some((contractId) => typeof contractId !== 'string')) return;

  const hasSameIds = answered.toSorted().join('\n') === asked.toSorted().join('\n');
  const isInOrder = isOneForEachRequest || isOneForEachCredential;
  if (asked.length > 1 && (isInOrder || hasSameIds))
    yield statedIf(isInOrder, 'generateVerificationLinksBatch:order', 'the order of the requests', 'another order');
  else if (!asksTwice && !isOneForEachRequest)
    yield { kind: 'contradiction', what: 'results that are not those of the requests' };
}

/** Whether the address of a link is an address, contains the token, and leads to the check itself. */
function* addressLook({ verificationUrl, token }: Json): Generator<Finding> {
  if (typeof verificationUrl !== 'string' || !isRealText(token)) return;

  const isAddress = URL.canParse(verificationUrl);
  yield statedIf(isAddress, 'VerificationLink.verificationUrl:format', 'an address', 'no address');
  if (!isAddress) return;

  const encoded = encodeURIComponent(token);
  const hasToken = verificationUrl.includes(token) || verificationUrl.includes(encoded);
  yield statedIf(hasToken, 'VerificationLink.token:shape', 'a part of the address', 'no part of the address');

  const { pathname } = new URL(verificationUrl);
  const isCheck = pathname.endsWith(`/verification/check/${encoded}`);
  // Each row: the case, what was seen, and the alternatives that fit.
  yield* firstOf('VerificationLink.verificationUrl:page', [
    [isCheck, 'the check of the link', 'check'],
    [true, 'another address', STATED],
  ]);
}
