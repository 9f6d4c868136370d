/** The built client library against a running emulator, over real HTTP; what goes over the wire is taken down. */

import { idSdk, type ConnectConfig, type Connection, type FetchLike, type RetryEvent } from 'id-sdk';
import { startEmulator, type Emulator, type EmulatorOptions, type SandboxControl } from '../../src/index.js';
import { behaviourReport } from '../../src/judge/report.js';

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
  /** In the order in which they were sent, those of all connections. */
  readonly sent: readonly SentRequest[];
  readonly retries: readonly RetryEvent[];
  /** Another connection to the same emulator. */
  connect(setUp?: ClientSetUp): Promise<Connection>;
  /** How many requests of a kind were sent. */
  count(kind: 'token' | 'api'): number;
}

export interface ClientSetUp extends Partial<ConnectConfig> {
  /** For API requests alone, by header; a suffix of the client ID also meets the token endpoint. */
  readonly scenario?: string;
  /** For token requests alone. */
  readonly tokenScenario?: string;
}

/** No chance in the tests, and short pauses that grow all the same. */
const NO_JITTER = { random: () => 0.15 };

export async function startClient(setUp: ClientSetUp = {}, options: EmulatorOptions = {}): Promise<ClientUnderTest> {
  const emulator = await startEmulator(options);
  const sent: SentRequest[] = [];
  const retries: RetryEvent[] = [];
  let institution: Institution = emulator;
  const connect = ({ scenario, tokenScenario, ...config }: ClientSetUp = {}): Promise<Connection> => {
    const own = institution;
    // Every further connection is another institution: one that asked for tokens twice would be judged for it.
    institution = emulator.sandbox();
    return idSdk.connect({
      ...addressesOf(own, emulator.network),
      ...NO_JITTER,
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
  return {
    emulator,
    connection: await connect(setUp),
    sent,
    retries,
    connect,
    count: (kind) => sent.filter(({ isTokenRequest }) => isTokenRequest === (kind === 'token')).length,
    async [Symbol.asyncDispose]() {
      await emulator.close();
      for (const sandbox of emulator.sandboxes()) expectGoodBehaviour(sandbox);
    },
  };
}

/** The judge finds no fault in anything that the client has done; that tests call the same method again and again is theirs. */
function expectGoodBehaviour(sandbox: SandboxControl): void {
  const broken = sandbox
    .behaviour()
    .verdicts.filter(({ verdict, rule }) => verdict === 'fail' && rule !== 'poll-slowly');
  if (broken.length > 0) throw new Error(`the client breaks rules:\n${behaviourReport(broken)}`);
}

type Institution = Pick<Emulator, 'clientId' | 'clientSecret' | 'url' | 'tokenUrl'>;

/** What a client needs to reach the emulator. */
export function addressesOf(
  { clientId, clientSecret, url, tokenUrl }: Institution,
  network: Emulator['network'],
): ConnectConfig {
  return { clientId, clientSecret, network, baseUrl: url, tokenUrl };
}

/** What the promise rejects with. */
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
