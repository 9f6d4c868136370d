// The client of the back office: one axios instance, one access token for all calls.
import axios from 'axios';

export class IdentityClient {
  #token;
  #renewal;

  constructor({ apiUrl, tokenUrl, clientId, clientSecret }) {
    this.login = async () => {
      const form = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      });
      const { data } = await axios.post(tokenUrl, form, { timeout: 5000 });
      return data.access_token;
    };
    this.http = axios.create({ baseURL: apiUrl, timeout: 5000 });
    this.http.interceptors.request.use((config) => {
      config.headers.Authorization = `Bearer ${this.#token}`;
      return config;
    });
    this.http.interceptors.response.use(undefined, async (error) => {
      const { config, response } = error;
      if (response?.status !== 401 || config.retried) throw error;
      config.retried = true;
      if (config.headers.Authorization === `Bearer ${this.#token}`) {
        this.#renewal ??= this.login().finally(() => {
          this.#renewal = undefined;
        });
        this.#token = await this.#renewal;
      }
      return this.http(config);
    });
  }

  async open() {
    this.#token = await this.login();
    return this;
  }

  async users(query = {}) {
    return (await this.http.get('/institutions/me/users', { params: query })).data;
  }

  async humanScores(query = {}) {
    return (await this.http.get('/institutions/me/human-scores', { params: query })).data;
  }

  async credentials(query = {}) {
    return (await this.http.get('/institutions/me/credentials', { params: query })).data;
  }
}

/** What the start page shows. Its three parts load at once. */
export async function dashboard(client) {
  const [users, scores, credentials] = await Promise.all([
    client.users({ limit: 5 }),
    client.humanScores({ limit: 5 }),
    client.credentials({ limit: 5 }),
  ]);
  return {
    latest: users.items.map(({ fullName }) => fullName),
    best: Math.max(...scores.items.map(({ humanScore }) => humanScore.totalScore)),
    providers: [...new Set(credentials.items.map(({ provider }) => provider))],
  };
}
