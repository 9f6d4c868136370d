/** Mistake: if Retry-After does not say otherwise, it retries at once, and never gives up. */

import { demandedPause } from '../shared/retry-after.js';

export class Client {
  constructor(service) {
    this.service = service;
  }

  async users() {
    const users = [];
    let total;
    do {
      const page = await this.get(`/institutions/me/users?orderBy=id&orderType=asc&offset=${users.length}`);
      users.push(...page.items);
      total = page.items.length === 0 ? 0 : page.pagination.total;
    } while (users.length < total);
    return users;
  }

  async get(path) {
    let renewed = false;
    while (true) {
      this.token ??= await this.newToken();
      const response = await this.untilItWorks(this.service.apiUrl + path, {
        headers: { authorization: `Bearer ${this.token}` },
      });
      if (response.ok) return response.body;
      if (![401, 403].includes(response.status) || renewed) throw new Error(`${path}: HTTP ${response.status}`);
      this.token = undefined;
      renewed = true;
    }
  }

  async newToken() {
    const response = await this.untilItWorks(this.service.tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: this.service.clientId,
        client_secret: this.service.clientSecret,
      }),
    });
    if (!response.ok) throw new Error(`no token: HTTP ${response.status}`);
    return response.body.access_token;
  }

  async untilItWorks(url, init) {
    for (;;) {
      try {
        const { ok, status, headers, ...response } = await this.fetch(url, init);
        if (status !== 429 && status < 500) return { ok, status, ...response };
        const pause = demandedPause(headers);
        if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
      } catch {
        // try again
      }
    }
  }

  async fetch(url, init) {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(3_000) });
    const { ok, status, headers } = response;
    const text = await response.text();
    return { ok, status, headers, body: ok ? JSON.parse(text) : undefined };
  }
}
