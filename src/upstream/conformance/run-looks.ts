/** Looks at the exchanges of a run, as at any other traffic. */

import type { Contract } from '../../contract/contract.js';
import { shippedContracts } from '../../start/shipped.js';
import { EvidenceCollector } from '../evidence/collect-evidence.js';
import type { Evidence } from '../evidence/evidence.js';
import { ServiceTraffic, serviceAddressOf } from '../evidence/traffic/service-traffic.js';
import type { OutgoingRequest, ReceivedResponse } from './send-request.js';

export class RunLooks {
  readonly #collector: EvidenceCollector;
  readonly #traffic: ServiceTraffic;
  #count = 0;

  constructor(contract: Contract, base: URL, token: URL) {
    this.#collector = new EvidenceCollector(contract, shippedContracts());
    this.#traffic = new ServiceTraffic(contract, [serviceAddressOf(base.href, contract.prefix)], [token.href]);
  }

  readonly onResponse = ({ method, url, headers, body = '' }: OutgoingRequest, response: ReceivedResponse): void => {
    const requestHeaders = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const exchange = this.#traffic.read(
      { file: 1, entry: ++this.#count },
      {
        method,
        url: url.href,
        status: response.status,
        requestHeaders,
        responseHeaders: response.headers,
        requestBody: Buffer.from(body),
        responseBody: Buffer.from(response.text),
        started: '',
      },
    );
    if (exchange === undefined) this.#collector.leaveOut('foreign');
    else this.#collector.see(exchange);
  };

  /** What the exchanges say. Call it once, at the end. */
  evidence(): Evidence {
    return this.#collector.evidence('conform');
  }
}
