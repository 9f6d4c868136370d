/** Looks at verification links, one by one and in batches, and at how long they can be checked. */

import { isObject, membersOf } from '../../../common/json.js';
import { isRedacted, type Facts, type Json, listOf } from './facts.js';
import { type Finding, fitting, isSuccess, type Look, other, type Seen, type SeenExchange } from './look.js';
import { stated, STATED, statedIf } from './look.js';
import { isAnswered } from './resources.js';

/** How long a link can be checked, in milliseconds. */
const LINK_LIFETIME = 900_000;

const ACCESS = 'checkVerificationStatus:access-token';
const LIFETIME = 'VerificationLink:lifetime';
const ONCE = 'checkVerificationStatus:single-use';
const DEAD_LINK = 'generateVerificationLink:dead-credential';

export class LinkLook implements Look {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  *see(exchange: SeenExchange): Generator<Finding> {
    const { operation } = exchange;
    if (operation?.access === 'public' && exchange.status === 401) yield* this.#accessLook(exchange);
    if (operation === undefined || !isAnswered(exchange, this.#facts)) return;
    const { id } = operation;
    if (id === 'generateVerificationLink') yield* this.#linkLook(exchange);
    if (id === 'generateVerificationLinksBatch') yield* this.#batchLooks(exchange);
    if (id === 'checkVerificationStatus') yield* this.#checkLook(exchange);
  }

  #isDead(contractId: unknown): boolean {
    const { freshness, kycStatus, check } = this.#facts.credentials.get(String(contractId)) ?? {};
    return freshness === 'REVOKED' || kycStatus === 'EXPIRED' || membersOf(check)['isActive'] === false;
  }

