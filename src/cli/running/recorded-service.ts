/** Reads the traffic of a service from the files of a command. */

import { SPECIFICATION } from '../../contract/contract.js';
import { contractOf } from '../../start/shipped.js';
import { judgedTraffic } from '../../traffic/judged-traffic.js';
import type { ReadRecording } from '../../traffic/service-recording.js';
import type { RecordedService } from '../../traffic/service-traffic.js';
import { UsageError } from '../terminal/failure.js';
import type { ServiceFlags } from '../settings/declared-command.js';

/** The service that the flags name; undefined without such a flag. @throws UsageError for a token endpoint alone */
export function serviceIn({ service: services, tokenUrl: tokenUrls = [] }: ServiceFlags): RecordedService | undefined {
  if (services === undefined && tokenUrls.length > 0)
    throw new UsageError('--token-url is about the traffic of a service; name it with --service');

  return services && { contract: contractOf(SPECIFICATION), services, tokenUrls };
}

/**
 * The traffic of the service that the flags name.
 * @throws TrafficError if a file cannot be read; UsageError if the files have no exchange with the service
 */
export async function recordedService(files: readonly string[], flags: ServiceFlags): Promise<ReadRecording> {
  const { service } = await judgedTraffic(files, serviceIn(flags));
  // The flags name a service, so `service` is present, even if the files have no traffic of the service.
  const recording = service!.read();
  if (recording.exchanges.length > 0) return recording;

  throw new UsageError(`the files have no request of a client to the service${service!.flawed}`);
}
