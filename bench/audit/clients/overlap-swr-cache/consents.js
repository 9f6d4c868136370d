import { Cache } from './cache.js';

/** The data requests that are still open, by person. */
export class Consents {
  #token;

  constructor(env = process.env, maxAge) {
    this.env = env;
    this.open = new Cache((email) => this.#load(email), maxAge);
  }

  async ask(partyId, email, provider) {
    const response = await this.#call('/institutions/me/credentials/request', {
      method: 'POST',
      body: JSON.stringify({ partyId, providers: [provider] }),
    });
    if (response.status !== 204) throw new Error(`request failed: ${response.status}`);
    await this.open.invalidate(email);
  }

  async #load(email) {
    const response = await this.#call(
      `/institutions/me/users?reqStatus=PENDING&limit=50&search=${encodeURIComponent(email)}`,
    );
    if (!response.ok) throw new Error(`users failed: ${response.status}`);
    return (await response.json()).items.map(({ kycProvider }) => kycProvider);
  }

  async #call(path, options = {}) {
    for (let attempt = 1; ; attempt++) {
      const token = (this.#token ??= this.#login());
      const headers = {
        authorization: `Bearer ${await token}`,
        ...(options.body && { 'content-type': 'application/json' }),
      };
      const response = await fetch(this.env.ID_EMULATOR_API_URL + path, { ...options, headers });
      if (response.status !== 401 || attempt === 2) return response;
      if (this.#token === token) this.#token = undefined;
    }
  }

  async #login() {
    const { ID_EMULATOR_TOKEN_URL: url, ID_EMULATOR_CLIENT_ID: id, ID_EMULATOR_CLIENT_SECRET: secret } = this.env;
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }),
    });
    if (!response.ok) {
      this.#token = undefined;
      throw new Error(`no token: ${response.status}`);
    }
    return (await response.json()).access_token;
  }
}
