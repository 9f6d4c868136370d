/** Starts a validating proxy. */

import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EvidenceCollector } from '../evidence/collect-evidence.js';
import type { Evidence } from '../report-types.js';
import { type ServiceUrls, serviceUrls } from '../../emulator/addresses.js';
import { machineClock } from '../../emulator/domain/time/clock.js';
import { urlOf } from '../../common/platform/emulator-url.js';
import { closeGracefully, listen } from '../../common/platform/listening.js';
import { shippedContract } from '../../start/shipped.js';
import { HarFile } from './har-file.js';
import { prismOpinion } from './prism-opinion.js';
import { probeUpstream } from './probe-upstream.js';
import { proxyListener } from './proxy-listener.js';
import { type ProxyOptions, withProxyDefaults } from './proxy-options.js';
import type { OnExchange } from './proxied-exchange.js';
import { Connections } from '../../emulator/service/http/connections.js';
import { Journal } from '../../emulator/journal/journal.js';
import { JournalBudget } from '../../emulator/journal/journal-budget.js';
import { KnownValues } from '../../emulator/redaction/known-values.js';
import { Redactor } from '../../emulator/redaction/redactor.js';
import { MOST_SEEN } from './seen-secrets.js';
import { Upstream } from './upstream.js';

/** A running proxy. */
export interface Proxy extends ServiceUrls {
  /** The evidence of all exchanges about the points of the contract. Call this after the last exchange. */
  evidence(): Evidence;
  /**
   * Stops listening, waits up to 900 ms for open exchanges, and writes the evidence.
   * @throws Error if a file cannot be written
   */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a proxy that passes requests on to the real service and validates every request and response.
 * @param onExchange called for each exchange before its response ends. If it throws, the client gets no whole response
 * @throws MissingPeerError if `@stoplight/prism-http` is not installed, with the option `prism`
 * @throws OptionsError if the file with certificates cannot be read, or that for the exchanges cannot be written
 * @throws UpstreamError if the service is not found at the addresses
 * @throws Error with `code` (such as EADDRINUSE) if it cannot listen
 */
export async function startProxy(options: ProxyOptions, onExchange?: OnExchange): Promise<Proxy> {
  const complete = withProxyDefaults(options);
  const { evidence: file, har: harPath, host, port, probe, timeout } = complete;
  const clock = machineClock();
  const upstream = new Upstream(complete);
  const contract = shippedContract();
  const prism = complete.prism ? await prismOpinion(contract) : undefined;
  // The collector sees paths of the contract, so it needs no address of the service.
  const collector = new EvidenceCollector({ contract, services: [], tokenUrls: [] });

  if (probe)
    // Open connections would keep the process running.
    await probeUpstream(upstream, contract, timeout).catch((error: unknown) => {
      upstream.close();
      throw error;
    });

  const seen = new KnownValues(MOST_SEEN);
  const redactor = new Redactor({ values: seen });
  const journal = new Journal(complete.journalSize, new JournalBudget());
  const har = harPath === undefined ? undefined : new HarFile(harPath, redactor);
  const connections = new Connections();

  const dependencies = { contract, prism, upstream, options: complete, redactor, seen, journal, har, collector };
  const listener = proxyListener({ ...dependencies, connections, clock, onExchange });

  // Longer than clients usually keep a connection, so that the client closes it first.
  const server = createServer({ keepAliveTimeout: 75_000 }, listener);
  server.on('connection', (socket) => connections.add(socket));
  await listen(server, { host, port });
  har?.begin();

  const { port: ownPort } = server.address() as AddressInfo;
  const urls = serviceUrls(urlOf(host, ownPort));
  const evidence = (): Evidence => collector.evidence('proxy');
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> =>
    // The files are written once, however often the proxy is closed.
    (closed ??= closeGracefully(server).then(() => {
      upstream.close();
      har?.close();
      if (file !== undefined) writeFileSync(file, `${JSON.stringify(evidence(), undefined, 2)}\n`);
    }));

  return { ...urls, evidence, close, [Symbol.asyncDispose]: close };
}
