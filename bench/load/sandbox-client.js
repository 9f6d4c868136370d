/** Uses emulators and their sandboxes over connections that are kept open. */

import { Agent } from 'node:http';
import { askFor, pageOf, scoreOf, tokenQuestion } from '../questions/questions.js';
import { httpText } from './http-text.js';

const AT_ONCE = 8;
const JSON_HEADERS = { 'Content-Type': 'application/json' };

/** @typedef {{ url: string, clientId: string, clientSecret: string }} Institution an emulator's own, or a sandbox */

export class SandboxClient {
  agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

  /** The body of an answer, which has to be 2xx. */
  async ask(url, options = {}) {
    const { status, text } = await httpText(url, { ...options, agent: this.agent });
    if (status >= 300) throw new Error(`${url} answers with status ${status}: ${text.slice(0, 200)}`);
    return text;
  }

  /** Opens a sandbox. */
  async open({ url }, options = {}) {
    return JSON.parse(
      await this.ask(`${url}/_emulator/sandboxes`, {
        method: 'POST',
        headers: JSON_HEADERS,
        body: JSON.stringify(options),
      }),
    );
  }

  /** The headers that a new access token of the institution makes. */
  async authorization(institution) {
    const { access_token: token } = await this.answer(institution, tokenQuestion(institution));
    return { Authorization: `Bearer ${token}` };
  }

  /** What a short test does: a token, a list of credentials, a score. */
  async threeRequests(sandbox) {
    const headers = await this.authorization(sandbox);
    const { items } = await this.answer(sandbox, pageOf('credentials', 'limit=10', headers, 10));
    await this.answer(sandbox, scoreOf(items[0].partyId, headers));
  }

  /** The score of a party that the institution may read. */
  async scoreQuestion(institution) {
    const [question] = await this.scoreQuestions(institution, 1);
    return question;
  }

  /** The scores of so many parties at most, spread over the whole population. */
  async scoreQuestions(institution, count) {
    const headers = await this.authorization(institution);
    const { pagination } = await this.answer(institution, pageOf('human-scores', 'limit=1', headers, 1));
    const places = Array.from({ length: count }, (_, nth) => Math.floor((nth * pagination.total) / count));
    const pages = await Promise.all(
      places.map((place) => this.answer(institution, pageOf('human-scores', `limit=1&offset=${place}`, headers, 1))),
    );
    const questions = pages.map(({ items: [{ partyId }] }) => scoreOf(partyId, headers));
    for (const question of questions) await this.answer(institution, question);
    return questions;
  }

  /** So many pages of a list, each a part further on than the one before. */
  async pageQuestions(institution, list, count, size) {
    const headers = await this.authorization(institution);
    const questions = Array.from({ length: count }, (_, nth) =>
      pageOf(list, `limit=${size}&offset=${nth}`, headers, size),
    );
    for (const question of [questions[0], questions.at(-1)]) await this.answer(institution, question);
    return questions;
  }

  /** Does something with each, a few at once. */
  async forEach(items, act) {
    const left = items.values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const item of left) await act(item);
      }),
    );
  }

  close() {
    this.agent.destroy();
  }

  /** The answer to a question, checked. */
  answer({ url }, question) {
    return askFor(url, { ...question, agent: this.agent });
  }
}
