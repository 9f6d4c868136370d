/**
 * The proxy between the Pact verifier and the emulator. The verifier only compares responses. Everything else happens
 * here: a header says to which run a request belongs, the proxy sets up that run, adapts the request (with valid
 * credentials in place of those of the example), sends it to the emulator and records the response.
 */

import { Agent, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { urlToHttpOptions } from 'node:url';
import { withoutUndefined } from '../../common/json.js';
import { listen } from '../../common/platform/listening.js';
import type { Contract } from '../../contract/contract.js';
import { adaptRequest, type AdaptedRequest, type RawRequest } from '../../pact/provider/adapt-request.js';
import { forward, parseDiagnostics, passOn, type ForwardedResponse } from '../../pact/provider/gateway.js';
import { rawRequest, receiveWholeBody, singleHeaders } from '../../pact/provider/gateway.js';
import type { SetUp } from '../../pact/states/set-up-states.js';
import { RemoteEmulatorError } from '../../remote/remote-emulator-error.js';
import type { InteractionFailure } from '../report/verification-report.js';
import { shippedContracts } from '../../start/shipped.js';
import { RUN_HEADER } from './pact-copy.js';
import { unseenIn, withQuery } from './appearance.js';
import type { RunSetup, RunSetups } from './run-setups.js';
import { appliedScenarios, type ObservedResponse, type Run, type RunResult } from './run.js';
import type { SandboxSource } from './sandbox-source.js';
import { hasToBeSentAgain, endFailure } from './send-again.js';
import probePact from './probe-pact.json' with { type: 'json' };

export interface VerifierProxyOptions {
  readonly contract: Contract;
  readonly setups: RunSetups;
  /** Whether requests are sent unchanged, as the pact says. */
  readonly asWritten: boolean;
  /** The emulator. */
  readonly upstream: Pick<SandboxSource, 'url' | 'host' | 'check'>;
}

const STATES_PATH = '/id-emulator-states';
/** The path at which the verifier always gets 204. */
const PROBE_PATH = probePact.interactions[0]!.request.path;

/** Call {@link listen}, then {@link expect} for each run, let the verifier send its requests, and read the records. */
export class VerifierProxy {
  readonly #options: VerifierProxyOptions;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: Server;
  /** Expected runs by their IDs. */
  readonly #runs = new Map<string, Run>();
  /** What was observed of each run, by run ID. The verdicts of the verifier come later. */
  readonly #records = new Map<string, RunResult>();
  /** The number of requests of the probe pact that have arrived. */
  probes = 0;

  constructor(options: VerifierProxyOptions) {
    this.#options = options;
    this.#server = createServer({ keepAliveTimeout: 75_000 }, (req, res) => {
      this.#handle(req, res).catch((error: unknown) => {
        // The verifier reports only that the run failed. The record has the reason.
        if (!res.headersSent) res.writeHead(500, { 'Content-Type': 'text/plain' });
        res.end((error as Error).message);
      });
    });
  }

  /** Listens on a free port of the loopback interface. */
  async listen(): Promise<void> {
    await listen(this.#server, { host: '127.0.0.1', port: 0 });
  }

  /** The URL to which the verifier sends the requests of interactions. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The address of the emulator in its responses. */
  get emulatorAddress(): string {
    const { url, host } = this.#options.upstream;
    return host === undefined ? new URL(url).origin : `http://${host}`;
  }

  /** The URL at which the verifier requests the values of provider states. */
  get statesUrl(): string {
    return this.url + STATES_PATH;
  }

  /** Registers runs, before the verifier sends their requests. */
  expect(runs: readonly Run[]): void {
    for (const run of runs) this.#runs.set(run.id, run);
  }

  /** The record of a run; undefined if the verifier sent no request for it. */
  record({ id }: Run): RunResult | undefined {
    return this.#records.get(id);
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Answers one request of the verifier: for state values, of the probe, or of a run. */
  async #handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await receiveWholeBody(req);
    if (req.url === STATES_PATH) {
      await this.#sendStateValues(body, res);
      return;
    }

    if (req.url === PROBE_PATH) {
      this.probes++;
      res.writeHead(204).end();
      return;
    }

    const run = this.#runs.get(String(req.headers[RUN_HEADER.toLowerCase()]));
    if (run === undefined) throw new Error(`the request has no ${RUN_HEADER} header with the ID of a run`);

    await this.#serve(run, req, body, res).catch(async (error: unknown) => {
      // Without an emulator, every run fails, so the failure shows nothing about the pact.
      const notRun = await this.#emulatorProblem(error as Error);
      if (notRun !== undefined) this.#records.set(run.id, { failures: [], adaptations: [], notRun });
      throw error;
    });
  }

  /** Why there is no emulator, or a wrong one, if that explains the error. Otherwise undefined. */
  async #emulatorProblem(error: Error): Promise<string | undefined> {
    const wrong = [error, error.cause].find((one) => one instanceof RemoteEmulatorError);
    if (wrong !== undefined) return wrong.message;

    try {
      await this.#options.upstream.check();
      return undefined;
    } catch (gone) {
      return (gone as Error).message;
    }
  }

  /** Sets up a run, sends its request to the emulator, and records what happens. */
  async #serve(run: Run, req: IncomingMessage, body: Buffer, res: ServerResponse): Promise<void> {
    const start = performance.now();
    const setup = await this.#setUp(run);
    const { sandbox, setUp } = setup;

    // The copy of the pact has the one header, and the verifier adds the other.
    const { [RUN_HEADER.toLowerCase()]: _run, host: _host, ...headers } = req.headers;
    const request = rawRequest({ method: req.method, headers }, req.url!, body);

    const context = { sandbox, setUp, addToken: run.addToken, asWritten: this.#options.asWritten };
    const adapted = await adaptRequest(request, context, this.#contractOf(run));
    const record: RunResult = { failures: [], setUp, sentBytes: body.length, adaptations: adapted.adaptations };
    this.#records.set(run.id, record);

    const forwarded = await this.#forward(adapted).catch((error: unknown) => {
      this.#records.set(run.id, { ...record, failures: [noResponse(error as Error)] });
      throw error;
    });

    const response = observedResponse(forwarded, setUp);
    const seconds = (performance.now() - start) / 1_000;
    const observations = await this.#observe(request, adapted, response, { run, setup });
    this.#records.set(run.id, { ...record, response, seconds, ...observations });
    await this.#options.setups.afterResponse(run);
    passOn(forwarded, res);
  }

  /** Records what the response shows, sends the request again if necessary, and reads further pages. */
  async #observe(
    request: RawRequest,
    adapted: AdaptedRequest,
    response: ObservedResponse,
    { run, setup }: { readonly run: Run; readonly setup: RunSetup },
  ): Promise<Pick<RunResult, 'secondResponse' | 'unseen'>> {
    const { setUp } = setup;
    const { interaction } = run;
    const { asWritten } = this.#options;
    const contract = this.#contractOf(run);
    const send = async (sent: AdaptedRequest): Promise<ObservedResponse> =>
      observedResponse(await this.#forward(sent), setUp);

    let lastSent = adapted;
    let secondResponse: ObservedResponse | undefined;
    if (hasToBeSentAgain(interaction, setUp, response)) {
      lastSent = await endFailure(request, setup, { interaction, contract, asWritten });
      secondResponse = await send(lastSent);
    }

    const search = (change: (query: URLSearchParams) => void): Promise<ObservedResponse> =>
      send({ ...lastSent, target: withQuery(lastSent.target, change) });
    const { states } = setUp;
    const unseen = await unseenIn({ request, response, secondResponse, states, contract, search });

    return { unseen, ...withoutUndefined({ secondResponse }) };
  }

  /** Sends the values of a state (`fromProviderState`) to the verifier. The name of the state is a run ID. */
  async #sendStateValues(body: Buffer, res: ServerResponse): Promise<void> {
    const { state, action } = JSON.parse(body.toString()) as { state: string; action: string };
    const run = action === 'setup' ? this.#runs.get(state) : undefined;
    // An error of the setup is reported with the request of the interaction. If it were reported here, the verifier
    // would try again.
    const setup = run && (await this.#setUp(run).catch(() => undefined));
    const values = JSON.stringify(setup?.setUp.values ?? {});
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(values);
  }

  /** The contract of the sandbox of a run. */
  #contractOf({ variants }: Run): Contract {
    const { contract } = this.#options;
    return variants === undefined ? contract : shippedContracts().in({ revision: contract.revision, variants });
  }

  /** Sets up the states of a run. A failure is recorded as that of the run. */
  async #setUp(run: Run): Promise<RunSetup> {
    try {
      return await this.#options.setups.setupFor(run);
    } catch (error) {
      const { message } = error as Error;
      this.#records.set(run.id, { failures: [{ kind: 'state', message }], adaptations: [] });
      throw error;
    }
  }

  #forward(adapted: AdaptedRequest): Promise<ForwardedResponse> {
    const { url, host } = this.#options.upstream;
    const headers = { ...adapted.headers, ...withoutUndefined({ host }) };
    const to = { ...urlToHttpOptions(new URL(url + adapted.target)), agent: this.#agent };

    return forward({ ...adapted, headers }, to);
  }
}

function noResponse({ message }: Error): InteractionFailure {
  const end = `the emulator ended the connection before the response was complete (${message})`;
  const cause = 'as a scenario of a provider state or of a party in the request tells it to';
  return { kind: 'answer', message: `${end}, ${cause}` };
}

/**
 * The response with its diagnostics. Scenarios that no provider state activates are added, as a surprise to readers.
 */
function observedResponse({ status, headers, body }: ForwardedResponse, setUp: SetUp): ObservedResponse {
  const diagnostics = parseDiagnostics(headers);
  const response = { status, headers: singleHeaders(headers), body: body.toString(), diagnostics };
  const unexplained = appliedScenarios(response).filter((name) => !setUp.scenarios.includes(name));
  const reason = 'no provider state activates it, so a party of the request may select it';
  const sentences = unexplained.map((name) => `the scenario "${name}" answered: ${reason}`);

  return { ...response, diagnostics: [...diagnostics, ...sentences] };
}
