import { http } from './http.js';

export class Onboarding {
  #service;
  #token;

  constructor(service) {
    this.#service = service;
  }

  /** Asks the party with this username for the credentials that it has not disclosed yet. */
  async onboard(username, providers) {
    const { credentials } = await this.#call('GET', `/institutions/me/credentials/resolve?q=${username}`);
    const [{ partyId }] = credentials;
    const known = credentials.map(({ kycProvider }) => kycProvider);
    const missing = providers.filter((provider) => !known.includes(provider));
    if (missing.length === 0) return [];
    await this.#call('POST', '/institutions/me/credentials/request', { partyId, providers: missing });
    return missing;
  }

  async #call(method, path, json) {
    let { status, data } = await this.#send(method, path, json);
    if (status === 401 || status === 403) {
      this.#token = undefined;
      ({ status, data } = await this.#send(method, path, json));
    }
    if (status >= 400) throw new Error(`${method} ${path} failed with ${status}`);
    return data;
  }

  async #send(method, path, json) {
    this.#token ??= await this.#login();
    return await http(method, this.#service.apiUrl + path, { json, token: this.#token });
  }

  async #login() {
    const { tokenUrl, clientId, clientSecret } = this.#service;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const { status, data } = await http('POST', tokenUrl, { form });
    if (status !== 200) throw new Error(`login failed with ${status}`);
    return data.access_token;
  }
}
