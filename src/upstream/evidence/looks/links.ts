/** Looks at verification links, single or in batches, and at how long links can be checked. */

import { isObject, type Json, membersOf } from '../../../common/json.js';
import { sentence } from '../../sentence.js';
import { INACCURACY } from './credentials.js';
import { listOf, type SeenLink } from './facts.js';
import { isRedacted, isText } from '../../../traffic/values.js';
import { AnswerLook, byWord, type Finding, firstOf, fitting, later, other, STATED, stated, statedIf } from './look.js';
import { isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';

/** How long a link can be checked, in milliseconds. */
const LINK_LIFETIME = 900_000;

const LIFETIME = 'VerificationLink:lifetime';
const ONCE = 'checkVerificationStatus:single-use';
const UNKNOWN_ITEM = 'BatchResultItem.error:unknown-contract';
const DEAD_LINK = 'generateVerificationLink:dead-credential';
const DEAD_STATUSES = ['404', '409', '410'];
const DEAD_ITEM = 'generateVerificationLinksBatch:dead-credential';
const BATCH_ORDER = 'generateVerificationLinksBatch:order';

/** A link that was refused within its lifetime. After the last exchange, the functions tell why. */
interface RefusedLink {
  readonly age: number;
  readonly isShorter: () => boolean;
  readonly isUsed: () => boolean;
}

/** Looks at links and checks. */
export class LinkLook extends AnswerLook {
  /** The least age at which a link was refused that was never checked before. */
  #youngestRefused = Infinity;
  /** The greatest age of a link at its first successful check, and at any. */
  #oldestFirst = -1;
  #oldest = -1;
  readonly #refused: RefusedLink[] = [];

  *generateVerificationLink(exchange: SeenExchange): Generator<Finding> {
    const { status, request, response, order } = exchange;
    const { facts } = this;
    const body = membersOf(request.body);
    const { contractId } = body;
    if (!isText(contractId) || request.mediaType !== 'application/json') return;

    const isDead = status === 409 || status === 410;
    const fits = isSuccess(exchange) ? [STATED] : DEAD_STATUSES.filter((name) => Number(name) === status);
    const seen = fitting(DEAD_LINK, fits, String(status));
    yield isDead ? seen : later(seen, () => facts.wasDead(order, contractId));

    if (!isSuccess(exchange)) {
      const isUnknown = facts.credentials.get(contractId) === undefined && Object.keys(body).length === 1;
      if (isUnknown && !isDead && !facts.isOld(order, contractId))
        yield byWord('generateVerificationLink:unknown-contract', status);
      return;
    }

    yield byWord('generateVerificationLink.200', status);
    yield* addressLook(membersOf(response.body));
    const { token } = membersOf(response.body);
    const isRepeated = [...facts.links.values()].some((link) => link.contractId === contractId);
    const isNew = !facts.links.has(String(token));

    if (isRepeated && isText(token)) yield statedIf(isNew, 'generateVerificationLink:repeated-link', 'a second link');
  }

  *generateVerificationLinksBatch(exchange: SeenExchange): Generator<Finding> {
    const { order } = exchange;
    const requests = membersOf(exchange.request.body)['requests'];
    if (exchange.status === 404) yield other(UNKNOWN_ITEM, '404 to the whole batch');
    if (!isSuccess(exchange) || !Array.isArray(requests)) return;

    const results = listOf(membersOf(exchange.response.body)['results']);
    const asked = requests.map((one) => membersOf(one)['contractId']);
    const answered = results.map(({ contractId }) => contractId);
    if ([...asked, ...answered].some(isRedacted)) return;

    yield* resultLooks(asked, results);
    for (const { contractId, result, error } of results) {
      const hasLink = isObject(result);
      if (hasLink) yield* addressLook(result);
      if (hasLink && error !== undefined) yield { kind: 'contradiction', what: 'a result beside an error' };

      const fits = hasLink ? [STATED] : DEAD_STATUSES;
      const seen = fitting(DEAD_ITEM, fits, hasLink ? 'a link' : 'an error');
      yield later(seen, () => this.facts.wasDead(order, contractId));
      const isUnknown = this.facts.credentials.get(contractId) === undefined;
      if (isObject(error) && isUnknown)
        yield statedIf(typeof error['message'] === 'string', UNKNOWN_ITEM, 'a message', 'other members');
    }
  }

  *checkVerificationStatus(exchange: SeenExchange): Generator<Finding> {
    const { status, parameters, response, at } = exchange;
    const link = this.facts.links.get(parameters['token'] ?? '');
    const { status: word, contractId } = membersOf(response.body);
    const age = link === undefined ? Number.NaN : at - link.at;
    const isOver = age >= LINK_LIFETIME + INACCURACY;
    const isYoung = age < LINK_LIFETIME - INACCURACY;
    const checks = link?.checks ?? 0;
    const isWithout = status === 200 && contractId === null;
    yield* firstOf('checkVerificationStatus:expired-link', [
      [status === 410, '410', '410'],
      [isOver && status === 403, '403'],
      [isOver && status === 404, '404', STATED],
      [isWithout && word === 'expired', '200: expired', 'expired'],
      [isWithout && word === 'not_found', '200: not_found', 'not-found'],
    ]);
    const saysOver = isWithout && (word === 'expired' || word === 'not_found');
    const isAlive = status === 200 && !saysOver;
    const over = statedIf(!isAlive, LIFETIME, '404', '200');
    if (isOver && (status === 404 || isAlive)) yield { ...over, circumstance: 'after 15 minutes' };
    if (status === 404 && isYoung) yield* this.#refusedLook(exchange, age, link!);

    const isOther = isText(contractId) && isText(link?.contractId) && contractId !== link.contractId;
    if (status === 200 && !isOver && isOther)
      yield { kind: 'contradiction', what: 'the check of a link shows another credential' };

    if (status === 200 && !isWithout && link !== undefined) {
      this.#oldest = Math.max(this.#oldest, age);
      if (checks === 0) this.#oldestFirst = Math.max(this.#oldestFirst, age);
      else yield stated(ONCE, 'a second check');
    }
  }

  /** The longest lifetime with which the links that live shorter are refused. */
  override options(): readonly string[] {
    const ages = this.#refused.filter(({ isShorter }) => isShorter()).map(({ age }) => age);
    if (ages.length === 0) return [];

    const seconds = Math.floor(Math.min(...ages) / 1_000);
    return ['--link-ttl', String(Math.max(1, seconds))];
  }

  override undecided(): readonly string[] {
    const ages = this.#refused.map(({ age }) => age);
    const isDecided = this.#refused.some(({ isShorter, isUsed }) => isShorter() || isUsed());
    if (ages.length === 0 || isDecided) return [];

    const seconds = Math.min(...ages) / 1_000;
    return [sentence('short-link', { point: LIFETIME, seconds })];
  }

  /** Tells a shorter lifetime and a single use apart, by links that lived longer or were never used. */
  *#refusedLook({ order }: SeenExchange, age: number, { checks, contractId }: SeenLink): Generator<Finding> {
    const isDisclosed = (): boolean => this.facts.wasDisclosed(order, contractId);
    const isShorter = (): boolean =>
      isDisclosed() && age > this.#oldest && (checks !== 1 || age >= this.#youngestRefused);
    const isUsed = (): boolean => isDisclosed() && checks === 1 && age <= this.#oldestFirst;

    if (checks === 0) this.#youngestRefused = Math.min(this.#youngestRefused, age);

    const form = `404 to a link of ${age / 1_000} seconds (linkTtl is less)`;
    yield later(other(LIFETIME, form, 'before 15 minutes'), isShorter);
    yield later(fitting(ONCE, ['one'], '404 to a second check'), isUsed);
    this.#refused.push({ age, isShorter, isUsed });
  }
}

