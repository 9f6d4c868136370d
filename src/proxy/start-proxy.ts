/** A validating proxy in a program. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { machineClock } from '../domain/time/clock.js';
import { urlOf } from '../platform/emulator-url.js';
import { closeGracefully, listen } from '../platform/listening.js';
import type { Exchange } from '../journal/exchange.js';
import { shippedContract } from '../shipped.js';
import { createContractChecker } from './contract-checker.js';
import { probeUpstream } from './probe-upstream.js';
import { proxyListener } from './proxy-listener.js';
import { ProxyJournal } from './proxy-journal.js';
import { completeProxyOptions, type ProxyHooks, type ProxyOptions } from './proxy-options.js';
import { Recorder } from './recording/recorder.js';
import type { Recording } from './recording/recording.js';
import { SeenSecrets } from './seen-secrets.js';
import { Upstream } from './upstream.js';

/** A running proxy. */
export interface Proxy {
  /** Scheme, host and port. */
  readonly url: string;
  /** What clients use as the API's address: `{url}/api/v1`. */
  readonly apiUrl: string;
  /** What clients use as the token endpoint. */
  readonly tokenUrl: string;
  /** The last exchanges, oldest first, without secrets; violations are among their diagnostics. */
  exchanges(): Exchange[];
  /**
   * Stops listening; exchanges under way are ended, for 900 ms at most. Then the recording is written, if there is one.
   * Resolves to what was written; undefined where nothing was to be.
   * @throws RecordError where the recording cannot be written
   */
  close(): Promise<Recording | undefined>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a proxy that passes requests on to the real service, and holds every request and answer against the contract.
 * @throws MissingPeerError where `@stoplight/prism-http` is not installed; OptionsError where it cannot be set up as asked;
 *   UpstreamError where the service is not there; RecordError where the folder for a recording cannot be used; an error
 *   with `code` EADDRINUSE or the like where it cannot listen
 */
export async function startProxy(options: ProxyOptions, hooks: ProxyHooks = {}): Promise<Proxy> {
  const complete = completeProxyOptions(options);
  const { record, seed, host, port, probe, timeout } = complete;
  const clock = machineClock();
  const recorder = record === undefined ? undefined : new Recorder(record, seed, clock);
  const upstream = new Upstream(complete);
  const checker = await createContractChecker(shippedContract());
  if (probe)
    await probeUpstream(upstream, timeout).catch((error: unknown) => {
      upstream.close();
      throw error;
    });
  const secrets = new SeenSecrets();
  const journal = new ProxyJournal(complete.journalSize, secrets);
  const server = createServer(
    { keepAliveTimeout: 75_000 },
    proxyListener({
      passage: { checker, upstream, limits: complete, errors: complete.errors },
      secrets,
      journal,
      recorder,
      clock,
      hooks,
    }),
  );
  await listen(server, { host, port });
  const url = urlOf(host, (server.address() as AddressInfo).port);
  let closed: Promise<Recording | undefined> | undefined;
  const close = (): Promise<Recording | undefined> =>
    (closed ??= closeGracefully(server).then(() => {
      upstream.close();
      return recorder?.write();
    }));
  return {
    url,
    apiUrl: `${url}/api/v1`,
    tokenUrl: `${url}/oauth/token`,
    exchanges: () => journal.exchanges(),
    close,
    [Symbol.asyncDispose]: async () => {
      await close();
    },
  };
}
