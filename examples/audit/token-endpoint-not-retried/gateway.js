/** Mistake: its calls survive a failing service, but the request for the access token has a single attempt. */

import { request } from '../shared/request.js';

export class Gateway {
  constructor(service) {
    this.service = service;
  }

  async credentials(partyId) {
    return await this.get(`/institutions/me/credentials/${encodeURIComponent(partyId)}`);
  }

  async get(path) {
    const { apiUrl } = this.service;
    for (const isLast of [false, true]) {
      this.token ??= await this.newToken();
      const { ok, status, data } = await request(apiUrl + path, { headers: { Authorization: `Bearer ${this.token}` } });
      if (ok) return data;
      if (isLast || (status !== 401 && status !== 403)) throw new Error(`GET ${path} returned ${status}`);
      this.token = undefined;
    }
  }

  async newToken() {
    const { tokenUrl, clientId, clientSecret } = this.service;
    const response = await fetch(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
      signal: AbortSignal.timeout(2_000),
    });
    if (!response.ok) throw new Error(`Token request failed with status ${response.status}`);
    const { access_token: token } = await response.json();
    return token;
  }
}