/** Number and order of the results of a batch. */
function* resultLooks(asked: readonly unknown[], results: readonly Json[]): Generator<Finding> {
  const answered = results.map(({ contractId }) => contractId);
  const isDoubled = new Set(asked).size < asked.length;
  const isOnce = answered.join('\n') === [...new Set(asked)].join('\n');
  const isEach = answered.join('\n') === asked.join('\n');
  const linked = new Set(results.flatMap(({ contractId, result }) => (isObject(result) ? [contractId] : [])));
  const isBoth = results.some(({ contractId, error }) => isObject(error) && linked.has(contractId));

  if (isDoubled)
    yield* firstOf('generateVerificationLinksBatch:repeated-contract', [
      [isBoth, 'a link and an error'],
      [isEach, 'a result for each', STATED],
      [isOnce, 'one result', 'once'],
      [true, 'another number'],
    ]);
  if (asked.some((contractId) => typeof contractId !== 'string')) return;

  const isSame = answered.toSorted().join('\n') === asked.toSorted().join('\n');
  const isInOrder = isEach || isOnce;
  if (asked.length > 1 && (isInOrder || isSame))
    yield statedIf(isInOrder, BATCH_ORDER, 'the order of the requests', 'another order');
  else if (!isDoubled && !isEach) yield { kind: 'contradiction', what: 'results that are not those of the requests' };
}

function* addressLook({ verificationUrl, token }: Json): Generator<Finding> {
  if (typeof verificationUrl !== 'string' || !isText(token)) return;

  const isAddress = URL.canParse(verificationUrl);
  yield statedIf(isAddress, 'VerificationLink.verificationUrl:format', 'an address', 'no address');
  if (!isAddress) return;

  const encoded = encodeURIComponent(token);
  const hasToken = verificationUrl.includes(token) || verificationUrl.includes(encoded);
  yield statedIf(hasToken, 'VerificationLink.token:shape', 'a part of the address', 'no part of the address');

  const { pathname } = new URL(verificationUrl);
  const isCheck = pathname.endsWith(`/verification/check/${encoded}`);
  yield* firstOf('VerificationLink.verificationUrl:page', [
    [isCheck, 'the check of the link', 'check'],
    [true, 'another address', STATED],
  ]);
}
