/** Mistake: calls that run at the same time each renew the token when it is refused. */

import { request } from '../shared/request.js';

export class Pool {
  #service;
  #token;

  static async open(service) {
    const pool = new Pool();
    pool.#service = service;
    await pool.#login();
    return pool;
  }

  /** The scores of several parties, read at the same time. */
  scores(partyIds) {
    return Promise.all(
      partyIds.map((partyId) => this.#get(`/institutions/me/human-scores/${encodeURIComponent(partyId)}`)),
    );
  }

  async #get(path) {
    let response = await this.#send(path);
    if (response.status === 401 || response.status === 403) {
      await this.#login();
      response = await this.#send(path);
    }
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.data;
  }

  #send(path) {
    return request(this.#service.apiUrl + path, { headers: { Authorization: `Bearer ${this.#token}` } });
  }

  async #login() {
    const { tokenUrl, clientId, clientSecret } = this.#service;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const response = await request(tokenUrl, { method: 'POST', body, repeatable: true });
    if (!response.ok) throw new Error(`login: ${response.status}`);
    this.#token = response.data.access_token;
  }
}
