/** All sandboxes of an emulator in one file: read at start, written at the end. */

import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { previewValue } from '../../../common/json.js';
import { DocumentError, readJson } from '../../../contract/documents/read-document.js';
import { OptionsError } from '../../complete-options.js';
import { linkTarget, replaceFile } from '../../../common/platform/replace-file.js';
import type { ControlContext } from '../control-context.js';
import { problemsAsMistakes } from '../problem.js';
import type { SandboxControl } from '../methods/sandbox-control.js';
import { readState, STATE_FORMAT, type RestoredState, type SandboxState } from './state.js';

const FORMAT = 'id-emulator-sandboxes';
const VERSION = 1;

/** A sandbox of the file. */
interface SavedSandbox {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly state: SandboxState;
}

/** Thrown if the state cannot be written. The file keeps its earlier content. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
}

/**
 * Opens the sandboxes of a file that {@link exportSandboxes} wrote, or loads the state of one sandbox into the default
 * one.
 * @throws DocumentError with the mistake and a pointer to it
 */
export function importSandboxes(file: string, context: ControlContext): void {
  for (const { pointer, settings, snapshot } of readSandboxes(file, context)) {
    problemsAsMistakes(file, pointer, () => context.register.restore(settings, snapshot));
  }
}

/** The sandboxes of the file, and the JSON pointer to each. */
function readSandboxes(file: string, context: ControlContext): (RestoredState & { readonly pointer: string })[] {
  const document = readJson(file) as { format?: unknown; version?: unknown; sandboxes?: unknown } | null;
  const { clientId, settings } = context.register.existing('default');
  const { clientSecret, journalSize } = settings;
  const read = (pointer: string, state: unknown, identity: Omit<SavedSandbox, 'state'>): RestoredState =>
    problemsAsMistakes(file, pointer, () => readState(state, { ...identity, journalSize }, context));
  if (document?.format === STATE_FORMAT)
    return [{ pointer: '', ...read('', document, { id: 'default', clientId, clientSecret }) }];
  if (document?.format !== FORMAT)
    throw mistake(file, 'expected a file that --export-on-exit or GET /_emulator/sandboxes/{id}/state has written');
  if (document.version !== VERSION)
    throw mistake(file, `/version: expected ${VERSION}, found ${JSON.stringify(document.version)}`);
  if (!Array.isArray(document.sandboxes)) throw mistake(file, '/sandboxes: expected an array');
  // IDs and client IDs, with whose they are.
  const taken = new Map([[`clientId ${clientId}`, 'the default sandbox']]);
  return (document.sandboxes as unknown[]).map((saved, at) => {
    const pointer = `/sandboxes/${at}`;
    const { state, ...identity } = savedSandbox(file, pointer, saved);
    const { id } = identity;
    for (const [name, value] of Object.entries({ id, clientId: identity.clientId })) {
      const owner = taken.get(`${name} ${value}`);
      if (owner !== undefined && !(id === 'default' && name === 'clientId' && owner === 'the default sandbox'))
        throw mistake(file, `${pointer}/${name}: expected a unique text, found "${value}", which ${owner} has already`);
      taken.set(`${name} ${value}`, pointer);
    }
    if (id === 'default' && identity.clientId !== clientId)
      throw mistake(
        file,
        `${pointer}/clientId: expected "${clientId}", the client ID of the default sandbox, found "${identity.clientId}"; set it with --client-id`,
      );
    return { pointer, ...read(`${pointer}/state`, state, identity) };
  });
}

/** Validates everything but the state. */
function savedSandbox(file: string, pointer: string, saved: unknown): SavedSandbox {
  if (typeof saved !== 'object' || saved === null)
    throw mistake(file, `${pointer}: expected an object, found ${previewValue(saved)}`);
  const { id, clientId, clientSecret, state } = saved as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries({ id, clientId, clientSecret })) {
    if (typeof value !== 'string' || value === '' || value.includes('\0'))
      throw mistake(
        file,
        `${pointer}/${name}: expected a non-empty text without NUL characters, found ${previewValue(value)}`,
      );
  }
  if (typeof state !== 'object' || state === null)
    throw mistake(file, `${pointer}/state: expected an object, found ${JSON.stringify(state)}`);
  return { id, clientId, clientSecret, state } as SavedSandbox;
}

function mistake(file: string, message: string): DocumentError {
  return new DocumentError(file, [{ message }]);
}

/** Checks at start that the file can be written at the end. @throws OptionsError */
export function refuseUnwritable(file: string): void {
  try {
    const folder = dirname(linkTarget(file));
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`);
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) throw new Error('it is a folder');
  } catch (error) {
    throw new OptionsError(`option exportOnExit: ${file} cannot be written: ${(error as Error).message}`);
  }
}

/**
 * Writes the state of the sandboxes. If the process ends meanwhile, the file has either its old or its new content. A
 * sandbox that cannot be written does not keep the others from it.
 * @param version of the emulator
 * @throws ExportError with the sandboxes that are not in the file
 */
export function exportSandboxes(file: string, sandboxes: readonly SandboxControl[], version: string): void {
  const [written, failed]: [string[], string[]] = [[], []];
  for (const sandbox of sandboxes) {
    try {
      const { id, clientId, clientSecret } = sandbox;
      const saved: SavedSandbox = { id, clientId, clientSecret, state: sandbox.state() };
      written.push(JSON.stringify(saved));
    } catch (error) {
      failed.push(`${sandbox.id} (${(error as Error).message})`);
    }
  }
  const head = { format: FORMAT, version: VERSION, emulator: version };
  try {
    replaceFile(file, `${JSON.stringify(head).slice(0, -1)},"sandboxes":[${written.join(',')}]}\n`);
  } catch (error) {
    throw new ExportError(`the state could not be written to ${file}: ${(error as Error).message}`, { cause: error });
  }
  if (failed.length > 0)
    throw new ExportError(`${file} has all sandboxes except these, which could not be written: ${failed.join('; ')}`);
}
