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

  /** Gets a new token after a 401, once. */
  async #call(path, init = {}, isRenewed = false) {
    const token = (this.#token ??= this.#newToken());
    const response = await send(`${this.#credentials.apiUrl}${path}`, {
      ...init,
      headers: { ...init.headers, Authorization: `Bearer ${await token}` },
    });
    if (response.status !== 401 || isRenewed) return good(response);
    if (this.#token === token) this.#token = undefined;
    return await this.#call(path, init, true);
  }

  async #newToken() {
    const { tokenUrl, clientId, clientSecret } = this.#credentials;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const response = good(await send(tokenUrl, { method: 'POST', body }));
    return (await response.json()).access_token;
  }
}

/** Waits as long as Retry-After says after a 429. Gives up after a few attempts. */
async function send(url, init, attempts = 4) {
  const response = await fetch(url, init);
  if (response.status !== 429 || attempts === 1) return response;
  await pause(secondsToWait(response));
  return await send(url, init, attempts - 1);
}

function good(response) {
  if (!response.ok) throw new Error(`the service returned ${response.status}`);
  return response;
}

/** Retry-After has seconds or a date. A date counts from the server's clock. Without either: one second. */
function secondsToWait({ headers }) {
  const value = headers.get('Retry-After') ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const seconds = (Date.parse(value) - Date.parse(headers.get('Date') ?? '')) / 1_000;
  return Number.isNaN(seconds) ? 1 : Math.max(0, seconds);
}

function pause(seconds) {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
}

module.exports = { InstitutionClient };
