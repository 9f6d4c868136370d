/** Judges clients by recordings: of emulators, and of a service. */

import { withoutUndefined } from '../../common/json.js';
import { allAtOnce } from '../../common/steps.js';
import { situationsIn } from '../../audit/expectations/situations.js';
import type { Behaviour } from '../../emulator/control/documents.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { judge, passes } from '../../emulator/judge/judge.js';
import { judgedTraffic } from '../../traffic/judged-traffic.js';
import { judgeService, type ServiceVerdicts } from '../../traffic/service-verdicts.js';
import type { FlagsOf, ServiceFlags } from '../settings/declared-command.js';
import { CheckError } from '../terminal/failure.js';
import { serviceIn } from './recorded-service.js';

/** The flags of `judge`. */
export type JudgeFlags = FlagsOf<'judge'>;

/** The verdicts on a client: of a sandbox, or of the service. */
export type Judged = Omit<Behaviour, 'sandbox'> & Pick<RecordedClient, 'sandbox' | 'toProve' | 'flawed'>;

/** A client, by its recorded exchanges. */
export interface RecordedClient extends ServiceVerdicts {
  /** The ID of the sandbox. Absent for the traffic of the service. */
  readonly sandbox?: string;
  readonly exchanges: readonly Exchange[];
  /** Whether the recording lacks the times of an exchange, so that nobody knows pauses and durations. Default: no. */
  readonly lacksTimes?: (exchange: Exchange) => boolean;
}

/**
 * The verdicts on the clients of each sandbox, and on the client of the service.
 * @throws TrafficError if a file cannot be read; CheckError if a file has no request of a client
 */
export async function judgeFiles(files: readonly string[], flags: JudgeFlags): Promise<Judged[]> {
  const { clients, filesWithoutRequests, whatIsMissing } = await recordedClients(files, flags);

  if (filesWithoutRequests.length > 0 && flags.allowEmpty !== true) {
    // The other files could be judged, but the verdict would look as if it were about all files.
    const isOfAll = filesWithoutRequests.length === files.length;
    const where = isOfAll ? 'the files have' : `${filesWithoutRequests.join(', ')}:`;
    const remedy = isOfAll ? '--allow-empty accepts it' : 'leave it out, or add --allow-empty';
    throw new CheckError(`${where} ${whatIsMissing}; ${remedy}`);
  }

  return clients.map(({ sandbox, exchanges, lacksTimes, verdicts, toProve, flawed }) => {
    const subject = withoutUndefined({ sandbox, toProve, flawed });
    const passed = passes(verdicts, { strict: flags.strict === true });
    const judged = { ...subject, exchanges: exchanges.length, passed, verdicts: [...verdicts] };

    return flags.situations === true ? { ...judged, situations: situationsIn(exchanges, lacksTimes) } : judged;
  });
}

/** The clients in files. */
interface RecordedClients {
  readonly clients: readonly RecordedClient[];
  /** The files without a request of a client. */
  readonly filesWithoutRequests: readonly string[];
  /** What these files lack, as a part of a sentence. */
  readonly whatIsMissing: string;
}

/** The clients in the files, judged. @throws TrafficError if a file cannot be read */
export async function recordedClients(
  files: readonly string[],
  flags: Pick<JudgeFlags, 'oneClient' | keyof ServiceFlags>,
): Promise<RecordedClients> {
  const { sandboxes, service, filesWithoutRequests } = await judgedTraffic(files, serviceIn(flags));
  const ofService = service === undefined ? '; --service names that of a service' : ' or to the service';
  const whatIsMissing = `no request of a client to an emulator${ofService}${service?.flawed ?? ''}`;

  const clients: RecordedClient[] = sandboxes.map(({ sandbox, exchanges, options }) => {
    return { sandbox, exchanges, verdicts: allAtOnce(judge(exchanges, options)) };
  });

  const recording = service?.read();
  if (recording !== undefined && recording.exchanges.length > 0)
    clients.push({ ...recording, ...judgeService(recording, flags.oneClient === true) });

  return { clients, filesWithoutRequests, whatIsMissing };
}
