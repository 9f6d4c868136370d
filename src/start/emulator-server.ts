/**
 * The server of an emulator: what puts it together, lets it listen and ends it. Methods for sandboxes are elsewhere: a
 * start loads only what the data plane needs.
 */

import type { AddressInfo } from 'node:net';
import { clientUrl, schemeOf, serviceUrls } from '../emulator/addresses.js';
import { assemble, type AssemblyHooks } from './compose.js';
import type { ReachableEmulator } from './consumer-variables.js';
import type { ControlContext } from '../emulator/control/control-context.js';
import { once } from '../contract/schema/lazy.js';
import { completeOptions, OptionsError } from '../emulator/complete-options.js';
import type { CompleteOptions, EmulatorOptions } from '../emulator/options.js';
import type { RefusalCounts } from '../emulator/refused-connections.js';
import { OwnApplication } from './own-application.js';
import { urlOf } from '../common/platform/emulator-url.js';
import { closeGracefully, listen } from '../common/platform/listening.js';
import { keepBundle, type RunMembership } from './run-membership.js';
import { identityFor } from './server-identity.js';
import { createAppServer } from '../emulator/service/http/server.js';
import { isSharedStore, openStore } from '../stores/open-store.js';

/** An emulator that listens. */
export interface ListeningEmulator extends ReachableEmulator {
  /** Where it listens, as this machine reaches it. Another address than `url` with the option `publicUrl`. */
  readonly localUrl: string;
  /** What clients have to trust if the emulator made its TLS certificate, as PEM. Absent otherwise. */
  readonly authority?: string;
  /** Seed of the default sandbox. */
  readonly seed: number;
  /** Number of generated parties of the default sandbox. */
  readonly population: number;
  /** How many connections were refused so far, by reason: their clients did not speak the protocol of the port. */
  refusedConnections(): RefusalCounts;
  /** Stops listening, and waits up to 900 ms (with a store in Redis 10 s) for requests in flight. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Callbacks of {@link startServer}. */
export type ServerHooks = Omit<AssemblyHooks, 'membership' | 'store' | 'beforeRemovingExchanges'>;

/** What {@link startServer} has started. */
export interface StartedServer {
  readonly emulator: ListeningEmulator;
  readonly control: ControlContext;
}

/** A day in seconds. */
const A_DAY = 86_400;

/**
 * Starts an emulator.
 * @param membership the run that the emulator takes part in. Default: none
 * @throws as `startEmulator` of emulator.ts
 */
export async function startServer(
  options: EmulatorOptions,
  hooks: ServerHooks = {},
  membership?: RunMembership,
): Promise<StartedServer> {
  // A store that many emulators share is never closed, so unused sandboxes are removed from it after a day.
  const { store: place, sandboxIdleTtl = A_DAY } = options;
  const complete = completeOptions(isSharedStore(place) ? { ...options, sandboxIdleTtl } : options);

  // Nothing would be injected into a default sandbox that an earlier run has left in a store.
  if (membership !== undefined && complete.store !== undefined)
    throw new OptionsError(
      `option store: expected none while failures are injected (audit, exec --inject), because each run starts afresh; found ${JSON.stringify(complete.store)}`,
    );

  const store = await openStore(complete);

  try {
    return await startWith(complete, { ...hooks, membership, store });
  } catch (error) {
    // What could not be stored matters less than why there is no emulator.
    await store?.close().catch(() => undefined);
    throw error;
  }
}

/**
 * How long a server waits for requests in flight if it shares its store with others. It can wait long, because the
 * other servers take new requests meanwhile.
 */
const SHARED_GRACE_MILLISECONDS = 10_000;

/** Starts an emulator whose options are complete and whose store is open: puts it together, and lets it listen. */
async function startWith(complete: CompleteOptions, hooks: AssemblyHooks): Promise<StartedServer> {
  // This is called only while the emulator runs, when `run` and `control` are known.
  const beforeRemovingExchanges = (id: string): void => keepBundle(run, id, control);
  const { service, control, run, warnOfIgnored } = assemble(complete, { ...hooks, beforeRemovingExchanges });
  // The default sandbox has to be in the store before the first request.
  await control.shared?.start();
  warnOfIgnored();
  await control.keeper?.untilAllStored();

  // Now it can take requests.
  const identity = await identityFor(complete);
  const app = new OwnApplication(service, control, complete);
  const server = createAppServer(app, service, identity);
  await listen(server, complete);
  const { port } = server.address() as AddressInfo;

  // The run and the caller learn where the emulator listens.
  const localUrl = urlOf(complete.host, port, schemeOf(complete));
  run?.recordListening(localUrl);
  hooks.membership?.onListening?.(server);

  const close = once(async (): Promise<void> => {
    control.holds.end();
    // The server would wait for clients that follow a journal.
    control.journals.end(control.register.all());
    await closeGracefully(server, {
      app,
      grace: control.shared && SHARED_GRACE_MILLISECONDS,
      onImpatience: () => {
        service.unfinished.areCutOff = true;
      },
    });
    // Exchanges that were cut off go into the journals, too.
    await service.unfinished.whenOver();

    // The last bundles are read from the sandboxes, so the store has to be open until then.
    try {
      for (const { id } of control.register.all()) keepBundle(run, id, control);
    } finally {
      await control.keeper?.close();
    }
  });

  const { clientId, settings } = control.register.existing('default');
  const { clientSecret, base } = settings;
  const emulator: ListeningEmulator = {
    ...serviceUrls(clientUrl(complete, port)),
    localUrl,
    ...(identity?.authority !== undefined && { authority: identity.authority }),
    clientId,
    clientSecret,
    network: complete.network,
    refusedConnections: () => service.refusedConnections.counts,
    seed: base.seed,
    population: base.population.size,
    close,
    [Symbol.asyncDispose]: close,
  };

  return { emulator, control };
}
