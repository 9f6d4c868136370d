/** The built client library against a running emulator, over real HTTP; every request is recorded. */

import { idSdk, type ConnectConfig, type Connection, type FetchLike, type RetryEvent } from 'id-emulator/client';
import { startEmulator, type Emulator, type EmulatorOptions, type SandboxControl } from '../../src/index.js';
import { behaviourReport } from '../../src/emulator/judge/report.js';

/** A request as the client sent it. */
export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly isTokenRequest: boolean;
}

export interface ClientUnderTest extends AsyncDisposable {
  readonly emulator: Emulator;
  readonly connection: Connection;
  /** The requests of all connections, in the order in which they were sent. */
  readonly sent: readonly SentRequest[];
  readonly retries: readonly RetryEvent[];
  /** Another connection to the same emulator. */
  connect(setUp?: ClientSetUp): Promise<Connection>;
  /** The number of requests of an operation. */
  count(kind: 'token' | 'api'): number;
}

export interface ClientSetUp extends Partial<ConnectConfig> {
  /** Scenarios for API requests only, by header; a suffix of the client ID also affects the token endpoint. */
  readonly scenario?: string;
  /** Scenarios for token requests only. */
  readonly tokenScenario?: string;
}

let users = 0;
const { random } = Math;
const { setTimeout } = globalThis;

/** Milliseconds before the first, second and third retry with a random number of 0.15. No other timer has them. */
const BACKOFFS = [75, 150, 300] as const;

/** No randomness in the client, and pauses before retries that last a tenth of what it says, until it is disposed of. */
export function withShortPauses(): Disposable {
  if (users++ === 0) {
    Math.random = () => 0.15;
    globalThis.setTimeout = Object.assign(
      (act: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) =>
        setTimeout(act, BACKOFFS.some((backoff) => backoff === delay) ? delay / 10 : delay, ...given),
      setTimeout,
    );
  }
  return {
    [Symbol.dispose]() {
      if (--users > 0) return;
      Object.assign(Math, { random });
      Object.assign(globalThis, { setTimeout });
    },
  };
}

export async function startClient(setUp: ClientSetUp = {}, options: EmulatorOptions = {}): Promise<ClientUnderTest> {
  const pauses = withShortPauses();
  const emulator = await startEmulator(options);
  const sent: SentRequest[] = [];
  const retries: RetryEvent[] = [];
  let institution: Institution = emulator;
  const connect = ({ scenario, tokenScenario, ...config }: ClientSetUp = {}): Promise<Connection> => {
    const own = institution;
    // Every further connection is another institution: the judge would object to two token requests of one.
    institution = emulator.sandbox();
    return idSdk.connect({
      ...addressesOf(own, emulator.network),
      onRetry: (event) => retries.push(event),
      ...config,
      fetch: (url, init) => {
        const isTokenRequest = url === emulator.tokenUrl;
        sent.push({
          method: init.method,
          url: new URL(url),
          authorization: init.headers['authorization'],
          isTokenRequest,
        });
        return (config.fetch ?? fetch)(url, withScenario(init, isTokenRequest ? tokenScenario : scenario));
      },
    });
  };
  const connection = await connect(setUp).catch(async (error: unknown) => {
    // What a test replaces is there for the next file of tests, too.
    pauses[Symbol.dispose]();
    await emulator.close();
    throw error;
  });
  return {
    emulator,
    connection,
    sent,
    retries,
    connect,
    count: (kind) => sent.filter(({ isTokenRequest }) => isTokenRequest === (kind === 'token')).length,
    async [Symbol.asyncDispose]() {
      pauses[Symbol.dispose]();
      try {
        for (const sandbox of emulator.sandboxes()) expectGoodBehaviour(sandbox);
      } finally {
        await emulator.close();
      }
    },
  };
}

/** Fails if the client broke a rule of the judge. */
function expectGoodBehaviour(sandbox: SandboxControl): void {
  const broken = sandbox.behaviour().verdicts.filter(({ verdict }) => verdict === 'fail');
  if (broken.length > 0) throw new Error(`the client breaks rules:\n${behaviourReport(broken)}`);
}

type Institution = Pick<Emulator, 'clientId' | 'clientSecret' | 'url' | 'tokenUrl'>;

/** The configuration with which a client reaches the emulator. */
export function addressesOf(
  { clientId, clientSecret, url, tokenUrl }: Institution,
  network: Emulator['network'],
): ConnectConfig {
  return { clientId, clientSecret, network, baseUrl: url, tokenUrl };
}

/** The error of a rejected promise. */
export async function failureOf(promise: Promise<unknown>): Promise<Error> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) throw new Error('it should have failed with an error');
  return outcome;
}

function withScenario(init: Parameters<FetchLike>[1], scenario: string | undefined): Parameters<FetchLike>[1] {
  return scenario === undefined ? init : { ...init, headers: { ...init.headers, 'Emulator-Scenario': scenario } };
}
