/** What everybody is asked, and the answers that are right: the emulator's own, which the peers then give as constants. */

import assert from 'node:assert/strict';
import { httpText } from '../load/http-text.js';

export const INSTITUTION = '/api/v1/institutions/me';
export const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
export const JSON_TYPE = { 'Content-Type': 'application/json' };
const FEWEST_PROVIDERS = 3;

/**
 * @typedef {object} Question
 * @property {string} id
 * @property {string} name for readers
 * @property {string} method
 * @property {string} path with its query
 * @property {Record<string, string>} headers
 * @property {string} [body]
 * @property {number} status of the right answer
 * @property {(answer: any) => void} check throws where members of the answer are wrong
 * @property {boolean} varies whether the emulator answers it differently each time
 * @property {boolean} serialized whether bare node:http has to write the answer anew each time
 * @property {any} [answer] what the peers answer
 */

/**
 * Asks the running emulator for everything that the questions and the peers need.
 * @param {string} url of the emulator
 * @returns {Promise<Question[]>}
 */
export async function makeQuestions(url) {
  const token = tokenQuestion();
  const { access_token: accessToken } = await askFor(url, token);
  const authorization = { Authorization: `Bearer ${accessToken}` };
  const score = await scoreQuestion(url, authorization);
  const lists = [10, 100].map((limit) => listQuestion(limit, authorization));
  const { items } = await askFor(url, lists[1]);
  const questions = [
    score,
    ...lists,
    resolveQuestion(items, authorization),
    batchQuestion(items, authorization),
    token,
  ];
  return Promise.all(questions.map(async (question) => ({ ...question, answer: await askFor(url, question) })));
}

/**
 * Asks, and checks status and members of the answer.
 * @returns {Promise<any>} the answer
 * @throws {Error} where the answer is not a right one
 */
export async function askFor(url, question) {
  return JSON.parse(await askForText(url, question));
}

/** The same, byte for byte. */
export async function askForText(url, question) {
  const { status, text, headers } = await httpText(url + question.path, question);
  assert.equal(status, question.status, `${question.name}: status ${status}, ${text.slice(0, 200)}`);
  assert.match(headers['content-type'] ?? '', /^application\/json/, `${question.name}: content type`);
  question.check(JSON.parse(text));
  return text;
}

/** The path as the contract writes it: without query, the party or the token of a link as a parameter. */
export function pathTemplate({ path }) {
  return path
    .replace(/\?.*/, '')
    .replace(/\/party::[^/]+$/, '/{partyId}')
    .replace(/\/check\/[^/]+$/, '/check/{token}');
}

/** The token request of a client. */
export function tokenQuestion(
  { clientId, clientSecret } = { clientId: 'demo-institution', clientSecret: 'demo-secret' },
) {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  }).toString();
  const check = (answer) => {
    assert.equal(typeof answer.access_token, 'string');
    assert.ok(answer.expires_in >= 3_600);
  };
  return {
    ...BASE,
    id: 'token',
    name: 'token',
    method: 'POST',
    path: '/oauth/token',
    headers: FORM,
    body,
    check,
    varies: true,
    serialized: true,
  };
}

/** The score of one party. */
export function scoreOf(partyId, headers) {
  const check = (answer) => {
    assert.equal(answer.partyId, partyId);
    assert.equal(typeof answer.humanScore.totalScore, 'number');
  };
  return { ...BASE, id: 'score', name: 'single score', path: `${INSTITUTION}/human-scores/${partyId}`, headers, check };
}

/** One page of a list with `items` of its own; every party of them, whatever the list is of. */
export function pageOf(list, query, headers, length) {
  const check = ({ items, pagination }) => {
    assert.equal(items.length, length);
    assert.ok(pagination.total >= length);
    assert.ok(items.every(({ partyId }) => typeof partyId === 'string'));
  };
  return { ...BASE, id: list, name: `${list}?${query}`, path: `${INSTITUTION}/${list}?${query}`, headers, check };
}

const BASE = { method: 'GET', status: 200, varies: false, serialized: false };

async function scoreQuestion(url, headers) {
  const { items } = await askFor(url, pageOf('human-scores', 'limit=100', headers, 100));
  const [first] = items.toSorted((a, b) => providers(b) - providers(a));
  if (providers(first) < FEWEST_PROVIDERS) throw new Error(`no party has credentials of ${FEWEST_PROVIDERS} providers`);
  return scoreOf(first.partyId, headers);
}

function listQuestion(limit, headers) {
  return {
    ...pageOf('credentials', `limit=${limit}`, headers, limit),
    id: `list-${limit}`,
    name: `list of ${limit} credentials`,
    serialized: true,
  };
}

function resolveQuestion([{ partyId }], headers) {
  const check = ({ credentials }) => {
    assert.ok(credentials.length > 0);
    assert.ok(credentials.every((credential) => credential.partyId === partyId));
  };
  return {
    ...BASE,
    id: 'resolve',
    name: 'resolve',
    path: `${INSTITUTION}/credentials/resolve?partyId=${encodeURIComponent(partyId)}`,
    headers,
    check,
  };
}

function batchQuestion(items, headers) {
  const requests = items.map(({ contractId }) => ({ contractId }));
  const check = ({ results }) => {
    assert.deepEqual(
      results.map(({ contractId }) => ({ contractId })),
      requests,
    );
    assert.ok(
      results.every(({ result }) => typeof result.token === 'string' && typeof result.verificationUrl === 'string'),
    );
  };
  const path = '/api/v1/verification/generate-links-batch';
  return {
    ...BASE,
    id: 'batch',
    name: 'batch of 100 links',
    method: 'POST',
    path,
    headers: { ...headers, ...JSON_TYPE },
    body: JSON.stringify({ requests }),
    check,
    varies: true,
    serialized: true,
  };
}

function providers({ humanScore }) {
  return humanScore.details.providerCount;
}
