/** Stands between the Pact verifier and the emulator: sets the stage of each trial, adapts its request, and sees the answer. */

import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as sendRequest,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { parseList } from 'structured-headers';
import type { Contract } from '../../contract/contract.js';
import { type AdaptedRequest, adaptRequest, type RawRequest } from './adapt-request.js';
import { TRIAL_HEADER } from './pact-copy.js';
import type { Stage, Stages } from './run-setups.js';
import type { SeenAnswer, Trial } from './run.js';
import type { SandboxSource } from './sandbox-source.js';

/** What has been seen of a trial. */
export interface Sighting {
  readonly stage?: Stage;
  /** Why the stage could not be set. */
  readonly stageError?: Error;
  readonly answer?: SeenAnswer;
  readonly adaptations: readonly string[];
}

/** What a front works with. */
export interface FrontMaterial {
  readonly contract: Contract;
  readonly stages: Stages;
  readonly upstream: Pick<SandboxSource, 'url' | 'host'>;
}

const STATES_PATH = '/id-emulator-states';

export class Front {
  readonly #material: FrontMaterial;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: Server;
  readonly #trials = new Map<string, Trial>();
  readonly #sightings = new Map<string, Sighting>();

  constructor(material: FrontMaterial) {
    this.#material = material;
    this.#server = createServer({ keepAliveTimeout: 75_000 }, (req, res) => {
      this.#handle(req, res).catch((error: unknown) => {
        // What the verifier makes of it is a failure; the sighting says why.
        if (!res.headersSent) res.writeHead(500, { 'Content-Type': 'text/plain' });
        res.end((error as Error).message);
      });
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
  }

  /** Where the verifier sends requests. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Where the verifier asks for provider states. */
  get statesUrl(): string {
    return this.url + STATES_PATH;
  }

  expect(trials: readonly Trial[]): void {
    for (const trial of trials) this.#trials.set(trial.id, trial);
  }

  /** What was seen of a trial; nothing where its request has not come. */
  sighting({ id }: Trial): Sighting | undefined {
    return this.#sightings.get(id);
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await buffer(req);
    if (req.url === STATES_PATH) {
      await this.#tellValues(body, res);
      return;
    }
    const trial = this.#trials.get(String(req.headers[TRIAL_HEADER.toLowerCase()]));
    if (trial === undefined) throw new Error('the request belongs to no interaction');
    const stage = await this.#stage(trial);
    const adapted = await adaptRequest(rawRequest(req, body), stage, {
      contract: this.#material.contract,
      addToken: trial.addToken ?? false,
    });
    this.#sightings.set(trial.id, { stage, adaptations: adapted.adaptations });
    const answer = await this.#forward(adapted);
    this.#sightings.set(trial.id, { stage, adaptations: adapted.adaptations, answer: answer.seen });
    res.writeHead(answer.seen.status, answer.rawHeaders);
    res.end(answer.bytes);
  }

  /** The verifier wants the values of a state before the request, to put them in. */
  async #tellValues(body: Buffer, res: ServerResponse): Promise<void> {
    const { state, action } = JSON.parse(body.toString()) as { state: string; action: string };
    const trial = this.#trials.get(state);
    // A stage that cannot be set is told when the request comes: the verifier would ask twice more for it.
    const stage =
      trial === undefined || action !== 'setup' ? undefined : await this.#stage(trial).catch(() => undefined);
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(stage?.values ?? {}));
  }

  async #stage(trial: Trial): Promise<Stage> {
    try {
      return await this.#material.stages.stageOf(trial);
    } catch (error) {
      this.#sightings.set(trial.id, { stageError: error as Error, adaptations: [] });
      throw error;
    }
  }

  #forward({
    method,
    target,
    headers,
    body,
  }: AdaptedRequest): Promise<{ seen: SeenAnswer; bytes: Buffer; rawHeaders: string[] }> {
    const { url, host } = this.#material.upstream;
    const sent = { ...headers, ...(host !== undefined && { host }), 'content-length': body.length };
    return new Promise((resolve, reject) => {
      const outgoing = sendRequest(url + target, { method, agent: this.#agent, headers: sent }, (incoming) => {
        buffer(incoming).then((bytes) => {
          const seen = {
            status: incoming.statusCode!,
            headers: headersOf(incoming),
            body: bytes.toString(),
            diagnostics: readDiagnostics(incoming.headers),
          };
          resolve({ seen, bytes, rawHeaders: withoutFraming(incoming.rawHeaders) });
        }, reject);
      });
      outgoing.on('error', reject).end(body);
    });
  }
}

function rawRequest(req: IncomingMessage, body: Buffer): RawRequest {
  const {
    [TRIAL_HEADER.toLowerCase()]: _mark,
    host: _host,
    connection: _connection,
    'transfer-encoding': _encoding,
    ...headers
  } = headersOf(req);
  return { method: req.method!, target: req.url!, headers, body };
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value!]),
  );
}

/** The body is sent on whole, so its framing is the front's own. */
function withoutFraming(rawHeaders: readonly string[]): string[] {
  return rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && !/^(transfer-encoding|connection|keep-alive|content-length)$/i.test(name)
      ? [name, rawHeaders[at + 1]!]
      : [],
  );
}

/** The diagnostics, in their order (`Emulator-Diagnostic`, a list of strings by RFC 9651). */
export function readDiagnostics({ 'emulator-diagnostic': field }: IncomingHttpHeaders): string[] {
  if (typeof field !== 'string') return [];
  try {
    return parseList(field).flatMap(([value]) => (typeof value === 'string' ? [value] : []));
  } catch {
    return [field];
  }
}
