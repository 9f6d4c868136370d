import superagent, { type Response, type SuperAgentRequest } from 'superagent';

export interface Settings {
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}
interface Link {
  readonly contractId: string;
  readonly url: string;
}
interface Refusal {
  readonly contractId: string;
  readonly reason: string;
}

/** The links may or may not have been made, so nobody should ask for them again without looking. */
export class UncertainError extends Error {}

/** Makes links for any number of credentials, in batches of at most 100. */
export class LinkSender {
  private token?: string;
  constructor(private readonly settings: Settings) {}

  async contracts(limit: number): Promise<string[]> {
    const { body } = await this.authorized(
      () => superagent.get(`${this.settings.apiUrl}/institutions/me/credentials`).query({ limit }),
      true,
    );
    return (body.items as { contractId: string }[]).map(({ contractId }) => contractId);
  }

  async send(contractIds: readonly string[], size = 100): Promise<{ links: Link[]; refused: Refusal[] }> {
    const links: Link[] = [];
    const refused: Refusal[] = [];
    for (let start = 0; start < contractIds.length; start += size) {
      const requests = contractIds.slice(start, start + size).map((contractId) => ({ contractId }));
      const { body } = await this.authorized(
        () => superagent.post(`${this.settings.apiUrl}/verification/generate-links-batch`).send({ requests }),
        false,
      );
      for (const { contractId, result, error } of body.results) {
        if (result == null) refused.push({ contractId, reason: error?.message ?? 'unknown' });
        else links.push({ contractId, url: result.verificationUrl });
      }
    }
    return { links, refused };
  }

  private async authorized(make: () => SuperAgentRequest, isRead: boolean): Promise<Response> {
    const once = async () => {
      this.token ??= await this.login();
      const answer = await this.again(() => make().set('Authorization', `Bearer ${this.token}`), isRead);
      if (answer.status === 401) this.token = undefined;
      return answer;
    };
    let response = await once();
    if (response.status === 401) response = await once();
    if (response.status === 200 && response.type === 'application/json' && response.text !== '') return response;
    throw new Error(`${response.req?.path ?? 'request'} failed with status ${response.status}`);
  }

  private async login(): Promise<string> {
    const { tokenUrl, clientId, clientSecret } = this.settings;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const response = await this.again(() => superagent.post(tokenUrl).type('form').send(form), true);
    if (response.status !== 200) throw new Error(`no access token: status ${response.status}`);
    return response.body.access_token;
  }

  private async again(make: () => SuperAgentRequest, isRepeatable: boolean): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      let pause = 100 * 3 ** attempt;
      try {
        const response = await make()
          .timeout({ deadline: 2_500 })
          .ok(() => true);
        const mayRepeat = response.status === 429 || (response.status >= 500 && isRepeatable);
        if (!mayRepeat || attempt === 4) return response;
        const given = response.get('Retry-After');
        if (given) pause = /^[0-9]+$/.test(given) ? +given * 1_000 : Math.max(0, +new Date(given) - Date.now() + 1_000);
      } catch (error) {
        if (!isRepeatable) throw new UncertainError('no response to a request that makes links', { cause: error });
        if (attempt === 4) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
