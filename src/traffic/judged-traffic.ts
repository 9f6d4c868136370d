/** The recordings of emulators in the form that the judge reads: the exchanges of each sandbox. */

import { membersOf } from '../common/json.js';
import { readJson } from '../contract/documents/read-document.js';
import { ofCalls, type Exchange } from '../emulator/journal/exchange.js';
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
  readonly filesWithout: readonly string[];
}

/**
 * The exchanges that emulators recorded, grouped by file and sandbox: the numbers of exchanges start again in each.
 * @param files paths of bundles, HAR files and journals
 * @param address of a service whose traffic is judged, too. Default: none
 * @throws TrafficError if a file cannot be read
 */
export async function judgedTraffic(files: readonly string[], address?: RecordedService): Promise<JudgedRecordings> {
  const service = address && new ServiceRecording(address);
  const found = new Map<string, { readonly sandbox: RecordedSandbox; readonly exchanges: Exchange[] }>();
  const ofFiles = new Map<number, RecordedSandbox>();
  const filesWithout = new Set(files);

  for await (const [place, recorded] of readTraffic(files)) {
    const path = files[place.file - 1]!;
    if (typeof recorded === 'string' || recorded.own === undefined) {
      if (service?.see(place, recorded) === true) filesWithout.delete(path);
      continue;
    }

    if (ofCalls([recorded.own]).length === 0) continue;

    filesWithout.delete(path);
    if (recorded.leftOut === 'duplicate') continue;

    const sandbox = recorded.sandbox ?? ofFiles.get(place.file) ?? sandboxOfBundle(path);
    const key = `${place.file} ${sandbox.id}`;
    const known = found.get(key) ?? { sandbox, exchanges: [] };
    known.exchanges.push(recorded.own);
    ofFiles.set(place.file, sandbox);
    found.set(key, known);
  }

  const sandboxes = [...found.values()].map(({ sandbox: { id, oneClient }, exchanges }) => {
    const senders = id === '' ? Infinity : mostSenders(id);
    // The exchanges were read in the order of the sandbox's clock, which tests may move.
    const inOrder = exchanges.sort((one, other) => one.id - other.id);
    return { sandbox: id, exchanges: inOrder, options: { senders, oneClient } };
  });

  return { sandboxes, filesWithout: [...filesWithout], ...(service && { service }) };
}

/** The sandbox that a bundle names once for all its exchanges. */
function sandboxOfBundle(file: string): RecordedSandbox {
  const { sandbox, end } = membersOf(readJson(file));
  const { id = '' } = membersOf(sandbox);
  const options = membersOf(membersOf(end)['options']);

  return { id: id as string, oneClient: options['oneClient'] === true };
}
