import { Http } from './http.js';

export class Identity {
  constructor({ apiUrl, tokenUrl, clientId, clientSecret }) {
    this.http = new Http({ baseURL: apiUrl });
    this.prefix = new URL(apiUrl).pathname;
    this.tokenUrl = tokenUrl;
    this.credentials = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  }

  scores(partyIds) {
    return this.authorized(() =>
      this.http.get(`${this.prefix}/institutions/me/human-scores?partyIds=${partyIds.join(',')}`),
    );
  }

  link(contractId) {
    return this.authorized(() => this.http.post(`${this.prefix}/verification/generate-link`, { contractId }));
  }

  async authorized(call) {
    this.login ??= this.newLogin();
    const login = this.login;
    await login;
    try {
      return (await call()).data;
    } catch (error) {
      if (error.status !== 401 && error.status !== 403) throw error;
      if (this.login === login) this.login = this.newLogin();
      await this.login;
      return (await call()).data;
    }
  }

  newLogin() {
    const login = this.http.post(this.tokenUrl, new URLSearchParams(this.credentials)).then(
      ({ data }) => {
        this.http.defaults.headers.authorization = `Bearer ${data.access_token}`;
      },
      (error) => {
        this.login = undefined;
        throw error;
      },
    );
    return login;
  }
}
