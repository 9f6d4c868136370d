/** A mixture of new questions, as test suites ask them: each is about other parties, drawn with a seed from a population. */

import { Agent } from 'node:http';
import { askFor, FORM, INSTITUTION, JSON_TYPE, pageOf, tokenQuestion } from './questions.js';

const PAGE = 100;
const AT_ONCE = 16;
const LINKS_IN_BATCH = 20;
/** So many links are made in advance, to be checked. */
const LINKS = 2_000;
const VERIFICATION = '/api/v1/verification';

/** Filters of the users list. Each page begins elsewhere. */
const FILTERS = [
  ...['ACTIVE', 'INACTIVE', 'BLOCKED'].map((status) => `status=${status}`),
  ...['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED'].map((status) => `reqStatus=${status}`),
  ...['TO_DO', 'IN_REVIEW', 'SUCCESSFUL', 'REJECTED', 'BLOCKED', 'EXPIRED', 'APPROVED'].map(
    (status) => `kycStatus=${status}`,
  ),
];

/** Of a hundred questions. */
export const SHARES = {
  score: 30,
  credentials: 20,
  'page-10': 8,
  'page-100': 7,
  users: 10,
  resolve: 10,
  link: 5,
  batch: 5,
  check: 3,
  token: 2,
};

/** For readers, by kind. */
export const NAMES = {
  score: 'score of one party',
  credentials: 'credentials of one party',
  'page-10': 'page of 10 credentials',
  'page-100': 'page of 100 credentials',
  users: 'page of 10 users with a filter',
  resolve: 'resolve',
  link: 'link',
  batch: `batch of ${LINKS_IN_BATCH} links`,
  check: 'check of a link',
  token: 'token',
};

/**
 * What can be asked for: plain data, because another process draws the questions.
 * @typedef {object} Catalogue
 * @property {string} authorization
 * @property {string[]} partyIds
 * @property {string[]} handles e-mails and usernames
 * @property {string[]} contractIds
 * @property {string[]} linkTokens
 * @property {number[]} lengths of the users list, by filter
 */

/**
 * Asks an emulator for its whole list of credentials. Emulators with the same seed and population have the same.
 * @param {string} url of the emulator
 * @returns {Promise<Catalogue>}
 */
export async function readCatalogue(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const ask = (question) => askFor(url, { ...question, agent });
  try {
    const { access_token: token } = await ask(tokenQuestion());
    const headers = { Authorization: `Bearer ${token}` };
    const first = await ask(pageOf('credentials', 'limit=1', headers, 1));
    const items = [];
    const offsets = Array.from({ length: Math.ceil(first.pagination.total / PAGE) }, (_, page) => page * PAGE);
    await inParallel(offsets, async (offset) => {
      const length = Math.min(PAGE, first.pagination.total - offset);
      const page = await ask(pageOf('credentials', `limit=${PAGE}&offset=${offset}`, headers, length));
      for (const [nth, item] of page.items.entries()) items[offset + nth] = item;
    });
    const contractIds = items.map(({ contractId }) => contractId);
    const lengths = [];
    for (const filter of FILTERS) {
      const { pagination } = await ask({ ...pageOf('users', `${filter}&limit=1`, headers, 1), check: () => undefined });
      lengths.push(pagination.total);
    }
    return {
      authorization: headers.Authorization,
      partyIds: [...new Set(items.map(({ partyId }) => partyId))],
      handles: items.map(({ metadata }) => metadata.email ?? metadata.username).filter((name) => name !== undefined),
      contractIds,
      linkTokens: await makeLinks(ask, headers, contractIds.slice(0, LINKS)),
      lengths,
    };
  } finally {
    agent.destroy();
  }
}

/** @typedef {{ kind: string, method: string, path: string, headers: Record<string, string>, body?: string }} DrawnQuestion */

/** Draws questions. The same seed and catalogue give the same questions. */
export class Mixture {
  #catalogue;
  #kinds;
  #random;
  #cursors = {};
  #json;
  #headers;

