/** Uses sandboxes over connections that are kept open. */

import { Agent } from 'node:http';
import { httpText } from './http-text.js';

const AT_ONCE = 8;
const JSON_HEADERS = { 'Content-Type': 'application/json' };
const FORM_HEADERS = { 'Content-Type': 'application/x-www-form-urlencoded' };

export class SandboxClient {
  #agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

  /** The body of an answer, which has to be 2xx. */
  async ask(url, options = {}) {
    const { status, text } = await httpText(url, { ...options, agent: this.#agent });
    if (status >= 300) throw new Error(`${url} answers with status ${status}: ${text.slice(0, 200)}`);
    return text;
  }

  /** Opens a sandbox. */
  async open({ url }) {
    return JSON.parse(await this.ask(`${url}/_emulator/sandboxes`, { method: 'POST', headers: JSON_HEADERS, body: '{}' }));
  }

  /** The headers that a new access token of the sandbox makes. */
  async authorization({ tokenUrl, clientId, clientSecret }) {
    const body = `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`;
    return { Authorization: `Bearer ${JSON.parse(await this.ask(tokenUrl, { method: 'POST', headers: FORM_HEADERS, body })).access_token}` };
  }

  /** What a short test does: a token, a list of credentials, a score. */
  async threeRequests(sandbox) {
    const headers = await this.authorization(sandbox);
    const { items } = JSON.parse(await this.ask(`${sandbox.apiUrl}/institutions/me/credentials`, { headers }));
    await this.ask(`${sandbox.apiUrl}/institutions/me/human-scores/${items[0].partyId}`, { headers });
  }

  /** Does something with each, a few at once. */
  async forEach(items, act) {
    const left = items.values();
    await Promise.all(Array.from({ length: AT_ONCE }, async () => {
      for (const item of left) await act(item);
    }));
  }

  close() {
    this.#agent.destroy();
  }
}
