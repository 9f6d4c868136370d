/** Six workers read the scores of a list of people. A pause that one is told to make holds for all. */

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Pool {
  #service;
  #token;
  #notBefore = 0;

  constructor(service) {
    this.#service = service;
  }

  async map(ids, work, size = 6) {
    const results = new Map();
    const queue = [...ids];
    const worker = async () => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) results.set(id, await work(id));
    };
    const ends = await Promise.allSettled(Array.from({ length: size }, worker));
    const failed = ends.find(({ status }) => status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return results;
  }

  async get(path) {
    for (let renewals = 0; ; renewals += 1) {
      const token = (this.#token ??= this.#login());
      const response = await this.#send(this.#service.apiUrl + path, {
        headers: { authorization: `Bearer ${await token}` },
      });
      if (response.status === 401 && this.#token === token) this.#token = undefined;
      if (response.status !== 401 || renewals === 1) return response;
    }
  }

  async scores(ids) {
    return await this.map(ids, async (id) => {
      const { status, data } = await this.get(`/institutions/me/human-scores/${id}`);
      if (status === 404) return undefined;
      if (status !== 200) throw new Error(`score of ${id}: status ${status}`);
      return data.humanScore.totalScore;
    });
  }

  async people() {
    const people = [];
    for (;;) {
      const { status, data } = await this.get(
        `/institutions/me/users?orderBy=id&orderType=ASC&limit=100&offset=${people.length}`,
      );
      if (status !== 200) throw new Error(`people: status ${status}`);
      people.push(...data.items.map(({ partyId }) => partyId));
      if (data.items.length === 0 || people.length >= data.pagination.total) return [...new Set(people)];
    }
  }

  async #login() {
    const { tokenUrl, clientId, clientSecret } = this.#service;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    try {
      const { status, data } = await this.#send(tokenUrl, { method: 'POST', body });
      if (status !== 200) throw new Error(`no token: status ${status}`);
      return data.access_token;
    } catch (error) {
      this.#token = undefined;
      throw error;
    }
  }

  async #send(url, init) {
    let problem;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      while (Date.now() < this.#notBefore) await sleep(this.#notBefore - Date.now() + 5);
      try {
        const response = await fetch(url, { ...init, signal: AbortSignal.timeout(2_000) });
        const text = await response.text();
        if (response.ok) return { status: response.status, data: JSON.parse(text) };
        if (response.status < 500 && response.status !== 429) return { status: response.status };
        problem = new Error(`${url}: status ${response.status}`);
        const given = response.headers.get('retry-after');
        if (given !== null) {
          const until = /^\d+$/.test(given) ? Date.now() + 1_000 * Number(given) : Date.parse(given) + 1_000;
          this.#notBefore = Math.max(this.#notBefore, until + 20);
        }
      } catch (error) {
        problem = error;
      }
      await sleep(100 * 2 ** attempt * (1 + Math.random()));
    }
    throw problem;
  }
}
