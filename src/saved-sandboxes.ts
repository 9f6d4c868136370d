/** All sandboxes of an emulator in one file: read at start, written at the end. */

import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ControlContext } from './control/control-context.js';
import { Problem } from './control/problem.js';
import type { SandboxControl } from './control/sandbox-control.js';
import { readState, STATE_FORMAT, type SandboxState } from './control/state.js';
import { DocumentError } from './documents/document-error.js';
import { readText } from './documents/read-document.js';
import { OptionsError } from './options.js';
import { replaceFile } from './replace-file.js';

const FORMAT = 'id-emulator-sandboxes';
const VERSION = 1;

/** What the file holds. */
interface SavedSandboxes {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly emulator: string;
  readonly sandboxes: readonly SavedSandbox[];
}

interface SavedSandbox {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly state: SandboxState;
}

/** Thrown where the state could not be written; what the file held before is still there. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
}

/**
 * Opens the sandboxes of a file that {@link exportSandboxes} has written, or lets the default one go on from the state
 * of a single one.
 * @throws DocumentError which tells what is wrong, and where
 */
export function importSandboxes(file: string, context: ControlContext): void {
  for (const { settings, snapshot } of parsed(file, context)) context.register.restore(settings, snapshot);
}

type Restored = ReturnType<typeof readState>;

function parsed(file: string, context: ControlContext): Restored[] {
  const document = json(file) as Partial<SavedSandboxes> | SandboxState | null;
  const { clientId, settings } = context.register.existing('default');
  const { journalSize } = settings;
  if (document?.format === STATE_FORMAT) return [read(file, '', () => readState(document, { id: 'default', clientId, clientSecret: settings.clientSecret, journalSize }, context))];
  if (document?.format !== FORMAT) throw new DocumentError(file, [{ message: `expected a file that --export-on-exit or GET /_emulator/sandboxes/{id}/state has written` }]);
  if (document.version !== VERSION) throw new DocumentError(file, [{ message: `/version: expected ${VERSION}, found ${JSON.stringify(document.version)}` }]);
  if (!Array.isArray(document.sandboxes)) throw new DocumentError(file, [{ message: '/sandboxes: expected an array' }]);
  return (document.sandboxes as SavedSandbox[]).map(({ id, state, ...credentials }, at) => {
    const identity = { ...credentials, id, journalSize };
    if (id === 'default' && credentials.clientId !== clientId) {
      throw new DocumentError(file, [{ message: `/sandboxes/${at}/clientId: the default sandbox has the client ID "${clientId}" here, not "${credentials.clientId}"; set it with --client-id` }]);
    }
    return read(file, `/sandboxes/${at}/state`, () => readState(state, identity, context));
  });
}

function json(file: string): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DocumentError(file, [{ message: `this is not valid JSON: ${(error as Error).message}` }]);
  }
}

function read(file: string, prefix: string, readOne: () => Restored): Restored {
  try {
    return readOne();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new DocumentError(file, [{ message: `${prefix}${error.members['pointer'] as string}: ${error.message}` }]);
  }
}

/** Says at start what would fail at the end. @throws OptionsError */
export function refuseUnwritable(file: string): void {
  const folder = dirname(file);
  try {
    accessSync(folder, constants.W_OK);
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) throw new Error('it is a folder');
  } catch (error) {
    throw new OptionsError(`option exportOnExit: ${file} cannot be written: ${(error as Error).message}`);
  }
}

/**
 * Writes the state of the sandboxes; whatever happens meanwhile, the old file or the new one is there in full.
 * @throws ExportError
 */
export function exportSandboxes(file: string, sandboxes: readonly SandboxControl[], { facts }: Pick<ControlContext, 'facts'>): void {
  const saved: SavedSandboxes = {
    format: FORMAT,
    version: VERSION,
    emulator: facts.version,
    sandboxes: sandboxes.map((sandbox) => ({ id: sandbox.id, clientId: sandbox.clientId, clientSecret: sandbox.clientSecret, state: sandbox.state() })),
  };
  try {
    replaceFile(file, `${JSON.stringify(saved)}\n`);
  } catch (error) {
    throw new ExportError(`the state could not be written to ${file}: ${(error as Error).message}`, { cause: error });
  }
}
