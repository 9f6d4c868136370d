/** How an emulator takes part in a run: what is injected into its sandboxes, and what the run keeps of them. */

import type { Server } from 'node:http';
import { allAtOnce } from '../common/steps.js';
import type { ControlContext } from '../emulator/control/control-context.js';
import { RedactedJournal } from '../emulator/control/methods/journal/redacted-journal.js';
import { takeStates, bundleOf } from '../emulator/control/state/bundle.js';
import { RunFolder } from '../emulator/injection/run-folder.js';
import type { RunSandboxes } from '../emulator/injection/run-sandboxes.js';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OWN_CODE } from '../common/shipped-files.js';

/** A run, and the label of an emulator that takes part in it: `default`, or the file that starts it. */
export interface RunMembership {
  readonly folder: RunFolder;
  readonly label: string;
  /** Called with the server when it listens. Default: nothing. */
  readonly onListening?: (server: Server) => void;
}

/** The run that the environment of this process names. @param started the function whose caller starts the emulator */
export function runOfProcess(started: (...parameters: never[]) => unknown): RunMembership | undefined {
  const folder = RunFolder.ofEnvironment(process.env);
  return folder && { folder, label: callerOf(started) ?? 'default' };
}

/** Keeps the bundle of a sandbox whose exchanges are about to be forgotten, if the run wants it and it has any. */
export function keepBundle(run: RunSandboxes | undefined, id: string, control: ControlContext): void {
  if (run?.orders.wantsBundles !== true) return;

  const sandbox = control.register.existing(id);
  const journal = new RedactedJournal(() => sandbox, control);
  const exchanges = allAtOnce(journal.exchanges());
  if (exchanges.length === 0) return;

  const states = takeStates(sandbox, exchanges[0]!.id);
  const bundle = bundleOf(sandbox, exchanges, states, control, (value) => journal.withoutSecrets(value));
  run.keepBundle(sandbox, bundle);
}

/**
 * The file of the user's own code that called a function: its path relative to the working directory, with forward
 * slashes. Undefined if no file of the user is being called, as in a fixture of a test runner.
 */
function callerOf(called: (...parameters: never[]) => unknown): string | undefined {
  // The trace begins with the caller of the function.
  const trace: { stack?: string } = {};
  Error.captureStackTrace(trace, called);
  const files = (trace.stack ?? '').split('\n').flatMap((frame) => fileIn(frame) ?? []);
  const userFile = files.find(
    (file) => !file.includes(`${sep}node_modules${sep}`) && !OWN_CODE.some((path) => file.startsWith(path)),
  );

  return userFile === undefined ? undefined : relative(process.cwd(), userFile).split(sep).join('/');
}

/** The file in a frame such as `at setup (file:///project/test/users.test.ts:3:9)`. */
function fileIn(frame: string): string | undefined {
  const place = /(?:\(|at (?:async )?)((?:file:\/\/)?(?:\/|[A-Z]:\\)[^()]*?):\d+:\d+\)?$/.exec(frame)?.[1];
  return place?.startsWith('file://') === true ? fileURLToPath(place) : place;
}
