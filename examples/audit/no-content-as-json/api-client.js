/** Mistake: it knows that 204 has no body, but not when the response arrives with a renewed token. */

import { request } from '../shared/request.js';
import { demandedPause } from '../shared/retry-after.js';

export class ApiClient {
  constructor(service) {
    this.service = service;
  }

  async askFor(partyId, providers) {
    await this.post('/institutions/me/credentials/request', { partyId, providers });
  }

  async linkFor(contractId) {
    return await this.post('/verification/generate-link', { contractId });
  }

  async post(path, payload) {
    const response = await this.send(path, payload);
    if (response.status === 401 || response.status === 403) {
      this.token = undefined;
      const second = await this.send(path, payload);
      if (second.status >= 400) throw new Error(`POST ${path} failed: ${second.status}`);
      return await second.json();
    }
    if (!response.ok) throw new Error(`POST ${path} failed: ${response.status}`);
    if (response.status === 204) return undefined;
    return await response.json();
  }

  async send(path, payload, attempt = 1) {
    this.token ??= await this.newToken();
    const response = await fetch(this.service.apiUrl + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${this.token}` },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(3_000),
    });
    // Nothing has happened yet, so it is safe to repeat.
    if (response.status !== 429 || attempt === 5) return response;
    const pause = demandedPause(response.headers) ?? 300 * 2 ** attempt;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return await this.send(path, payload, attempt + 1);
  }

  async newToken() {
    const { tokenUrl, clientId, clientSecret } = this.service;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const { ok, status, data } = await request(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams(form),
      repeatable: true,
    });
    if (!ok) throw new Error(`no token: ${status}`);
    return data.access_token;
  }
}
