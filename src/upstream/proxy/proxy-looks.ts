/** Looks at what passes a proxy, as at any other traffic. */

import { writeFileSync } from 'node:fs';
import type { Contract } from '../../contract/contract.js';
import { shippedContracts } from '../../start/shipped.js';
import { EvidenceCollector } from '../evidence/collect-evidence.js';
import type { Evidence } from '../evidence/evidence.js';
import { ServiceTraffic } from '../evidence/traffic/service-traffic.js';
import { headersOf, type ProxiedRequest, type ProxiedResponse } from './message.js';

export class ProxyLooks {
  readonly #file: string | undefined;
  readonly #collector: EvidenceCollector;
  readonly #traffic: ServiceTraffic;

  /** @param file receives the evidence, if there is one */
  constructor(file: string | undefined, contract: Contract) {
    this.#file = file;
    this.#collector = new EvidenceCollector(contract, shippedContracts());
    this.#traffic = new ServiceTraffic(contract, [], []);
  }

  /** @param id the number of the exchange @param response undefined if the service sent none */
  see(id: number, request: ProxiedRequest, response: ProxiedResponse | undefined): void {
    if (response?.content === undefined) {
      this.#collector.leaveOut('aborted');
      return;
    }
    const { method, target: url, body: requestBody } = request;
    // The proxy asks for no coding, whatever the client accepts.
    const { 'accept-encoding': _coding, ...requestHeaders } = headersOf(request);
    const { status, content: responseBody } = response;
    const sent = { method, url, requestHeaders, requestBody, started: '' };
    const exchange = this.#traffic.read(
      { file: 1, entry: id },
      { ...sent, status, responseHeaders: headersOf(response), responseBody },
    );
    if (exchange === undefined) this.#collector.leaveOut('foreign');
    else this.#collector.see(exchange);
  }

  /** What the exchanges so far say. */
  evidence(): Evidence {
    return this.#collector.evidence('proxy');
  }

  write(): void {
    if (this.#file !== undefined) writeFileSync(this.#file, `${JSON.stringify(this.evidence(), undefined, 2)}\n`);
  }
}
