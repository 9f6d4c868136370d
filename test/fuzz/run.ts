/** A fuzz run: an emulator, requests drawn from a seed, and what went wrong. */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { startEmulator, type Emulator } from '../../src/index.js';
import { Documents } from './documents.js';
import { Draw } from './draw.js';
import { MARKERS, Material } from './material.js';
import { randomRequest } from './random-request.js';
import { Recording } from './recording.js';
import { curlLine, Transport, type FuzzRequest, type Outcome } from './transport.js';
import { Verdicts } from './verdict.js';

const LISTS = ['users?limit=100', 'credentials?limit=100', 'human-scores?limit=100'];
/** How many requests there are between two checks of a sandbox. */
const CHECK_INTERVAL = 100;

interface Fixture {
  readonly parties: readonly {
    readonly partyId: string;
    readonly credentials: readonly { readonly contractId: string }[];
  }[];
}

const CAST = parse(readFileSync(new URL('../../fixtures/default.yaml', import.meta.url), 'utf8')) as Fixture;

export class Fuzzer implements AsyncDisposable {
  readonly #emulator: Emulator;
  readonly #errors: Error[];
  readonly #documents = new Documents();
  readonly #material: Material;
  readonly #transport: Transport;
  readonly #verdicts: Verdicts;
  readonly #seed: number;
  readonly counts: Record<string, number> = {};
  readonly recording = new Recording();
  #number = 0;

