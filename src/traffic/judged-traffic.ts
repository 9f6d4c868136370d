/** The recordings of emulators in the form that the judge reads: the exchanges of each sandbox. */

import { membersOf } from '../common/json.js';
import { readJson } from '../contract/documents/read-document.js';
import { callsAmong, type Exchange } from '../emulator/journal/exchange.js';
import type { RecordedSandbox } from '../emulator/journal/har.js';
import { mostSenders, type JudgeOptions } from '../emulator/judge/judge.js';
import { readTraffic } from './read-traffic.js';
import { ServiceRecording } from './service-recording.js';
import type { RecordedService } from './service-traffic.js';

/** The recorded exchanges of one sandbox. */
export interface JudgedTraffic {
  /** The ID of the sandbox; empty if the recording does not name it. */
  readonly sandbox: string;
  readonly exchanges: readonly Exchange[];
  readonly options: JudgeOptions;
}

/** What recordings have for the judge. */
export interface JudgedRecordings {
  readonly sandboxes: readonly JudgedTraffic[];
  /** The traffic of the service, if its address is given. */
  readonly service?: ServiceRecording;
  /** The files without a request of a client. */
  readonly filesWithoutRequests: readonly string[];
}

/**
 * The exchanges that emulators recorded, grouped by file and sandbox, because the numbers of exchanges start again in
 * each sandbox.
 * @param files paths of bundles, HAR files and journals
 * @param address of a service whose traffic is judged, too. Default: none
 * @throws TrafficError if a file cannot be read
 */
export async function judgedTraffic(files: readonly string[], address?: RecordedService): Promise<JudgedRecordings> {
  const service = address && new ServiceRecording(address);
  const trafficByKey = new Map<string, { readonly sandbox: RecordedSandbox; readonly exchanges: Exchange[] }>();
  const lastSandboxes = new Map<number, RecordedSandbox>();
  const filesWithoutRequests = new Set(files);

  for await (const [place, recorded] of readTraffic(files)) {
    const path = files[place.file - 1]!;
    // An exchange that no emulator recorded can only be one with the service.
    if (typeof recorded === 'string' || recorded.own === undefined) {
      if (service?.see(place, recorded) === true) filesWithoutRequests.delete(path);
      continue;
    }

    // Requests to the control plane come from tests, not from a client.
    if (callsAmong([recorded.own]).length === 0) continue;

    filesWithoutRequests.delete(path);
    if (recorded.leftOut === 'duplicate') continue;

    // A HAR file names the sandbox beside each exchange; a bundle names it once; a journal does not name it.
    const sandbox = recorded.sandbox ?? lastSandboxes.get(place.file) ?? sandboxOfBundle(path);
    const key = `${place.file} ${sandbox.id}`;
    const traffic = trafficByKey.get(key) ?? { sandbox, exchanges: [] };
    traffic.exchanges.push(recorded.own);
    lastSandboxes.set(place.file, sandbox);
    trafficByKey.set(key, traffic);
  }

  const sandboxes = [...trafficByKey.values()].map(({ sandbox: { id, oneClient }, exchanges }) => {
    // Without a sandbox, nothing says how many clients sent the requests.
    const senders = id === '' ? Infinity : mostSenders(id);
    // Files are read in the order of the sandbox's clock, which tests may move. Only the numbers show the order of
    // arrival.
    const inOrder = exchanges.sort((one, other) => one.id - other.id);
    return { sandbox: id, exchanges: inOrder, options: { senders, oneClient } };
  });

  return { sandboxes, filesWithoutRequests: [...filesWithoutRequests], ...(service && { service }) };
}

/** The sandbox that a bundle names once for all its exchanges. */
function sandboxOfBundle(file: string): RecordedSandbox {
  const { sandbox, end } = membersOf(readJson(file));
  const { id = '' } = membersOf(sandbox);
  const options = membersOf(membersOf(end)['options']);

  return { id: id as string, oneClient: options['oneClient'] === true };
}
