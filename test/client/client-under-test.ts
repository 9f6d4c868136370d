/** The built client library against a running emulator, over real HTTP; what goes over the wire is taken down. */

import { idSdk, type ConnectConfig, type Connection, type FetchLike, type RetryEvent } from 'id-sdk';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../src/index.js';

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

/** No chance in the tests: the shortest backoff that there is. */
const NO_JITTER = { random: () => 0 };

export async function startClient(setUp: ClientSetUp = {}, options: EmulatorOptions = {}): Promise<ClientUnderTest> {
  const emulator = await startEmulator(options);
  const sent: SentRequest[] = [];
  const retries: RetryEvent[] = [];
  const connect = ({ scenario, tokenScenario, ...config }: ClientSetUp = {}): Promise<Connection> =>
    idSdk.connect({
      ...addressesOf(emulator),
      ...NO_JITTER,
      onRetry: (event) => retries.push(event),
      ...config,
      fetch: (url, init) => {
        const isTokenRequest = url === emulator.tokenUrl;
        sent.push({ method: init.method, url: new URL(url), authorization: init.headers['authorization'], isTokenRequest });
        return (config.fetch ?? fetch)(url, withScenario(init, isTokenRequest ? tokenScenario : scenario));
      },
    });
  return {
    emulator,
    connection: await connect(setUp),
    sent,
    retries,
    connect,
    count: (kind) => sent.filter(({ isTokenRequest }) => isTokenRequest === (kind === 'token')).length,
    [Symbol.asyncDispose]: () => emulator.close(),
  };
}

/** What a client needs to reach the emulator. */
export function addressesOf({ clientId, clientSecret, network, url, tokenUrl }: Emulator): ConnectConfig {
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
