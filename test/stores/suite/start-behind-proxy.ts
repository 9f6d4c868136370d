/** Two replicas with a Redis, behind a proxy that sends each request to the other one in turn: one emulator for tests. */

import { startEmulator, type Emulator, type EmulatorHooks, type EmulatorOptions } from '../../../src/index.js';
import { turningProxy, type Target } from '../turning-proxy.js';
import { exposeToKills } from './kills.js';
import { newDatabase } from './redis-of-process.js';
import { ReplicaProcess, type StartedReplica } from './replica-processes.js';
import { callOverHttp, sandboxOverHttp } from './sandbox-over-http.js';

let processes: readonly ReplicaProcess[] | undefined;

/** @throws what an emulator in memory throws with the same options */
export async function startBehindProxy(options: EmulatorOptions, hooks: EmulatorHooks): Promise<Emulator> {
  const { host, port, ...others } = options;
  const store = await newDatabase();
  processes ??= [new ReplicaProcess(), new ReplicaProcess()];
  const replicas: { readonly process: ReplicaProcess; readonly number: number; readonly started: StartedReplica }[] =
    [];
  const closeReplicas = async (): Promise<void> => {
    const ends = await Promise.allSettled(replicas.map((replica) => replica.process.close(replica.number)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  };
  try {
    for (const process of processes)
      replicas.push({ process, ...(await process.start({ ...others, store, port: 0 }, hooks)) });
    const targets = replicas.map(({ started }): Target => ({ port: Number(new URL(started.localUrl).port) }));
    const proxy = await turningProxy(targets, {
      ...(host !== undefined && { host }),
      ...(port !== undefined && { port }),
    });
    const spare = exposeToKills({ proxy, targets }, processes);
    const close = async (): Promise<void> => {
      spare();
      try {
        await closeReplicas();
      } finally {
        await proxy[Symbol.asyncDispose]();
      }
    };
    const portUp = (): number => targets.find(({ isUp = true }) => isUp)!.port;
    return emulatorAt(proxy.port, replicas[0]!.started, { portUp, controlToken: options.controlToken, close });
  } catch (error) {
    await closeReplicas();
    // Errors of another process have lost their class.
    await (await startEmulator(options, hooks)).close();
    throw error;
  }
}

interface BehindProxy {
  /** The port of a replica that is not about to be killed. */
  readonly portUp: () => number;
  readonly controlToken: string | undefined;
  readonly close: () => Promise<void>;
}

/** A replica as its clients see it through the proxy. */
function emulatorAt(port: number, replica: StartedReplica, { portUp, controlToken, close }: BehindProxy): Emulator {
  const replicaPort = `:${new URL(replica.localUrl).port}`;
  const through = (text: string, from = replicaPort): string => text.replaceAll(from, `:${port}`);
  const { localUrl, url, apiUrl, tokenUrl } = replica;
  const call = (id: string | undefined, path: readonly string[], given: readonly unknown[]): unknown => {
    // The proxy is in this thread, which waits.
    const up = `:${portUp()}`;
    const address = { url: localUrl.replace(replicaPort, up), controlToken };
    const result = callOverHttp({ address, path, given, ...(id !== undefined && { id }) });
    return isPlain(result) ? JSON.parse(through(JSON.stringify(result), up)) : result;
  };
  const sandbox = (id: string) => sandboxOverHttp(id, through(url), call);
  return {
    ...replica,
    url: through(url),
    localUrl: through(localUrl),
    apiUrl: through(apiUrl),
    tokenUrl: through(tokenUrl),
    defaultSandbox: sandbox('default'),
    sandbox: (sandboxOptions = {}) => sandbox(call(undefined, ['open'], [sandboxOptions]) as string),
    sandboxes: () => (call(undefined, ['list'], []) as string[]).map(sandbox),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function isPlain(result: unknown): boolean {
  return result !== undefined && !(result instanceof Date);
}
