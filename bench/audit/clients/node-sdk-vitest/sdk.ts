/** What a generator makes of the contract: a class for each tag, a runtime with middleware, typed errors. */

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly operation: string,
  ) {
    super(`${operation}: unexpected status ${status}`);
    this.name = 'ApiError';
  }
}
export class TransportError extends Error {
  override name = 'TransportError';
}

export interface Configuration {
  readonly basePath: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly retries?: number;
}

interface Request {
  readonly operation: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly idempotent: boolean;
}

export class Runtime {
  private token: Promise<string> | undefined;
  constructor(private readonly configuration: Configuration) {}

  async json<T>(operation: string, method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      const token = (this.token ??= this.fetchToken());
      const headers: Record<string, string> = { Authorization: `Bearer ${await token}` };
      if (body !== undefined) headers['Content-Type'] = 'application/json';
      const response = await this.exchange({
        operation,
        method,
        url: this.configuration.basePath + path,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        idempotent: method === 'GET',
      });
      if (response.status === 401 && this.token === token) this.token = undefined;
      if (response.status === 401 && attempt === 0) continue;
      if (response.status >= 300) throw new ApiError(response.status, operation);
      return JSON.parse(response.text) as T;
    }
  }

  private async fetchToken(): Promise<string> {
    try {
      const { tokenUrl, clientId, clientSecret } = this.configuration;
      const { status, text } = await this.exchange({
        operation: 'issueToken',
        method: 'POST',
        url: tokenUrl,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
        }).toString(),
        idempotent: true,
      });
      if (status !== 200) throw new ApiError(status, 'issueToken');
      return (JSON.parse(text) as { access_token: string }).access_token;
    } catch (error) {
      this.token = undefined;
      throw error;
    }
  }

  private async exchange({ operation, url, idempotent, ...init }: Request): Promise<{ status: number; text: string }> {
    const { retries = 3 } = this.configuration;
    for (let attempt = 0; ; attempt += 1) {
      let pause = 100 * 2 ** (attempt + 1);
      try {
        const response = await fetch(url, { ...init, signal: AbortSignal.timeout(2_000) });
        const text = await response.text();
        const { status } = response;
        if (status < 500 && status !== 429) return { status, text };
        if (attempt >= retries || (status !== 429 && !idempotent)) return { status, text };
        const after = response.headers.get('Retry-After');
        if (after !== null) {
          const seconds = Number(after);
          pause = Number.isNaN(seconds) ? Math.max(0, Date.parse(after) - Date.now()) + 1_000 : 1_000 * seconds;
        }
      } catch (cause) {
        if (attempt >= retries || !idempotent) throw new TransportError(`${operation}: no response`, { cause });
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly pagination: { readonly offset: number; readonly limit: number; readonly total: number };
}
export interface Credential {
  readonly partyId: string;
  readonly contractId: string;
  readonly provider: string;
  readonly freshness?: string;
}

export class CredentialsApi {
  constructor(private readonly runtime: Runtime) {}
  getCredentials(query: { offset?: number; limit?: number }): Promise<Page<Credential>> {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
    return this.runtime.json('getCredentials', 'GET', `/institutions/me/credentials?${text}`);
  }
  async *all(limit = 25): AsyncGenerator<Credential> {
    for (let offset = 0; ;) {
      const page = await this.getCredentials({ offset, limit });
      yield* page.items;
      offset += page.items.length;
      if (page.items.length === 0 || offset >= page.pagination.total) return;
    }
  }
}

export interface BatchResult {
  readonly contractId: string;
  readonly result?: { readonly verificationUrl: string };
  readonly error?: { readonly message?: string };
}
export class VerificationApi {
  constructor(private readonly runtime: Runtime) {}
  generateLink(contractId: string): Promise<{ readonly verificationUrl: string }> {
    return this.runtime.json('generateLink', 'POST', '/verification/generate-link', { contractId });
  }
  async generateLinks(contractIds: readonly string[]): Promise<Map<string, string>> {
    const links = new Map<string, string>();
    const failed: string[] = [];
    const requests = contractIds.map((contractId) => ({ contractId }));
    const { results } = await this.runtime.json<{ results: readonly BatchResult[] }>(
      'generateLinks',
      'POST',
      '/verification/generate-links-batch',
      { requests },
    );
    for (const { contractId, result, error } of results) {
      if (result) links.set(contractId, result.verificationUrl);
      else failed.push(`${contractId}: ${error?.message ?? 'no reason'}`);
    }
    if (failed.length > 0) throw new Error(`links that could not be made: ${failed.join('; ')}`);
    return links;
  }
}
