/** Looks at what the service responds about things that it does not know, and at links and batches. */

import { isObject, membersOf } from '../../../common/json.js';
import { type Facts, type Json, listOf } from './facts.js';
import {
  type Finding,
  fitting,
  isSuccess,
  type Look,
  other,
  type Seen,
  type SeenExchange,
  stated,
  STATED,
  statedIf,
} from './look.js';

/** How long a link can be checked, in milliseconds. */
const LINK_LIFETIME = 900_000;

export class ResourceLook implements Look {
  readonly #facts: Facts;
  /** Requests for data that were accepted: party and provider. */
  readonly #requested = new Set<string>();

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  *see(exchange: SeenExchange): Generator<Finding> {
    const { operation, isExact, status, method } = exchange;
    if (operation === undefined || !isExact || method === 'HEAD' || status === 401 || status === 429 || status >= 500)
      return;
    if (!this.#facts.mayBeAuthorized(exchange)) return;
    // 403 may also mean that the token is not accepted.
    const token = this.#facts.tokenOf(exchange);
    if (status === 403 && (token === undefined || this.#facts.tokens.get(token)?.isAccepted !== true)) return;
    switch (operation.id) {
      case 'getHumanScoreByPartyId':
        return yield* this.#scoreLook(exchange);
      case 'getCredentialByPartyId':
        return yield* emptyLook(exchange, 'getCredentialByPartyId:unknown-party', exchange.response.body);
      case 'resolveCredentials':
        return yield* resolveLooks(exchange);
      case 'createCredentialsRequest':
        return yield* this.#requestLook(exchange);
      case 'generateVerificationLink':
        return yield* this.#linkLook(exchange);
      case 'generateVerificationLinksBatch':
        return yield* this.#batchLooks(exchange);
      case 'checkVerificationStatus':
        return yield* this.#checkLook(exchange);
      default:
    }
  }

  *#scoreLook(exchange: SeenExchange): Generator<Seen> {
    const { status, parameters, response } = exchange;
    const point = 'getHumanScoreByPartyId:unknown-party';
    const party = parameters['partyId'];
    if (status === 404) yield fitting(point, [STATED], '404');
    if (status === 403) yield fitting(point, ['403'], '403');
    if (status !== 200 || !this.#facts.unknownParties.has(String(party))) return;
    const { totalScore } = membersOf(membersOf(response.body)['humanScore']);
    yield fitting(point, totalScore === 0 ? ['zero'] : [], totalScore === 0 ? 'a score of 0' : 'a score');
  }

  *#requestLook({ status, request }: SeenExchange): Generator<Seen> {
    const { partyId, providers, ...others } = membersOf(request.body);
    if (typeof partyId !== 'string' || !Array.isArray(providers) || providers.length === 0) return;
    const unknown = 'createCredentialsRequest:unknown-party';
    const wanted = providers.map((provider) => `${partyId} ${String(provider)}`);
    const isRepeated =
      wanted.every((one) => this.#requested.has(one)) || providers.every((provider) => this.#isOpen(partyId, provider));
    if (status === 404) yield fitting(unknown, [STATED], '404');
    const isPlain =
      Object.keys(others).length === 0 && providers.every((provider) => /^[A-Z]+$/.test(String(provider)));
    if (status === 400 && isPlain && KNOWN_PROVIDERS.some((known) => providers.includes(known)))
      yield fitting(unknown, ['400'], '400');
    if (status === 204 && this.#facts.unknownParties.has(partyId)) yield fitting(unknown, ['204'], '204');
    if (status === 409) yield fitting('createCredentialsRequest:repeated-request', ['409'], '409');
    if (status === 204 && isRepeated) yield fitting('createCredentialsRequest:repeated-request', [STATED], '204');
    if (status === 204) for (const one of wanted) this.#requested.add(one);
  }

  #isOpen(partyId: string, provider: unknown): boolean {
    return this.#facts
      .rowsOf(partyId)
      .some((row) => row['kycProvider'] === provider && /^(?:pending|approved)$/i.test(String(row['reqStatus'])));
  }

  #isDead(contractId: unknown): boolean {
    const { freshness, kycStatus, check } = this.#facts.credentials.get(String(contractId)) ?? {};
    return freshness === 'REVOKED' || kycStatus === 'EXPIRED' || membersOf(check)['isActive'] === false;
  }

  *#linkLook(exchange: SeenExchange): Generator<Seen> {
    const { status, request, response } = exchange;
    const { contractId } = membersOf(request.body);
    if (typeof contractId !== 'string' || contractId === '') return;
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
    if (!isSuccess(exchange) || !Array.isArray(requests)) return;
    const results = listOf(membersOf(exchange.response.body)['results']);
    const asked = requests.map((one) => membersOf(one)['contractId']);
    const answered = results.map(({ contractId }) => contractId);
    const isDoubled = new Set(asked).size < asked.length;
    const once = [...new Set(asked)];
    const isOnce = answered.join('\n') === once.join('\n');
    const isEach = answered.join('\n') === asked.join('\n');
    if (isDoubled)
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
    else if (!isBroken && !isDoubled && results.length !== requests.length)
      yield {
        kind: 'contradiction',
        what: `${requests.length > results.length ? 'fewer' : 'more'} results than requests`,
        where: 'generateVerificationLinksBatch',
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

  *#checkLook(exchange: SeenExchange): Generator<Seen> {
    const { status, parameters, response, at } = exchange;
    const link = this.#facts.links.get(parameters['token'] ?? '');
    const { status: word, contractId } = membersOf(response.body);
    const point = 'checkVerificationStatus:expired-link';
    const isOver = link !== undefined && at - link.at >= LINK_LIFETIME;
    if (status === 410) yield fitting(point, ['410'], '410');
    if (status === 404 && (isOver || link?.isChecked === true)) yield fitting(point, [STATED], '404');
    if (status === 404 && isOver) yield stated('VerificationLink:lifetime', '404 after 15 minutes');
    if (status !== 200) return;
    if (contractId === null && (word === 'expired' || word === 'not_found'))
      yield fitting(point, [word === 'expired' ? 'expired' : 'not-found'], `200: ${word}`);
    else if (isOver) yield other('VerificationLink:lifetime', '200 after 15 minutes');
    if (link?.isChecked === true && contractId !== null)
      yield stated('checkVerificationStatus:single-use', 'a second check');
  }
}

const DEAD_LINK = 'generateVerificationLink:dead-credential';
const KNOWN_PROVIDERS = ['GOOGLE', 'LINKEDIN', 'GITHUB', 'DISCORD', 'TWITTER', 'REDDIT'];

/** A list that is empty, or 404 in its place. */
function* emptyLook({ status }: SeenExchange, point: string, list: unknown): Generator<Seen> {
  if (status === 404) yield fitting(point, ['404'], '404');
  else if (status === 200 && Array.isArray(list) && list.length === 0) yield fitting(point, [STATED], 'an empty list');
  else if (status === 204 || status === 403) yield other(point, String(status));
}

function* resolveLooks(exchange: SeenExchange): Generator<Seen> {
  const { query, response } = exchange;
  const found = membersOf(response.body)['credentials'];
  yield* emptyLook(exchange, 'resolveCredentials:no-match', found);
  const [text, ...more] = query?.get('q') ?? [];
  if (text === undefined || more.length > 0 || !isSuccess(exchange)) return;
  const wanted = text.trim().toLowerCase();
  const parties = new Map<unknown, Json[]>();
  for (const credential of listOf(found))
    parties.set(credential['partyId'], [...(parties.get(credential['partyId']) ?? []), credential]);
  for (const credentials of parties.values()) {
    const texts = credentials.flatMap(({ email, username, metadata }) => [
      email,
      username,
      membersOf(metadata)['email'],
      membersOf(metadata)['username'],
    ]);
    const handles = texts.filter((one) => typeof one === 'string').map((one) => one.toLowerCase());
    const isEqual = handles.includes(wanted);
    yield statedIf(
      isEqual,
      'resolveCredentials.q:matching',
      isEqual
        ? 'an equal text'
        : handles.some((one) => one.includes(wanted))
          ? 'a part of a text'
          : 'a text that is not shown',
    );
  }
}

function* addressLook({ verificationUrl, token }: Json): Generator<Seen> {
  if (typeof verificationUrl !== 'string' || typeof token !== 'string') return;
  const isAddress = URL.canParse(verificationUrl);
  yield statedIf(isAddress, 'VerificationLink.verificationUrl:format', isAddress ? 'an address' : 'no address');
  const hasToken = verificationUrl.includes(token) || verificationUrl.includes(encodeURIComponent(token));
  if (isAddress)
    yield statedIf(
      hasToken,
      'VerificationLink.token:shape',
      hasToken ? 'a part of the address' : 'no part of the address',
    );
}
