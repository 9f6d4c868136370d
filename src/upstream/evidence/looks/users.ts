/** Looks at the users list: its order, its filters, its search, and what its rows show. */

import { isObject, type Json, membersOf } from '../../../common/json.js';
import { byParty, isApproved, isPending, listOf } from './rows.js';
import { isRedacted, isRealText, timeOf } from '../../../traffic/values.js';
import { AnswerLook, type Finding, firstOf, fitting, onlyIf, STATED, stated } from './look.js';
import { isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';
import type { SeenPage, WholeList } from './seen-page.js';
import { PROPOSAL, RequestedRows } from './requested-rows.js';
import { approvedLook, DAY } from './credentials.js';
import { filterLooks, orderLooks } from './row-order.js';

/** The number of days after which an undecided data request expires. */
const LAPSE = 31;
/** The members of a row in which the contract's search looks. */
const SEARCHED = ['fullName', 'email', 'partyId'];

/** A search whose whole result was on one page. */
interface Search {
  readonly text: string;
  /** The keys of the rows that the search has found. */
  readonly found: ReadonlySet<unknown>;
  readonly position: number;
  /**
   * The alternatives of the search that would find these rows. They are known when the whole list was read before and
   * after the search.
   */
  fits?: readonly string[];
}

/** The most searches that wait for a comparison. */
const MOST_SEARCHES = 1_000;

/**
 * Looks at the users list. Each method sees the answers of the operation with its name. It yields sights: which
 * alternatives of a point fit what was seen. STATED is the alternative that the contract states.
 */
export class UsersLook extends AnswerLook {
  /** The users list, as it was last read from its beginning to its end. */
  #lastWhole: WholeList | undefined;
  #searches: Search[] = [];
  /** The number of rows of the list without filters, as a page has last shown it. */
  #wholeTotal: number | undefined;
  /** Usernames of accounts in lower case, by party. Rows of the users list do not show them. */
  readonly #usernames = new Map<unknown, string>();
  readonly #requested = new RequestedRows();
  /** Whether any request was still pending after the time when it should have expired. */
  #isUndecided = false;

  /** Remembers the usernames of accounts, which only look-ups show. */
  resolveCredentials({ response }: SeenExchange): Iterable<Finding> {
    for (const { partyId, username, metadata } of listOf(membersOf(response.body)['credentials'])) {
      // If the metadata of the credential has no username, the username belongs to the account.
      const isOfAccount = isObject(metadata) && (metadata['username'] ?? null) === null;
      if (isOfAccount && isRealText(username)) this.#usernames.set(partyId, username.toLowerCase());
    }

    return [];
  }

  createCredentialsRequest(exchange: SeenExchange): Iterable<Finding> {
    if (isSuccess(exchange)) this.#requested.remember(exchange, this.facts);
    return [];
  }

  *getUsers(exchange: SeenExchange, page?: SeenPage): Generator<Finding> {
    if (page === undefined) return;

    if (page.parameters.size === 0) this.#wholeTotal = page.total;
    yield* orderLooks(page);
    yield* filterLooks(page);
    yield* this.#searchLooks(exchange, page);
    yield* this.#rowLooks(exchange, page);
    yield* this.#requested.look(exchange, page);
    if (page.whole !== undefined) yield* this.#wholeLooks(exchange, page.whole);
  }

  /**
   * Whether each row that a search finds has the text. Only the whole list, read before and after the search, also
   * shows which rows the search does not find.
   */
  *#searchLooks({ position }: SeenExchange, page: SeenPage): Generator<Finding> {
    const { parameters, items, keys, offset, total } = page;
    const [given, ...more] = parameters.get('search') ?? [];
    const text = given?.trim().toLowerCase() ?? '';
    if (text === '' || isRedacted(text) || more.length > 0) return;

    for (const row of items) {
      const texts = textsOf(row);
      // A member that is not shown may have the text, and an equal text fits every alternative.
      if (!SEARCHED.every((name) => isRealText(row[name])) || texts.includes(text)) continue;

      // Without a known username, the text may be one, unless the search has found all rows: then it ignores its text.
      const username = this.#usernames.get(row['partyId']);
      const mayBeUsername = username === undefined ? total !== this.#wholeTotal : username.includes(text);

      // Each row: the case, what was seen, and the alternatives that fit.
      yield* firstOf(SEARCH, [
        [texts.some((one) => one.startsWith(text)), 'the beginning of a text', STATED, 'prefix', 'username'],
        [texts.some((one) => one.includes(text)), 'a part of a text', STATED, 'username'],
        [mayBeUsername, 'a row that does not show the text', 'username'],
        [true, 'a row that does not show the text'],
      ]);
    }

    const isWhole = parameters.size === 1 && offset === 0 && items.length === total;
    if (!isWhole || this.#searches.length >= MOST_SEARCHES) return;

    const search: Search = { text, found: new Set(keys), position };
    this.#searches.push(search);
    // The rows of the list are known later.
    yield () => search.fits && fitting(SEARCH, search.fits, 'the rows that it finds');
  }

  /** What single rows show: how many a party has, when requests expire, and whether unapproved ones show names. */
  *#rowLooks(exchange: SeenExchange, { items }: SeenPage): Generator<Finding> {
    const proposals = items.map(({ proposalId }) => proposalId).filter(isRealText);
    if (new Set(proposals).size < proposals.length) yield stated(PROPOSAL, 'one for several rows');
    const parties = items.map(({ partyId }) => partyId).filter(isRealText);
    if (new Set(parties).size < parties.length) yield stated(ROWS, 'several rows of a party');

    for (const row of items) {
      const { reqStatus, regDate, kycStatus, kycProvider, fullName, email, partyId } = row;
      const age = (exchange.date - timeOf(regDate)) / DAY;
      // A little later than stated is no difference.
      if (isPending(row) && age > LAPSE + 0.05) {
        this.#isUndecided = true;
        yield fitting(LAPSES, ['never'], 'PENDING after 31 days');
      }

      if (/^expired$/i.test(String(reqStatus)) && age > LAPSE)
        yield onlyIf(stated(LAPSES, 'EXPIRED after 31 days'), () => !this.#isUndecided);
      // The KYC provider has a word of its own.
      if (kycStatus !== 'SUCCESSFUL' || kycProvider !== 'SUMSUB') yield* approvedLook(kycStatus);

      // Whether the row of an unapproved request hides the name.
      if (isApproved(row) || isRedacted(partyId)) continue;

      const rowsOnPage = items.filter((one) => one['partyId'] === partyId);
      const rowsOfParty = [...this.facts.rows.of(partyId), ...rowsOnPage];
      for (const [name, value] of Object.entries({ fullName, email })) {
        // A name that the row hides must exist: another row of the party shows it.
        const wasShown = rowsOfParty.some((one) => typeof one[name] === 'string');
        // Each row: the case, what was seen, and the alternatives that fit.
        yield* firstOf(`InstitutionUser.${name}:unapproved`, [
          [typeof value === 'string', 'shown', STATED],
          [wasShown, 'hidden', 'hidden'],
        ]);
      }
    }
  }

  /** Compares searches with the rows of the whole list, if the list was equal before and after the searches. */
  *#wholeLooks(exchange: SeenExchange, whole: WholeList): Generator<Finding> {
    const { rows } = whole;
    const before = this.#lastWhole;
    const keys = [...rows.keys()];
    const isSame = before?.rows.size === keys.length && keys.every((key) => before.rows.has(key));
    if (isSame && this.facts.lastWrite < before.from) this.#compareSearches(before, whole);

    this.#lastWhole = whole;
    this.#searches = this.#searches.filter(({ position }) => position > exchange.position);
    yield* this.#rowsOfParties(rows);
  }

  /** Finds the alternatives that find exactly the rows of each search. */
  #compareSearches(before: WholeList, after: WholeList): void {
    const rows = [...after.rows];
    if (rows.some(([, row]) => SEARCHED.some((name) => isRedacted(row[name])))) return;

    for (const search of this.#searches) {
      const { text, found, position } = search;
      if (position < before.to || position > after.from) continue;

      const fits: string[] = [];
      for (const [name, isMatch] of MATCHINGS) {
        const wanted = rows.filter(([, row]) => textsOf(row).some((value) => isMatch(value, text)));
        if (wanted.length === found.size && wanted.every(([key]) => found.has(key))) fits.push(name);
      }

      // A search that also looks in usernames finds these rows, too.
      const byUsername = rows.filter(([, row]) => this.#usernames.get(row['partyId'])?.includes(text) === true);
      const isByUsername = fits.includes(STATED) || byUsername.length > 0;
      const isComplete = byUsername.every(([key]) => found.has(key));
      search.fits = isComplete && isByUsername ? [...fits, 'username'] : fits;
    }
  }

  /** Whether a party with credentials of several providers has several rows. */
  *#rowsOfParties(rows: ReadonlyMap<unknown, Json>): Generator<Finding> {
    const rowsByParty = byParty(rows.values());
    if (rowsByParty.size < rows.size) return;

    const hasSeveral = [...rowsByParty.keys()].some((party) => {
      const providers = this.facts.credentials.of(party).map(({ provider }) => provider);
      return new Set(providers).size > 1;
    });
    if (hasSeveral) yield fitting(ROWS, ['party'], 'one row of each party');
  }
}

/** The texts of a row in which a search looks, in lower case. */
function textsOf(row: Json): readonly string[] {
  const texts = SEARCHED.map((name) => row[name]).filter((value) => typeof value === 'string');
  return texts.map((value) => value.toLowerCase());
}

/** When a search finds a text in a value, by alternative. */
const MATCHINGS: readonly (readonly [string, (value: string, text: string) => boolean])[] = [
  [STATED, (value, text) => value.includes(text)],
  ['prefix', (value, text) => value.startsWith(text)],
  ['whole', (value, text) => value === text],
];

const SEARCH = 'getUsers.search:matching';
const ROWS = 'getUsers:rows';
const LAPSES = 'RequestStatus:lapse';