  private constructor(emulator: Emulator, errors: Error[], seed: number) {
    this.#emulator = emulator;
    this.#errors = errors;
    this.#seed = seed;
    const { parties } = CAST;
    this.#material = new Material(
      emulator,
      ['party::in-a', 'party::in-b', 'nobody', ...parties.map(({ partyId }) => partyId)],
      ['in-a', 'in-b', '00', ...parties.flatMap(({ credentials }) => credentials.map(({ contractId }) => contractId))],
    );
    this.#verdicts = new Verdicts(this.#documents, this.#material);
    this.#transport = new Transport(
      emulator.url,
      () => this.#verdicts.exchange(this.#number)?.exchange.response.ending === 'never',
    );
    this.#openLasting();
  }

  static async start(seed: number): Promise<Fuzzer> {
    const errors: Error[] = [];
    const emulator = await startEmulator(
      { population: 30, now: '2026-05-01T00:00:00Z', journalSize: 40 },
      { onInternalError: (error) => errors.push(error) },
    );
    return new Fuzzer(emulator, errors, seed);
  }

  /** Opens two sandboxes, each with a party that the other one must not show. */
  #openLasting(): void {
    for (const [name, marker] of Object.entries(MARKERS)) {
      const party = {
        partyId: `party::in-${name}`,
        email: `${marker}@example.com`,
        firstName: marker,
        lastName: marker,
        credentials: [
          { provider: 'GITHUB', contractId: `in-${name}`, issuedAt: '-P3D', metadata: { username: marker } },
        ],
      };
      const sandbox = this.#emulator.sandbox({
        fixture: { ...CAST, parties: [party, ...CAST.parties] },
        ...(name === 'b' && { revision: '2026-04' }),
      });
      this.#material.lasting.set(name, sandbox.id);
    }
  }

  /** Sends the requests one after the other. Throws at the first mistake. */
  async run(requests: number): Promise<void> {
    for (let sent = 0; sent < requests; sent++) {
      const draw = new Draw(this.#seed, ++this.#number);
      const request = randomRequest(draw, this.#documents, this.#material, this.#number);
      await this.#judged(request);
      if (this.#number % CHECK_INTERVAL === 0) await this.#checkSandbox(draw.of(this.#emulator.sandboxes()).id);
    }
  }

  async #judged(request: FuzzRequest): Promise<Outcome> {
    const outcome = await this.#transport.send(request);
    this.recording.add(request, outcome);
    const mistakes = [
      ...this.#verdicts.mistakes(request, outcome, this.#number),
      ...this.#errors.splice(0).map((error) => `internal error: ${error.stack ?? error.message}`),
    ];
    if (mistakes.length > 0) this.#fail(request, outcome, mistakes);
    const kind = outcome.kind === 'response' ? `${String(outcome.response.status)[0]!}xx` : outcome.kind;
    const key = `${request.plane}${request.bytes === undefined ? '' : ' bytes'} ${kind}`;
    this.counts[key] = (this.counts[key] ?? 0) + 1;
    this.#learn(request, outcome);
    return outcome;
  }

  #fail(request: FuzzRequest, outcome: Outcome, mistakes: readonly string[]): never {
    const shown = outcome.kind === 'response' ? JSON.stringify(outcome.response).slice(0, 2_000) : outcome.kind;
    const exchange = this.#verdicts.exchange(this.#number);
    throw new Error(
      [
        `Request ${this.#number} of seed ${this.#seed}:`,
        ...mistakes.slice(0, 10),
        `request:  ${curlLine(this.#emulator.url, request)}`,
        `response: ${shown}`,
        `journal:  ${exchange === undefined ? 'nothing' : `sandbox ${exchange.sandbox}, ${JSON.stringify(exchange.exchange.scenarios)}`}`,
        `repeat:   FUZZ_SEED=${this.#seed} FUZZ_REQUESTS=${this.#number} npx vitest run test/fuzz`,
      ].join('\n'),
    );
  }

  #learn({ target, method }: FuzzRequest, outcome: Outcome): void {
    if (outcome.kind !== 'response') return;
    const { status, text } = outcome.response;
    const material = this.#material;
    const path = target.split('?')[0]!;
    if (method === 'POST' && path === '/_emulator/reset' && status === 204) this.#openLasting();
    if (status !== 200 && status !== 201) return;
    const state = /^\/_emulator\/sandboxes\/([^/]+)\/state$/.exec(path)?.[1];
    if (state !== undefined && method === 'GET' && text.length < 100_000)
      material.learn(material.states, { sandbox: decodeURIComponent(state), text });
    const { token, access_token, partyId, contractId } = parsed(text);
    if (typeof token === 'string') material.learn(material.links, token);
    if (typeof access_token === 'string') material.learn(material.tokens, access_token);
    if (method !== 'POST' || !path.includes('/world/')) return;
    if (typeof partyId === 'string' && partyId.length < 200) material.learn(material.parties, partyId);
    if (typeof contractId === 'string' && contractId.length < 200) material.learn(material.contracts, contractId);
  }

  /** Whatever has happened to a sandbox, its lists, its state and its journal can be read, and its state fits it. */
  async #checkSandbox(id: string): Promise<void> {
    const sandbox = this.#emulator.sandboxes().find((open) => open.id === id)!;
    sandbox.scenarios.stopAll();
    // The sandbox's own lifetime may be a second.
    const { accessToken } = sandbox.accessToken({ lifetime: 3_600 });
    const authorization = ['Authorization', `Bearer ${accessToken}`] as const;
    for (const list of LISTS)
      await this.#expectSuccess({
        plane: 'service',
        method: 'GET',
        target: `/api/v1/institutions/me/${sandbox.show().variants['max-limit'] === undefined ? list : list.split('?')[0]!}`,
        headers: [['Host', '127.0.0.1'], authorization],
        sandbox: id,
      });
    const path = `/_emulator/sandboxes/${encodeURIComponent(id)}`;
    for (const part of [
      '',
      '/journal',
      '/journal/har',
      '/pact?consumer=x',
      '/behaviour',
      '/fidelity',
      '/world/events',
      '/world/parties?limit=100',
    ])
      await this.#expectSuccess({
        plane: 'control',
        method: 'GET',
        target: path + part,
        headers: [['Host', '127.0.0.1']],
      });
    const state = await this.#expectSuccess({
      plane: 'control',
      method: 'GET',
      target: `${path}/state`,
      headers: [['Host', '127.0.0.1']],
    });
    await this.#expectSuccess({
      plane: 'control',
      method: 'PUT',
      target: `${path}/state`,
      headers: [
        ['Host', '127.0.0.1'],
        ['Content-Type', 'application/json'],
      ],
      body: Buffer.from(state),
    });
  }

  /** The body of the response. */
  async #expectSuccess(request: FuzzRequest): Promise<string> {
    const outcome = await this.#judged(request);
    if (outcome.kind !== 'response' || outcome.response.status !== 200)
      return this.#fail(request, outcome, ['the check of a sandbox did not get status 200']);
    return outcome.response.text;
  }

  /** The lists of a lasting sandbox after a reset, which are those from its start. */
  async listsAfterReset(name: string): Promise<string[]> {
    const id = this.#material.lasting.get(name)!;
    const sandbox = this.#emulator.sandboxes().find((open) => open.id === id)!;
    sandbox.reset();
    const headers = [
      ['Host', '127.0.0.1'],
      ['Authorization', `Bearer ${sandbox.accessToken({ lifetime: 3_600 }).accessToken}`],
    ] as const;
    const bodies = [];
    for (const list of LISTS)
      bodies.push(
        await this.#expectSuccess({
          plane: 'service',
          method: 'GET',
          target: `/api/v1/institutions/me/${list}`,
          headers,
          sandbox: id,
        }),
      );
    return bodies;
  }

  /** Checks every sandbox that is open. */
  async checkAll(): Promise<void> {
    for (const { id } of this.#emulator.sandboxes()) await this.#checkSandbox(id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#transport.close();
    await this.#emulator.close();
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
