/** Evidence from traffic: what exchanges with the service say about the points of the contract. */

import { shippedContracts } from '../../start/shipped.js';
import { EvidenceCollector } from './collect-evidence.js';
import type { Evidence } from './evidence.js';
import { readTraffic } from './traffic/read-traffic.js';
import { ServiceTraffic, serviceAddressOf } from './traffic/service-traffic.js';

export { evidenceText, leftOutText } from './evidence-text.js';
export { TrafficError } from './traffic/read-traffic.js';

export interface TrafficOptions {
  /** HAR files and bundles. */
  readonly files: readonly string[];
  /** Addresses of the service: origin and base path. */
  readonly services: readonly string[];
  /** Addresses of its token endpoint. Default: `/oauth/token` of each service. */
  readonly tokenUrls: readonly string[];
  /** The revision of the contract. */
  readonly revision: string;
}

/** Reads the files and looks at what they hold. @throws TrafficError if a file cannot be read */
export async function evidenceFromFiles({ files, services, tokenUrls, revision }: TrafficOptions): Promise<Evidence> {
  const contracts = shippedContracts();
  const contract = contracts.of(revision);
  const addresses = services.map((service) => serviceAddressOf(service, contract.prefix));
  const traffic = new ServiceTraffic(contract, addresses, tokenUrls);
  const collector = new EvidenceCollector(contract, contracts);
  for await (const item of readTraffic(files)) {
    const exchange = 'leftOut' in item ? undefined : traffic.read(item.place, item.recorded);
    if (exchange !== undefined) collector.see(exchange);
    else collector.leaveOut('leftOut' in item ? item.leftOut : 'foreign');
  }
  return collector.evidence('traffic');
}
