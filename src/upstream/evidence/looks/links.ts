/** Looks at verification links, single or in batches, and at how long links can be checked. */

import { isObject, membersOf } from '../../../common/json.js';
import { readAuthorization } from '../../../contract/authorization.js';
import { type Facts, type Json, listOf } from './facts.js';
import { isRedacted, isText } from '../../../traffic/redacted.js';
import { byStatus, type Finding, firstOf, other, type Seen, STATED, stated, statedIf } from './look.js';
import { isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';
import { isAnswered } from './resources.js';

/** How long a link can be checked, in milliseconds. */
const LINK_LIFETIME = 900_000;

const LIFETIME = 'VerificationLink:lifetime';
const ONCE = 'checkVerificationStatus:single-use';
const UNKNOWN_ITEM = 'BatchResultItem.error:unknown-contract';
const DEAD_LINK = 'generateVerificationLink:dead-credential';

/** Looks at links and checks. */
export function* linkLooks(exchange: SeenExchange, facts: Facts): Generator<Finding> {
  const { operation } = exchange;
  if (operation?.access === 'public' && exchange.status === 401) yield* accessLook(exchange, facts);
  if (operation === undefined || !isAnswered(exchange, facts)) return;

  const { id } = operation;
  if (id === 'generateVerificationLink') yield* linkLook(exchange, facts);
  if (id === 'generateVerificationLinksBatch') yield* batchLooks(exchange, facts);
  if (id === 'checkVerificationStatus') yield* checkLook(exchange, facts);
}

function isDead(contractId: unknown, facts: Facts): boolean {
  const { freshness, kycStatus } = facts.credentials.get(contractId) ?? {};
  return freshness === 'REVOKED' || kycStatus === 'EXPIRED' || facts.checks.get(contractId)?.['isActive'] === false;
}

function* linkLook(exchange: SeenExchange, facts: Facts): Generator<Seen> {
  const { status, request, response } = exchange;
  const body = membersOf(request.body);
  const { contractId } = body;
  if (!isText(contractId) || request.mediaType !== 'application/json') return;

  const isOfDead = isDead(contractId, facts);
  if (isOfDead && isSuccess(exchange)) yield stated(DEAD_LINK, String(status));
  else if (isOfDead || status === 409 || status === 410)
    yield byStatus(DEAD_LINK, status, { 404: '404', 409: '409', 410: '410' });
  else if (!isSuccess(exchange) && !facts.credentials.has(contractId) && Object.keys(body).length === 1)
    yield byStatus('generateVerificationLink:unknown-contract', status, { 404: STATED, 400: '400', 403: '403' });
  if (!isSuccess(exchange)) return;

  yield byStatus('generateVerificationLink.200', status, { 200: STATED, 201: '201' });
  yield* addressLook(membersOf(response.body));
  const { token } = membersOf(response.body);
  const isRepeated = [...facts.links.values()].some((link) => link.contractId === contractId);
  const isNew = !facts.links.has(String(token));

  if (isRepeated && isText(token)) yield statedIf(isNew, 'generateVerificationLink:repeated-link', 'a second link');
}

function* batchLooks(exchange: SeenExchange, facts: Facts): Generator<Finding> {
  const requests = membersOf(exchange.request.body)['requests'];
  if (exchange.status === 404) yield other(UNKNOWN_ITEM, '404 to the whole batch');
  if (!isSuccess(exchange) || !Array.isArray(requests)) return;

  const results = listOf(membersOf(exchange.response.body)['results']);
  const asked = requests.map((one) => membersOf(one)['contractId']);
  if ([...asked, ...results.map(({ contractId }) => contractId)].some(isRedacted)) return;

  yield* resultLooks(asked, results);
  for (const { contractId, result, error } of results) {
    const hasLink = isObject(result);
    if (hasLink) yield* addressLook(result);
    if (isDead(contractId, facts))
      yield* firstOf('generateVerificationLinksBatch:dead-credential', [
        [hasLink, 'a link', STATED],
        [true, 'an error', '404', '409', '410'],
      ]);
    if (isObject(error) && !facts.credentials.has(contractId))
      yield statedIf(typeof error['message'] === 'string', UNKNOWN_ITEM, 'a message', 'other members');
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
  if (asked.length > 1 && (isEach || isOnce || isSame))
    yield statedIf(
      isEach || isOnce,
      'generateVerificationLinksBatch:order',
      'the order of the requests',
      'another order',
    );
  else if (!isDoubled && !isEach) yield { kind: 'contradiction', what: 'results that are not those of the requests' };
}

/** Whether a check looks at an access token that is not valid. */
function* accessLook(exchange: SeenExchange, facts: Facts): Generator<Seen> {
  const { authorization } = exchange.request.headers;
  const isNoToken = authorization !== undefined && readAuthorization(authorization).kind !== 'bearer';
  const isInvalid = isNoToken || facts.isExpired(exchange);

  yield* firstOf('checkVerificationStatus:access-token', [
    [exchange.status === 401 && authorization === undefined, '401'],
    [exchange.status === 401, '401', 'checked'],
    [isInvalid, String(exchange.status), STATED],
  ]);
}

function* checkLook(exchange: SeenExchange, facts: Facts): Generator<Finding> {
  const { status, parameters, response, at } = exchange;
  const link = facts.links.get(parameters['token'] ?? '');
  const { status: word, contractId } = membersOf(response.body);
  const isOver = link !== undefined && at - link.at >= LINK_LIFETIME;
  const checks = link?.checks ?? 0;
  const isWithout = status === 200 && contractId === null;

  yield* firstOf('checkVerificationStatus:expired-link', [
    [status === 410, '410', '410'],
    [isOver && status === 403, '403'],
    [isOver && status === 404, '404', STATED],
    [isWithout && word === 'expired', '200: expired', 'expired'],
    [isWithout && word === 'not_found', '200: not_found', 'not-found'],
  ]);
  const isToldOver = isWithout && (word === 'expired' || word === 'not_found');
  if (isOver)
    yield* firstOf(
      LIFETIME,
      [
        [status === 404, '404', STATED],
        [status === 200 && !isToldOver, '200'],
      ],
      'after 15 minutes',
    );
  else if (status === 404 && checks > 1) yield other(LIFETIME, '404', 'before 15 minutes');
  const isOther = isText(contractId) && isText(link?.contractId) && contractId !== link.contractId;
  if (status === 200 && !isOver && isOther)
    yield { kind: 'contradiction', what: 'the check of a link shows another credential' };
  yield* firstOf(ONCE, [
    [!isOver && status === 404 && checks === 1, '404 to a second check', 'one'],
    [status === 200 && checks > 0 && contractId !== null, 'a second check', STATED],
  ]);
  yield* accessLook(exchange, facts);
}

function* addressLook({ verificationUrl, token }: Json): Generator<Seen> {
  if (typeof verificationUrl !== 'string' || !isText(token)) return;

  const isAddress = URL.canParse(verificationUrl);
  yield statedIf(isAddress, 'VerificationLink.verificationUrl:format', 'an address', 'no address');
  if (!isAddress) return;

  const hasToken = verificationUrl.includes(token) || verificationUrl.includes(encodeURIComponent(token));
  yield statedIf(hasToken, 'VerificationLink.token:shape', 'a part of the address', 'no part of the address');
  const isCheck = new URL(verificationUrl).pathname.endsWith(`/verification/check/${encodeURIComponent(token)}`);
  yield* firstOf('VerificationLink.verificationUrl:page', [
    [isCheck, 'the check of the link', 'check'],
    [true, 'another address', STATED],
  ]);
}
