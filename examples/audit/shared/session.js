/** Calls with an access token that all of them share: requested once at a time, and renewed when it expires or is refused. */

import { request } from './request.js';

export class Session {
  #service;
  #token;
  /** A promise, shared by calls that need a new token at the same time. */
  #renewal;

  /** @param {{ apiUrl: string, tokenUrl: string, clientId: string, clientSecret: string }} service */
  constructor(service) {
    this.#service = service;
  }

  /** A response of any status but 401 and 403: a refused token is renewed once. */
  async send(path, options = {}) {
    const token = await this.#accessToken();
    const response = await this.#sendWith(token, path, options);
    if (response.status !== 401 && response.status !== 403) return response;
    if (this.#token?.value === token) this.#token = undefined;
    return await this.#sendWith(await this.#accessToken(), path, options);
  }

  /** The body of a successful response. */
  async call(path, options = {}) {
    const { ok, status, data } = await this.send(path, options);
    if (!ok) throw new Error(`${options.method ?? 'GET'} ${path}: the service returned ${status}`);
    return data;
  }

  #sendWith(token, path, { body, headers, ...options }) {
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
    return request(`${this.#service.apiUrl}${path}`, {
      ...options,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: { ...headers, ...json, Authorization: `Bearer ${token}` },
    });
  }

  async #accessToken() {
    if (this.#token === undefined || performance.now() >= this.#token.renewAt) {
      this.#renewal ??= this.#requestToken().finally(() => (this.#renewal = undefined));
      return (await this.#renewal).value;
    }
    return this.#token.value;
  }

  async #requestToken() {
    const { tokenUrl, clientId, clientSecret } = this.#service;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const { ok, status, data } = await request(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams(form),
      // A second token does no harm.
      repeatable: true,
    });
    if (!ok) throw new Error(`the service refused to issue an access token: ${status}`);
    this.#token = { value: data.access_token, renewAt: performance.now() + Number(data.expires_in) * 900 };
    return this.#token;
  }
}
