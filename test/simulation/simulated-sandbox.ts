/** A sandbox of a deployment, used over HTTP and compared with the model. */

import { answerTo, call, fetchOnce, unlessFailed } from './calls.js';
import type { Deployment } from './deployments.js';
import { PossibleStates, type SentChange, type SentRequest } from './possible-states.js';
import { newSandbox, type Answer, type ClientRequest, type ControlChange, type Provider } from './service-model.js';

/** A request that a random client makes: tokens and links are those of the sandbox at that moment. */
export type PlannedRequest =
  | { readonly type: 'token' | 'users' }
  | { readonly type: 'credentials'; readonly partyId: string }
  | { readonly type: 'request data'; readonly partyId: string; readonly provider: Provider }
  | { readonly type: 'generate link' | 'check link'; readonly contractId: string };

/** A change that says nothing of the time, by which tokens and links expire. */
export type ParallelChange = Exclude<ControlChange, { readonly type: 'advance' }>;

const START = Date.UTC(2026, 0, 31, 9);
const TOKEN_MILLISECONDS = 3_600_000;
const LINK_MILLISECONDS = 900_000;

interface Opened {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Expiring {
  readonly text: string;
  readonly expiresAt: number;
}

export class SimulatedSandbox {
  readonly #deployment: Deployment;
  readonly #opened: Opened;
  readonly #states: PossibleStates;
  /** The status of each answer by the number of its exchange, and when it came: a reading of `performance.now()`. */
  readonly #answered = new Map<number, { readonly status: number; readonly at: number }>();
  #token: Expiring;
  readonly #links = new Map<string, Expiring>();

  static async open(deployment: Deployment): Promise<SimulatedSandbox> {
    const time = new Date(START).toISOString();
    const url = (): string => `${deployment.address()}/_emulator/sandboxes`;
    const opened = (await answerTo(() => call(url(), { fixture: 'empty', now: time }))) as Opened;
    await answerTo(() => call(`${url()}/${opened.id}/clock/freeze`, undefined, 'POST'));
    const sandbox = new SimulatedSandbox(deployment, opened);
    await sandbox.send([{ type: 'token' }]);
    return sandbox;
  }

  private constructor(deployment: Deployment, opened: Opened) {
    this.#deployment = deployment;
    this.#opened = opened;
    this.#states = new PossibleStates(newSandbox(START));
    this.#token = { text: 'none', expiresAt: 0 };
  }

