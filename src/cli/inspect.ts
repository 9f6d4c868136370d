/** `id-emulator inspect`: opens bundles in the inspector, without a running emulator. */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { EmulatorControl } from '../emulator/control/methods/emulator-control.js';
import { replaceProblem } from '../emulator/control/problem.js';
import { membersOf, withoutUndefined } from '../common/json.js';
import { isLoopback } from '../common/platform/environment-proxy.js';
import { BUNDLE_FORMAT, BUNDLE_VERSION } from '../emulator/control/state/bundle.js';
import { DocumentError, readJson } from '../contract/documents/read-document.js';
import { startServer } from '../start/emulator-server.js';
import { withPacts } from '../pact/generate/pact-from-journal.js';
import { withDefaults } from '../emulator/complete-options.js';
import type { Actions, ServiceFlags } from './settings/declared-command.js';
import { type Settings, specsOf } from './settings/settings.js';
import { openTraffic } from './inspect-traffic.js';
import { type RecordedClient, recordedClients } from './running/judge-files.js';
import { UsageError } from './terminal/failure.js';
import { aborted, type Terminal } from './terminal/terminal.js';

/** The settings that `inspect` shares with `start`. */
const SPECS = specsOf('host', 'port', 'controlToken');

export const OWN_SETTINGS = { inspect: SPECS };

export const ACTIONS: Actions<'inspect'> = {
  inspect: async ({ words, flags, settings, terminal }) => {
    // The defaults of `SPECS` fill in the host and the port.
    const options = { ...flags, ...withDefaults(settings, SPECS) } as unknown as InspectOptions;
    await inspect(words.flatMap(filesIn), options, terminal);
  },
};

/** The flags that say which service HAR files recorded, and where the page is served. */
interface InspectOptions extends ServiceFlags, Pick<Settings, 'port' | 'controlToken'> {
  readonly host: string;
}

/**
 * Shows the files until the user interrupts the command.
 * @throws DocumentError, TrafficError if a file cannot be read
 * @throws UsageError if others could read the traffic of a service
 */
async function inspect(files: readonly string[], options: InspectOptions, terminal: Terminal): Promise<void> {
  const { host, port, controlToken } = options;
  const recordings = files.map((file) => ({ file, bundle: bundleIn(file) }));
  const hars = recordings.flatMap(({ file, bundle }) => (bundle === undefined ? [file] : []));

  // An IPv6 address is compared as a URL has it, in brackets.
  const hostname = host.includes(':') ? `[${host}]` : host;
  // HAR files have the traffic of a real client, and without a token every machine that reaches the port could read it.
  if (hars.length > 0 && controlToken === undefined && !isLoopback({ hostname }))
    throw new UsageError(`--host ${host}: others could read ${hars[0]}; add --control-token`);

  // Before the page is served, everything that can be wrong with the files is found.
  const clientsOf = new Map<string, readonly RecordedClient[]>();
  // Each file is read by itself, so that a mistake and the clients can be named after their file.
  for (const file of hars) {
    const { clients, filesWithoutRequests, whatIsMissing } = await recordedClients([file], options);
    if (filesWithoutRequests.length > 0) throw new UsageError(`${file}: ${whatIsMissing}`);

    clientsOf.set(file, clients);
  }

  // An interrupt during the start counts, too.
  const interrupted = aborted(terminal.interrupted);
  const { emulator, control: context } = await startServer({ host, port, ...withoutUndefined({ controlToken }) });
  try {
    const control = new EmulatorControl(withPacts(context), () => emulator.url);
    for (const { file, bundle } of recordings) {
      // A HAR file may have several clients, which are opened one by one. Any other file is the bundle of one sandbox.
      const clients = clientsOf.get(file);
      const isBundle = clients === undefined;
      const ids = isBundle ? [openBundle(bundle, file, control)] : await openTraffic(file, clients, control);
      for (const id of ids) terminal.print(`${file}: ${emulator.localUrl}/_emulator/#/${id}/exchanges\n`);
    }

    terminal.print('read-only; to end it: Ctrl-C\n');
    await interrupted;
  } finally {
    await emulator.close();
  }
}

/** Opens a bundle as a recording. @returns the ID of the recording @throws DocumentError if the bundle is not valid */
function openBundle(bundle: unknown, file: string, control: EmulatorControl): string {
  // The control plane says where in the bundle the problem is, and does not know the file.
  return replaceProblem(
    () => control.openRecording(bundle, file).show().id,
    (message, pointer) => new DocumentError(file, [{ message: `${pointer}: ${message}` }]),
  );
}

/**
 * The content of a bundle, whose details are checked when it is opened; undefined for a HAR file.
 * @throws DocumentError if the file is neither a bundle nor a HAR file, or is a bundle of another version
 */
function bundleIn(file: string): unknown {
  if (/\.har(?:\.gz)?$/i.test(file)) return undefined;

  const refusal = (message: string): DocumentError => new DocumentError(file, [{ message }]);
  const document = readJson(file);
  const { format, version, log } = membersOf(document);
  // Every HAR file has a member `log`.
  if (format !== BUNDLE_FORMAT && log !== undefined) return undefined;

  if (format !== BUNDLE_FORMAT)
    throw refusal('expected a HAR file, or a bundle that GET /_emulator/sandboxes/{id}/bundle has returned');

  if (version !== BUNDLE_VERSION) {
    const found = JSON.stringify(version);
    const remedy = 'open the bundle with the emulator that wrote it';
    throw refusal(`/version: expected ${BUNDLE_VERSION}, found ${found}; ${remedy}`);
  }

  return document;
}

/** The file, or the bundles in the folder. @throws UsageError if the folder has none */
function filesIn(path: string): string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path];

  const found = globSync('**/*bundle.json', { cwd: path }).toSorted();
  if (found.length > 0) return found.map((file) => join(path, file));

  throw new UsageError(`there is no bundle in ${path}; exec --save and audit --save write such folders`);
}
