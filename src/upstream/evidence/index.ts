/** Evidence from traffic: what exchanges with the service say about the points of the contract. */

import { contractOf } from '../../start/shipped.js';
import { EvidenceCollector } from './collect-evidence.js';
import type { Evidence } from '../report-types.js';
import { readTraffic } from '../../traffic/read-traffic.js';
import type { RecordedService } from '../../traffic/service-traffic.js';

export { differencesIn } from './evidence.js';
export { evidenceText, leftOutText } from './evidence-text.js';

export interface TrafficOptions extends Pick<RecordedService, 'services' | 'tokenUrls'> {
  /** HAR files and bundles. */
  readonly files: readonly string[];
  /** The revision of the contract. */
  readonly revision: string;
}

/** Reads the files, and collects the evidence of their exchanges. @throws TrafficError if a file cannot be read */
export async function evidenceFromFiles({ files, services, tokenUrls, revision }: TrafficOptions): Promise<Evidence> {
  const collector = new EvidenceCollector({ contract: contractOf(revision), services, tokenUrls });

  for await (const [place, recorded] of readTraffic(files)) collector.see(place, recorded);

  return collector.evidence('traffic');
}
