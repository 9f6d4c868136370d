/** Two replicas with a Redis, behind a proxy that sends each request to the other one in turn: one emulator for tests. */

import { startEmulator, type Emulator, type EmulatorHooks, type EmulatorOptions } from '../../../src/index.js';
import { turningProxy, type Target } from '../turning-proxy.js';
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
  const closeReplicas = (): Promise<unknown> =>
    Promise.all(replicas.map((replica) => replica.process.close(replica.number)));
  try {
    for (const process of processes)
      replicas.push({ process, ...(await process.start({ ...others, store, port: 0 }, hooks)) });
    const targets = replicas.map(({ started }): Target => ({ port: Number(new URL(started.localUrl).port) }));
    const proxy = await turningProxy(targets, {
      ...(host !== undefined && { host }),
      ...(port !== undefined && { port }),
    });
    const close = async (): Promise<void> => {
      await closeReplicas();
      await proxy[Symbol.asyncDispose]();
    };
    return emulatorAt(proxy.port, replicas[0]!.started, options.controlToken, close);
  } catch (error) {
    await closeReplicas();
    // Errors of another process have lost their class.
    await (await startEmulator(options, hooks)).close();
    throw error;
  }
}

/** A replica as its clients see it through the proxy. */
function emulatorAt(
  port: number,
  replica: StartedReplica,
  controlToken: string | undefined,
  close: () => Promise<void>,
): Emulator {
  const replicaPort = `:${new URL(replica.localUrl).port}`;
  const through = (text: string): string => text.replaceAll(replicaPort, `:${port}`);
  const { localUrl, url, apiUrl, tokenUrl } = replica;
  // The proxy is in this thread, which waits.
  const address = { url: localUrl, controlToken };
  const call = (id: string | undefined, path: readonly string[], given: readonly unknown[]): unknown => {
    const result = callOverHttp({ address, path, given, ...(id !== undefined && { id }) });
    return isPlain(result) ? JSON.parse(through(JSON.stringify(result))) : result;
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
