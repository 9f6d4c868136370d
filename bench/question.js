/** What is asked under load: the human score of one party that has disclosed much, and the answer that is right. */

import { httpText } from './http-text.js';

const API = '/api/v1/institutions/me/human-scores';
const FEWEST_PROVIDERS = 3;

/**
 * @typedef {object} Question
 * @property {string} path
 * @property {Record<string, string>} headers
 * @property {string} body the right answer, byte for byte
 */

/**
 * Asks the running emulator; the peers are given the same answer as a constant.
 * @param {string} url of the emulator
 * @returns {Promise<Question>}
 */
export async function chooseQuestion(url) {
  const headers = { Authorization: `Bearer ${await accessToken(url)}` };
  const { items } = JSON.parse(await rightAnswer(`${url}${API}?limit=100`, { headers }));
  const [first] = items.toSorted((a, b) => providers(b) - providers(a));
  if (first === undefined || providers(first) < FEWEST_PROVIDERS) throw new Error(`no party has credentials of ${FEWEST_PROVIDERS} providers`);
  const path = `${API}/${first.partyId}`;
  return { path, headers, body: await rightAnswer(url + path, { headers }) };
}

/**
 * A server that answers wrongly is fast for nothing.
 * @param {import('./start-server.js').RunningServer} server
 * @param {Question} question
 * @throws {Error} where the answer is not the right one
 */
export async function checkAnswer({ contestant, url }, { path, headers, body }) {
  const { status, headers: received, text } = await httpText(url + path, { headers });
  if (status !== 200) throw new Error(`${contestant.name} answers with status ${status}`);
  if (text !== body) throw new Error(`${contestant.name} answers with another body than the emulator`);
  const type = received['content-type'];
  if (type !== 'application/json; charset=utf-8') throw new Error(`${contestant.name} answers with content type ${type}`);
}

async function accessToken(url) {
  const form = { grant_type: 'client_credentials', client_id: 'demo-institution', client_secret: 'demo-secret' };
  const body = Object.entries(form).map(([name, value]) => `${name}=${value}`).join('&');
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return JSON.parse(await rightAnswer(`${url}/oauth/token`, { method: 'POST', headers, body })).access_token;
}

async function rightAnswer(url, options) {
  const { status, text } = await httpText(url, options);
  if (status !== 200) throw new Error(`the emulator answers with status ${status}: ${text.slice(0, 200)}`);
  return text;
}

function providers({ humanScore }) {
  return humanScore.details.providerCount;
}