  /**
   * Sends requests, and changes of the control plane, at the same time.
   * @throws UnexplainedError if their answers contradict the model
   */
  async send(planned: readonly PlannedRequest[], changes: readonly ParallelChange[] = []): Promise<void> {
    const requests = planned.map((plan) => this.#requestOf(plan));
    const changing = changes.map((change) => this.#changed(change));
    const sent = await Promise.all(requests.map(({ request, send }) => this.#sent(request, send)));
    this.#states.after(sent, await Promise.all(changing));
  }

  /** Makes a change by the control plane. @throws UnexplainedError if its answer contradicts the model */
  async change(change: ControlChange): Promise<void> {
    const sent = await this.#changed(change);
    this.#states.after([], [sent]);
    if (change.type === 'advance' && sent.answer === undefined) this.#states.keepTime(await this.#time());
  }

  async #changed(change: ControlChange): Promise<SentChange> {
    const { path, body } = controlCall(change);
    const url = this.#control + path;
    const response = await unlessFailed(call(url, body, change.type === 'refuse calls' ? 'PUT' : 'POST'));
    const isDone = response !== undefined && response.status !== 503;
    return { change, answer: isDone ? { status: response.status, facts: [] } : undefined };
  }

  /** Compares the journal with the answers. What was answered when a crash was near may be missing, and what made room. */
  async journalMistakes(): Promise<string[]> {
    const { exchanges, removedUpTo } = (await answerTo(() => call(`${this.#control}/journal`))) as {
      exchanges: { id: number; status: number }[];
      removedUpTo: number;
    };
    const numbers = exchanges.map(({ id }) => id);
    const isOrdered = numbers.every((number, at) => at === 0 || number > numbers[at - 1]!);
    const different = exchanges.filter(({ id, status }) => (this.#answered.get(id)?.status ?? status) !== status);
    const lacking = [...this.#answered].filter(
      ([number, { at }]) => number > removedUpTo && !numbers.includes(number) && !this.#deployment.mayHaveLost(at),
    );
    return [
      ...(isOrdered ? [] : [`not in order: ${numbers.join(', ')}`]),
      ...different.map(({ id, status }) => `exchange ${id} has status ${status}`),
      ...lacking.map(([number]) => `exchange ${number} is missing`),
    ];
  }

  /** The time of the sandbox's clock. */
  async #time(): Promise<number> {
    const { time } = (await answerTo(() => call(`${this.#control}/clock`))) as { time: string };
    return Date.parse(time);
  }

  /** Where the control plane has the sandbox. */
  get #control(): string {
    return `${this.#deployment.address()}/_emulator/sandboxes/${this.#opened.id}`;
  }

  async #sent(request: ClientRequest, send: () => Promise<Response>): Promise<SentRequest> {
    const response = await unlessFailed(send());
    // The store could not be asked. Whether the request had its effect is not known, as if there were no response.
    if (response === undefined || response.status === 503) return { request, reply: undefined };
    const body = await unlessFailed(response.text());
    if (body === undefined) return { request, reply: undefined };
    const exchange = Number(response.headers.get('Emulator-Exchange'));
    this.#answered.set(exchange, { status: response.status, at: performance.now() });
    if (response.status === 200) this.#learn(request, body);
    return { request, reply: { exchange, answer: answerOf(request, response.status, body) } };
  }

  /** Remembers the tokens and links of responses. */
  #learn(request: ClientRequest, body: string): void {
    if (request.type === 'token') {
      const { access_token: text } = JSON.parse(body) as { access_token: string };
      this.#token = { text, expiresAt: this.#states.now + TOKEN_MILLISECONDS };
    }
    if (request.type === 'generate link') {
      const { token: text } = JSON.parse(body) as { token: string };
      this.#links.set(request.contractId, { text, expiresAt: this.#states.now + LINK_MILLISECONDS });
    }
  }

  #requestOf(plan: PlannedRequest): { request: ClientRequest; send: () => Promise<Response> } {
    const { text: token, expiresAt: tokenExpiresAt } = this.#token;
    const authorization = { Authorization: `Bearer ${token}` };
    const get = (path: string) => () => fetchOnce(`${this.#api}${path}`, { headers: authorization });
    const post = (path: string, body: object) => () =>
      fetchOnce(`${this.#api}${path}`, {
        method: 'POST',
        headers: { ...authorization, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    switch (plan.type) {
      case 'token':
        return { request: { type: 'token' }, send: () => this.#requestToken() };
      case 'users':
        return { request: { type: 'users', tokenExpiresAt }, send: get('/institutions/me/users?limit=100') };
      case 'credentials':
        return {
          request: { ...plan, tokenExpiresAt },
          send: get(`/institutions/me/credentials/${plan.partyId}`),
        };
      case 'request data': {
        const { partyId, provider } = plan;
        return {
          request: { ...plan, tokenExpiresAt },
          send: post('/institutions/me/credentials/request', { partyId, providers: [provider] }),
        };
      }
      case 'generate link': {
        const { contractId } = plan;
        return {
          request: { type: 'generate link', contractId, tokenExpiresAt },
          send: post('/verification/generate-link', { contractId }),
        };
      }
      case 'check link': {
        const link = this.#links.get(plan.contractId);
        // A token that nobody issued belongs to no sandbox, so there is something else to ask.
        if (link === undefined) return this.#requestOf({ type: 'users' });
        return {
          request: { type: 'check link', contractId: plan.contractId, linkExpiresAt: link.expiresAt },
          send: () => fetchOnce(`${this.#api}/verification/check/${link.text}`),
        };
      }
    }
  }

  #requestToken(): Promise<Response> {
    const { clientId, clientSecret } = this.#opened;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    return fetchOnce(`${this.#deployment.address()}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
  }

  get #api(): string {
    return `${this.#deployment.address()}/api/v1`;
  }
}

function answerOf(request: ClientRequest, status: number, body: string): Answer {
  return { status, facts: status === 200 ? factsOf(request, JSON.parse(body)).toSorted() : [] };
}

function factsOf(request: ClientRequest, body: unknown): string[] {
  if (request.type === 'users') {
    const { items } = body as { items: { partyId: string; kycProvider: string; reqStatus: string }[] };
    return items.map(({ partyId, kycProvider, reqStatus }) => `${partyId} ${kycProvider} ${reqStatus}`);
  }
  if (request.type === 'credentials')
    return (body as { contractId: string; freshness: string }[]).map(
      ({ contractId, freshness }) => `${contractId} ${freshness === 'REVOKED' ? 'revoked' : 'active'}`,
    );
  if (request.type === 'check link') {
    const { contractId, status } = body as { contractId: string; status: string };
    return [`${contractId} ${CREDENTIAL_STATES[status] ?? status}`];
  }
  return [];
}

/** The model's words for the `status` of a check. */
const CREDENTIAL_STATES: Readonly<Record<string, string>> = {
  strong: 'active',
  revoked: 'revoked',
  archived: 'superseded',
};

function controlCall(change: ControlChange): { path: string; body: object } {
  switch (change.type) {
    case 'add party': {
      const { partyId } = change;
      const account = { partyId, email: `${partyId}@example.com`, firstName: 'Party', lastName: partyId };
      return { path: '/world/parties', body: account };
    }
    case 'issue': {
      const { partyId, provider, contractId } = change;
      return { path: `/world/parties/${partyId}/credentials`, body: { provider, contractId, disclose: true } };
    }
    case 'revoke':
      return { path: `/world/credentials/${change.contractId}/revoke`, body: {} };
    case 'reject': {
      const { partyId, provider } = change;
      return { path: `/world/parties/${partyId}/decisions`, body: { status: 'REJECTED', provider } };
    }
    case 'advance':
      return { path: '/clock/advance', body: { by: `${change.milliseconds}ms` } };
    case 'refuse calls': {
      return { path: '/scenarios', body: { select: `rate-limit-burst;burst=${change.calls}` } };
    }
  }
}
