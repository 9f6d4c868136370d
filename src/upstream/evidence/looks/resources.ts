/** Looks at what the service responds about parties and texts that it does not know, and at look-ups by a text. */

import { type Json, membersOf } from '../../../common/json.js';
import { byParty, isOpen, listOf } from './rows.js';
import { Readings } from './readings.js';
import { isRedacted, isRealText } from '../../../traffic/values.js';
import { AnswerLook, type Finding, firstOf, fitting, noFit, onlyIf, STATED, stated } from './look.js';
import { isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';

/**
 * Looks at parties and look-ups. Each method sees the answers of the operation with its name. It yields sights: which
 * alternatives of a point fit what was seen. STATED is the alternative that the contract states.
 */
export class ResourceLook extends AnswerLook {
  /** For each text, whether look-ups have found something. */
  readonly #lookUps = new Readings(['isFound']);
  /** For each text in lower case, the spelling by which a look-up has found something. */
  readonly #found = new Map<string, string>();

  getCredentialByPartyId(exchange: SeenExchange): Iterable<Finding> {
    return emptyLook(exchange, 'getCredentialByPartyId:unknown-party', exchange.response.body);
  }

  *getHumanScoreByPartyId(exchange: SeenExchange): Generator<Finding> {
    const { status, parameters, response } = exchange;
    const isUnknown = isSuccess(exchange) && this.facts.isUnknown(parameters['partyId']);
    const { totalScore } = membersOf(membersOf(response.body)['humanScore']);

    // A 403 may mean that the party has not agreed. Then the users list would have its rows.
    // Each row: the case, what was seen, and the alternatives that fit.
    yield* firstOf('getHumanScoreByPartyId:unknown-party', [
      [status === 404, '404', STATED],
      [status === 403 && this.facts.rows.of(parameters['partyId']).length === 0, '403', '403'],
      [isUnknown && status !== 200, String(status)],
      [isUnknown && totalScore === 0, 'a score of 0', 'zero'],
      [isUnknown, 'a score'],
    ]);
  }

  *createCredentialsRequest(exchange: SeenExchange): Generator<Finding> {
    const { status, request, position } = exchange;
    const { partyId, providers, ...others } = membersOf(request.body);
    if (!isRealText(partyId) || !Array.isArray(providers) || providers.length === 0) return;

    // A 400 may have another cause, such as an unknown provider or a further member.
    const areWords = providers.every((provider) => /^[A-Z]+$/.test(String(provider)));
    const isPlain = areWords && Object.keys(others).length === 0;
    const isKnown = KNOWN_PROVIDERS.some((known) => providers.includes(known));
    // Each row: the case, what was seen, and the alternatives that fit.
    yield* firstOf('createCredentialsRequest:unknown-party', [
      [status === 404, '404', STATED],
      [status === 400 && isPlain && isKnown, '400', '400'],
      [status === 204 && this.facts.isUnknown(partyId), '204', '204'],
    ]);

    // The request is repeated if each of its rows was open before.
    const wasOpen = (provider: unknown): boolean =>
      this.facts.hadRow(position, partyId, (row) => isOpen(row, provider));
    if (status === 409) yield fitting(REPEATED, ['409'], '409');
    else if (status === 204) yield onlyIf(stated(REPEATED, '204'), () => providers.every(wasOpen));
  }

  /**
   * Whether a look-up by a text also shows credentials of the party that do not have the text.
   * @param allHaveText whether each credential that was found has the text itself
   */
  #scopeLook({ position }: SeenExchange, found: readonly Json[], allHaveText: boolean): Finding {
    if (!allHaveText) return stated(SCOPE, 'all of the party');

    const party = found[0]!['partyId'];
    const isLess = (): boolean => {
      // A credential that is shown may have superseded a listed one of its provider, so providers are compared.
      const shownProviders = found.map(({ contractId }) => this.facts.credentials.get(contractId)?.['provider']);
      const isKnown = !shownProviders.includes(undefined);
      return isKnown && this.facts.validAt(position, party).some(({ provider }) => !shownProviders.includes(provider));
    };

    return onlyIf(fitting(SCOPE, ['credential'], 'one of several'), isLess, party);
  }

  /** Whether a look-up finds nothing for a text that an earlier look-up found in another letter case. */
  *#caseLook({ position }: SeenExchange, text: string, isFound: boolean): Generator<Finding> {
    const earlierText = this.#found.get(text.toLowerCase());
    this.#lookUps.add(position, text, { isFound });
    if (isFound) this.#found.set(text.toLowerCase(), text);
    else if (earlierText !== undefined && earlierText !== text) {
      const wasFound = (): boolean => this.#lookUps.heldAt(position, earlierText, ({ isFound }) => isFound === true);
      yield onlyIf(noFit(MATCHING, 'not found', 'another case'), wasFound, earlierText);
    }
  }

  *resolveCredentials(exchange: SeenExchange): Generator<Finding> {
    const { query, response } = exchange;
    const credentialsFound = membersOf(response.body)['credentials'];
    yield* emptyLook(exchange, 'resolveCredentials:no-match', credentialsFound);

    const [text, ...more] = query?.get('q') ?? [];
    if (!isRealText(text) || more.length > 0 || !isSuccess(exchange)) return;

    const found = listOf(credentialsFound);
    const wantedText = text.trim().toLowerCase();
    yield* this.#caseLook(exchange, text.trim(), found.length > 0);

    for (const credentials of byParty(found).values()) {
      const handles = credentials.flatMap(handlesOf);
      const ids = credentials.map(({ contractId }) => contractId);
      if ([...handles, ...ids].some(isRedacted)) continue;

      if (!handles.includes(wantedText)) {
        const isPart = handles.some((handle) => handle.includes(wantedText));
        yield noFit(MATCHING, 'found', isPart ? 'a part of a text' : 'a text that is not shown');
        continue;
      }

      // The text may belong to the credential itself, or only to its account.
      const haveText = credentials.map(({ metadata }) => handlesOf(membersOf(metadata)).includes(wantedText));
      if (haveText.includes(true)) yield this.#scopeLook(exchange, credentials, haveText.every(Boolean));
      yield stated(MATCHING, 'found', 'an equal text');
    }
  }
}

/** The IDs of points that several methods are about. */
const MATCHING = 'resolveCredentials.q:matching';
const SCOPE = 'resolveCredentials.q:scope';
const REPEATED = 'createCredentialsRequest:repeated-request';

/** The providers that the service knows. */
export const KNOWN_PROVIDERS = ['GOOGLE', 'LINKEDIN', 'GITHUB', 'DISCORD', 'TWITTER', 'REDDIT'];

/** The texts by which a look-up finds a credential, in lower case. They belong to the credential, or to its account. */
function handlesOf({ email, username, metadata }: Json): readonly string[] {
  const { email: ownEmail, username: ownName } = membersOf(metadata);
  const texts = [email, username, ownEmail, ownName].filter((one) => typeof one === 'string');
  return texts.map((text) => text.toLowerCase());
}

/** Whether the service responds with an empty list, or with 404 instead. */
function* emptyLook({ status }: SeenExchange, point: string, list: unknown): Generator<Finding> {
  // Each row: the case, what was seen, and the alternatives that fit.
  yield* firstOf(point, [
    [status === 404, '404', '404'],
    [status === 200 && Array.isArray(list) && list.length === 0, 'an empty list', STATED],
    [status === 204 || status === 403, String(status)],
  ]);
}
