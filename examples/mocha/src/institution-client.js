/** What an application knows of the service. */

class InstitutionClient {
  #credentials;
  /** A promise, shared by calls that need it at the same time. */
  #token;

  /** @param {{ apiUrl: string, tokenUrl: string, clientId: string, clientSecret: string }} credentials */
  constructor(credentials) {
    this.#credentials = credentials;
  }

  /** Every user of the institution, read page by page. */
  async *users(limit = 100) {
    for (let offset = 0, total = 1; offset < total; offset += limit) {
      const response = await this.#call(`/institutions/me/users?offset=${offset}&limit=${limit}`);
      const page = await response.json();
      total = page.pagination.total;
      yield* page.items;
    }
  }

  /** A link for each credential, or the reason why there is none. */
  async links(contractIds) {
    const body = JSON.stringify({ requests: contractIds.map((contractId) => ({ contractId })) });
    const response = await this.#call('/verification/generate-links-batch', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    return (await response.json()).results;
  }

  /** The public status behind a link, without a token; undefined if the link no longer exists. */
  async check(token) {
    const response = await fetch(`${this.#credentials.apiUrl}/verification/check/${encodeURIComponent(token)}`);
    if (response.status === 404) return undefined;
    return (await good(response).json()).status;
  }

  /** Waits as long as Retry-After says after a 429, and gets a new token after a 401. Gives up after a few attempts. */
  async #call(path, init = {}, attempts = 4) {
    const token = (this.#token ??= this.#newToken());
    const response = await fetch(`${this.#credentials.apiUrl}${path}`, {
      ...init,
      headers: { ...init.headers, Authorization: `Bearer ${await token}` },
    });
    const mayRecover = response.status === 429 || response.status === 401;
    if (!mayRecover || attempts === 1) return good(response);
    if (response.status === 429) await pause(Number(response.headers.get('Retry-After') ?? 1));
    else if (this.#token === token) this.#token = undefined;
    return await this.#call(path, init, attempts - 1);
  }

  async #newToken() {
    const { tokenUrl, clientId, clientSecret } = this.#credentials;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const response = good(await fetch(tokenUrl, { method: 'POST', body }));
    return (await response.json()).access_token;
  }
}

function good(response) {
  if (!response.ok) throw new Error(`the service returned ${response.status}`);
  return response;
}

function pause(seconds) {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
}

module.exports = { InstitutionClient };