  /**
   * @param {Catalogue} catalogue
   * @param {{ seed: number, kind?: string }} options `kind`: only questions of this kind
   */
  constructor(catalogue, { seed, kind }) {
    this.#catalogue = catalogue;
    this.#kinds = Object.entries(kind === undefined ? SHARES : { [kind]: 1 }).flatMap(([name, share]) =>
      Array.from({ length: share }, () => name),
    );
    this.#random = seededRandom(seed);
    this.#headers = { Authorization: catalogue.authorization };
    this.#json = { ...this.#headers, ...JSON_TYPE };
  }

  /** @returns {DrawnQuestion} */
  next() {
    const kind = this.#kinds[this.#below(this.#kinds.length)];
    return { kind, method: 'GET', headers: this.#headers, ...this.#drawn(kind) };
  }

  #drawn(kind) {
    const { partyIds, handles, contractIds, linkTokens } = this.#catalogue;
    switch (kind) {
      case 'score':
        return { path: `${INSTITUTION}/human-scores/${this.#unasked(kind, partyIds)}` };
      case 'credentials':
        return { path: `${INSTITUTION}/credentials/${this.#unasked(kind, partyIds)}` };
      case 'page-10':
        return this.#page(10);
      case 'page-100':
        return this.#page(100);
      case 'users':
        return this.#users();
      case 'resolve':
        return this.#below(2) === 0
          ? { path: `${INSTITUTION}/credentials/resolve?q=${encodeURIComponent(this.#unasked('handle', handles))}` }
          : { path: `${INSTITUTION}/credentials/resolve?partyId=${this.#unasked(kind, partyIds)}` };
      case 'link':
        return this.#post('generate-link', { contractId: this.#unasked(kind, contractIds) });
      case 'batch':
        return this.#post('generate-links-batch', {
          requests: Array.from({ length: LINKS_IN_BATCH }, () => ({ contractId: this.#unasked(kind, contractIds) })),
        });
      case 'check':
        return { path: `${VERIFICATION}/check/${this.#unasked(kind, linkTokens)}`, headers: {} };
      default: {
        const { method, path, body } = tokenQuestion();
        return { method, path, body, headers: FORM };
      }
    }
  }

  #post(path, body) {
    return { method: 'POST', path: `${VERIFICATION}/${path}`, headers: this.#json, body: JSON.stringify(body) };
  }

  /** No two pages have a credential in common until all have been asked for. */
  #page(limit) {
    const pages = Math.max(1, Math.floor(this.#catalogue.contractIds.length / limit));
    const place = this.#cursor(`page of ${limit}`, pages);
    const turn = Math.floor(place / pages);
    return { path: `${INSTITUTION}/credentials?limit=${limit}&offset=${(place % pages) * limit + (turn % limit)}` };
  }

  #users() {
    const nth = this.#below(FILTERS.length);
    const offset = this.#below(Math.max(1, this.#catalogue.lengths[nth] - 10));
    return { path: `${INSTITUTION}/users?${FILTERS[nth]}&limit=10&offset=${offset}` };
  }

  /** The items in an order that visits all before any comes again. */
  #unasked(use, items) {
    return items[this.#cursor(use, items.length) % items.length];
  }

  /** Steps of nearly the golden section, without a common divisor, from a place that the seed decides. */
  #cursor(use, length) {
    const cursor = (this.#cursors[use] ??= { at: this.#below(length), step: coprimeStep(length), turn: 0, drawn: 0 });
    const place = (cursor.at + cursor.drawn * cursor.step) % length;
    const turn = Math.floor(cursor.drawn++ / length);
    return turn * length + place;
  }

  #below(limit) {
    return Math.floor(this.#random() * limit);
  }
}

/**
 * So many questions, each once, with the answers of an emulator: what a server that only serializes has to know.
 * @param {string} url of the emulator
 * @param {Mixture} mixture
 * @param {number} count
 */
export async function answeredQuestions(url, mixture, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const questions = Array.from({ length: count }, () => mixture.next());
  try {
    await inParallel(questions, async (question) => {
      const asked = { ...question, name: NAMES[question.kind], status: 200, check: () => undefined, agent };
      question.answer = await askFor(url, asked);
    });
  } finally {
    agent.destroy();
  }
  return questions;
}

/**
 * What peers are told of the mixture: for each kind of question one with its answer, of the query only the page size, which
 * tells two kinds apart.
 * @param {readonly (DrawnQuestion & { answer: any })[]} answered
 */
export function examplesOf(answered) {
  const byKind = new Map(answered.map((question) => [question.kind, question]));
  return [...byKind.values()].map(({ kind, method, path, answer }) => {
    const [size] = kind.startsWith('page-') ? (/limit=\d+/.exec(path) ?? []) : [];
    return { method, path: path.replace(/\?.*/, size === undefined ? '' : `?${size}`), status: 200, answer };
  });
}

async function makeLinks(ask, headers, contractIds) {
  const tokens = [];
  for (let from = 0; from < contractIds.length; from += PAGE) {
    const requests = contractIds.slice(from, from + PAGE).map((contractId) => ({ contractId }));
    const { results } = await ask({
      name: 'links',
      method: 'POST',
      path: `${VERIFICATION}/generate-links-batch`,
      headers: { ...headers, ...JSON_TYPE },
      body: JSON.stringify({ requests }),
      status: 200,
      check: () => undefined,
    });
    tokens.push(...results.map(({ result }) => result.token));
  }
  return tokens;
}

async function inParallel(items, act) {
  const left = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of left) await act(item);
    }),
  );
}

function coprimeStep(length) {
  let step = Math.max(1, Math.floor(length * 0.618));
  while (greatestDivisor(step, length) !== 1) step++;
  return step;
}

function greatestDivisor(a, b) {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** Numbers from 0 (inclusive) to 1 (exclusive): mulberry32. */
function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let hash = Math.imul(state ^ (state >>> 15), state | 1);
    hash ^= hash + Math.imul(hash ^ (hash >>> 7), hash | 61);
    return ((hash ^ (hash >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
