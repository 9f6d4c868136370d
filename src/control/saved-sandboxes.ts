/** All sandboxes of an emulator in one file: read at start, written at the end. */

import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DocumentError, readText } from '../documents/read-document.js';
import { OptionsError } from '../options.js';
import { replaceFile } from '../platform/replace-file.js';
import type { ControlContext } from './control-context.js';
import { Problem } from './problem.js';
import type { SandboxControl } from './sandbox-control.js';
import { readState, type SandboxState, STATE_FORMAT } from './state.js';

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
  for (const { pointer, settings, snapshot } of parsed(file, context)) {
    read(file, pointer, () => context.register.restore(settings, snapshot));
  }
}

/** A sandbox of the file, and where it stands there. */
type Restored = ReturnType<typeof readState> & { readonly pointer: string };

function parsed(file: string, context: ControlContext): Restored[] {
  const document = json(file) as Partial<SavedSandboxes> | SandboxState | null;
  const { clientId, settings } = context.register.existing('default');
  const { clientSecret, journalSize } = settings;
  if (document?.format === STATE_FORMAT) {
    const state = read(file, '', () =>
      readState(document, { id: 'default', clientId, clientSecret, journalSize }, context),
    );
    return [{ pointer: '', ...state }];
  }
  if (document?.format !== FORMAT)
    throw mistake(file, 'expected a file that --export-on-exit or GET /_emulator/sandboxes/{id}/state has written');
  if (document.version !== VERSION)
    throw mistake(file, `/version: expected ${VERSION}, found ${JSON.stringify(document.version)}`);
  if (!Array.isArray(document.sandboxes)) throw mistake(file, '/sandboxes: expected an array');
  return (document.sandboxes as unknown[]).map((saved, at) => {
    const pointer = `/sandboxes/${at}`;
    const { id, state, ...credentials } = savedSandbox(file, pointer, saved);
    if (id === 'default' && credentials.clientId !== clientId) {
      throw mistake(
        file,
        `${pointer}/clientId: the default sandbox has the client ID "${clientId}" here, not "${credentials.clientId}"; set it with --client-id`,
      );
    }
    return {
      pointer,
      ...read(file, `${pointer}/state`, () => readState(state, { ...credentials, id, journalSize }, context)),
    };
  });
}

/** Holds everything but the state against what it should be. */
function savedSandbox(file: string, pointer: string, saved: unknown): SavedSandbox {
  if (typeof saved !== 'object' || saved === null)
    throw mistake(file, `${pointer}: expected an object, found ${JSON.stringify(saved)}`);
  const { id, clientId, clientSecret, state } = saved as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries({ id, clientId, clientSecret })) {
    if (typeof value !== 'string' || value === '')
      throw mistake(file, `${pointer}/${name}: expected a non-empty text, found ${JSON.stringify(value)}`);
  }
  if (typeof state !== 'object' || state === null)
    throw mistake(file, `${pointer}/state: expected an object, found ${JSON.stringify(state)}`);
  return { id, clientId, clientSecret, state } as SavedSandbox;
}

function json(file: string): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw mistake(file, `this is not valid JSON: ${(error as Error).message}`);
  }
}

/** Does what may find that the file is wrong, and tells where: `pointer` is to what is read. */
function read<Result>(file: string, pointer: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { pointer: below = '' } = error.members as { pointer?: string };
    throw mistake(file, `${pointer}${below}: ${error.message}`);
  }
}

function mistake(file: string, message: string): DocumentError {
  return new DocumentError(file, [{ message }]);
}

/** Says at start what would fail at the end. @throws OptionsError */
export function refuseUnwritable(file: string): void {
  const folder = dirname(file);
  try {
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} is no folder`);
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) throw new Error('it is a folder');
  } catch (error) {
    throw new OptionsError(`option exportOnExit: ${file} cannot be written: ${(error as Error).message}`);
  }
}

/**
 * Writes the state of the sandboxes; whatever happens meanwhile, the old file or the new one is there in full.
 * @throws ExportError
 */
export function exportSandboxes(
  file: string,
  sandboxes: readonly SandboxControl[],
  { facts }: Pick<ControlContext, 'facts'>,
): void {
  const saved: SavedSandboxes = {
    format: FORMAT,
    version: VERSION,
    emulator: facts.version,
    sandboxes: sandboxes.map((sandbox) => ({
      id: sandbox.id,
      clientId: sandbox.clientId,
      clientSecret: sandbox.clientSecret,
      state: sandbox.state(),
    })),
  };
  try {
    replaceFile(file, `${JSON.stringify(saved)}\n`);
  } catch (error) {
    throw new ExportError(`the state could not be written to ${file}: ${(error as Error).message}`, { cause: error });
  }
}
