/** `id-emulator inspect`: opens bundles in the inspector, without a running emulator. */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { globSync } from 'tinyglobby';
import { EmulatorControl } from '../emulator/control/methods/emulator-control.js';
import { problemsAsMistakes } from '../emulator/control/problem.js';
import { BUNDLE_FORMAT, BUNDLE_VERSION } from '../emulator/control/state/bundle.js';
import { DocumentError, readJson } from '../contract/documents/read-document.js';
import { startServer } from '../start/emulator-server.js';
import { withPacts } from '../pact/generate/pact-from-journal.js';
import { withDefaults } from '../emulator/complete-options.js';
import { addFlags, type Flags, fromFlags, specsOf } from './settings/settings.js';
import { UsageError } from './terminal/failure.js';
import { aborted, type Terminal } from './terminal/terminal.js';

/** Registers the command. */
export function addInspectCommand(root: Command, terminal: Terminal): void {
  const command = root
    .command('inspect')
    .description('look at runs that are over: exchanges, verdicts and world')
    .argument('<path...>', 'bundles, or folders that exec --save or audit --save have written');
  const specs = specsOf('host', 'port');
  addFlags(command, specs);
  command.action(async (paths: readonly string[], flags: Flags) => {
    const place = withDefaults(fromFlags(flags, specs), specs) as { readonly host: string; readonly port: number };
    await inspect(paths.flatMap(bundlesIn), place, terminal);
  });
}

/** Shows the bundles until the user interrupts the command. @throws DocumentError if one cannot be read */
async function inspect(
  files: readonly string[],
  place: { readonly host: string; readonly port: number },
  terminal: Terminal,
): Promise<void> {
  const bundles = files.map((file) => ({ file, bundle: readBundle(file) }));
  const interrupted = aborted(terminal.interrupted);
  const { emulator, control } = await startServer(place, {}, undefined);
  try {
    const opened = new EmulatorControl(withPacts(control), () => emulator.url);
    for (const { file, bundle } of bundles) {
      const { id } = problemsAsMistakes(file, '', () => opened.openRecording(bundle, file));
      terminal.print(`${file}: ${emulator.localUrl}/_emulator/#/${id}/exchanges\n`);
    }
    terminal.print('read-only; to end it: Ctrl-C\n');
    await interrupted;
  } finally {
    await emulator.close();
  }
}

/**
 * A bundle, which is checked when it is opened. @throws DocumentError if the file is no bundle, or has another version
 */
function readBundle(file: string): unknown {
  const refusal = (message: string): DocumentError => new DocumentError(file, [{ message }]);
  const document = readJson(file);
  const { format, version } = (document ?? {}) as { format?: unknown; version?: unknown };
  if (format !== BUNDLE_FORMAT)
    throw refusal('expected a bundle that GET /_emulator/sandboxes/{id}/bundle has returned');

  if (version !== BUNDLE_VERSION) {
    const found = JSON.stringify(version);
    const remedy = 'open the bundle with the emulator that wrote it';
    throw refusal(`/version: expected ${BUNDLE_VERSION}, found ${found}; ${remedy}`);
  }

  return document;
}

/** The file, or the bundles in the folder. @throws UsageError if there are none */
function bundlesIn(path: string): string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path];
  const found = globSync('**/*bundle.json', { cwd: path }).toSorted();
  if (found.length > 0) return found.map((file) => join(path, file));

  throw new UsageError(`there is no bundle in ${path}; exec --save and audit --save write such folders`);
}