  *#linkLook(exchange: SeenExchange): Generator<Seen> {
    const { status, request, response } = exchange;
    const { contractId } = membersOf(request.body);
    if (typeof contractId !== 'string' || contractId === '' || request.mediaType !== 'application/json') return;
    const form = String(status);
    if (isSuccess(exchange)) {
      yield fitting('generateVerificationLink.200', status === 200 ? [STATED] : status === 201 ? ['201'] : [], form);
      yield* addressLook(membersOf(response.body));
      const isRepeated = [...this.#facts.links.values()].some((link) => link.contractId === contractId);
      if (isRepeated)
        yield statedIf(
          !this.#facts.links.has(String(membersOf(response.body)['token'])),
          'generateVerificationLink:repeated-link',
          'a second link',
        );
      if (this.#isDead(contractId)) yield fitting(DEAD_LINK, [STATED], form);
    } else if (this.#isDead(contractId))
      yield fitting(
        DEAD_LINK,
        ['404', '409', '410'].filter((name) => name === form),
        form,
      );
    else if (status === 409 || status === 410) yield fitting(DEAD_LINK, [form], form);
    else if (!this.#facts.credentials.has(contractId) && Object.keys(membersOf(request.body)).length === 1)
      yield fitting(
        'generateVerificationLink:unknown-contract',
        status === 404 ? [STATED] : ['400', '403'].filter((name) => name === form),
        form,
      );
  }

  *#batchLooks(exchange: SeenExchange): Generator<Finding> {
    const requests = membersOf(exchange.request.body)['requests'];
    if (exchange.status === 404) yield other('BatchResultItem.error:unknown-contract', '404 to the whole batch');
    if (!isSuccess(exchange) || !Array.isArray(requests)) return;
    const results = listOf(membersOf(exchange.response.body)['results']);
    const asked = requests.map((one) => membersOf(one)['contractId']);
    const answered = results.map(({ contractId }) => contractId);
    const isDoubled = new Set(asked).size < asked.length;
    const once = [...new Set(asked)];
    const isOnce = answered.join('\n') === once.join('\n');
    const isEach = answered.join('\n') === asked.join('\n');
    const hasLink = new Set(results.flatMap(({ contractId, result }) => (isObject(result) ? [contractId] : [])));
    if (isDoubled && results.some(({ contractId, error }) => isObject(error) && hasLink.has(contractId)))
      yield other('generateVerificationLinksBatch:repeated-contract', 'a link and an error');
    else if (isDoubled)
      yield fitting(
        'generateVerificationLinksBatch:repeated-contract',
        isEach ? [STATED] : isOnce ? ['once'] : [],
        isEach ? 'a result for each' : isOnce ? 'one result' : 'another number',
      );
    const isBroken = asked.some((contractId) => typeof contractId !== 'string');
    if (!isBroken && asked.length > 1 && (isEach || isOnce))
      yield stated('generateVerificationLinksBatch:order', 'the order of the requests');
    else if (!isBroken && answered.toSorted().join('\n') === asked.toSorted().join('\n') && asked.length > 1)
      yield other('generateVerificationLinksBatch:order', 'another order');
    else if (!isBroken && !isDoubled && !isEach)
      yield {
        kind: 'contradiction',
        what: 'results that are not those of the requests',
        where: exchange.operation!.id,
      };
    for (const { contractId, result, error } of results) {
      if (isObject(result)) yield* addressLook(result);
      if (this.#isDead(contractId))
        yield fitting(
          'generateVerificationLinksBatch:dead-credential',
          isObject(result) ? [STATED] : ['404', '409', '410'],
          isObject(result) ? 'a link' : 'an error',
        );
      if (isObject(error) && !this.#facts.credentials.has(String(contractId)))
        yield statedIf(
          Object.keys(error).join() === 'message',
          'BatchResultItem.error:unknown-contract',
          Object.keys(error).join() === 'message' ? 'a message' : 'other members',
        );
    }
  }

  /** Whether a check looks at an access token that is not valid. */
  *#accessLook(exchange: SeenExchange): Generator<Seen> {
    const { authorization } = exchange.request.headers;
    const isInvalid =
      authorization !== undefined && (this.#facts.isExpired(exchange) || !/^bearer \S/i.test(authorization));
    if (exchange.status === 401) yield fitting(ACCESS, authorization === undefined ? [] : ['checked'], '401');
    else if (isInvalid) yield fitting(ACCESS, [STATED], String(exchange.status));
  }

  *#checkLook(exchange: SeenExchange): Generator<Finding> {
    const { status, parameters, response, at } = exchange;
    const link = this.#facts.links.get(parameters['token'] ?? '');
    const { status: word, contractId } = membersOf(response.body);
    const point = 'checkVerificationStatus:expired-link';
    const isOver = link !== undefined && at - link.at >= LINK_LIFETIME;
    const checks = link?.checks ?? 0;
    if (status === 410) yield fitting(point, ['410'], '410');
    if (isOver && status === 403) yield other(point, '403');
    if (status === 404 && isOver) {
      yield fitting(point, [STATED], '404');
      yield stated(LIFETIME, '404', 'after 15 minutes');
    } else if (status === 404 && checks === 1) yield fitting(ONCE, ['one'], '404 to a second check');
    else if (status === 404 && checks > 1) yield other(LIFETIME, '404', 'before 15 minutes');
    yield* this.#accessLook(exchange);
    if (status !== 200) return;
    if (contractId === null && (word === 'expired' || word === 'not_found'))
      yield fitting(point, [word === 'expired' ? 'expired' : 'not-found'], `200: ${word}`);
    else if (isOver) yield other(LIFETIME, '200', 'after 15 minutes');
    else if (link !== undefined && typeof contractId === 'string' && contractId !== link.contractId)
      yield {
        kind: 'contradiction',
        what: 'the check of a link shows another credential',
        where: 'checkVerificationStatus',
      };
    if (checks > 0 && contractId !== null) yield fitting(ONCE, [STATED], 'a second check');
  }
}

function* addressLook({ verificationUrl, token }: Json): Generator<Seen> {
  if (typeof verificationUrl !== 'string' || typeof token !== 'string' || isRedacted(token)) return;
  const isAddress = URL.canParse(verificationUrl);
  yield statedIf(isAddress, 'VerificationLink.verificationUrl:format', isAddress ? 'an address' : 'no address');
  const hasToken = verificationUrl.includes(token) || verificationUrl.includes(encodeURIComponent(token));
  if (!isAddress) return;
  yield statedIf(
    hasToken,
    'VerificationLink.token:shape',
    hasToken ? 'a part of the address' : 'no part of the address',
  );
  const isCheck = new URL(verificationUrl).pathname.endsWith(`/verification/check/${encodeURIComponent(token)}`);
  yield fitting(
    'VerificationLink.verificationUrl:page',
    [isCheck ? 'check' : STATED],
    isCheck ? 'the check of the link' : 'another address',
  );
}
