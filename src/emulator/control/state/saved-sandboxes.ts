/** All sandboxes of an emulator in one file: read at start, written at the end. */

import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { compileSchema, shapeMistakes } from '../../../contract/documents/check-document.js';
import { DocumentError, readJson } from '../../../contract/documents/read-document.js';
import { once } from '../../../contract/schema/lazy.js';
import { OptionsError } from '../../complete-options.js';
import { linkTarget, replaceFile } from '../../../common/platform/replace-file.js';
import type { ControlContext } from '../control-context.js';
import { problemsAsMistakes } from '../problem.js';
import type { SandboxControl } from '../methods/sandbox-control.js';
import { readState, STATE_FORMAT, type SandboxState } from './state.js';

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

const TEXT = { type: 'string', minLength: 1, pattern: String.raw`^[^\u0000]*$` };
const CLIENT_ID = { type: 'string', pattern: String.raw`^[^\u0000+]+$` };

/** What a file is validated against, except for the states: each is validated when it is read. */
const fileValidator = once(() =>
  compileSchema({
    type: 'object',
    required: ['sandboxes'],
    properties: {
      version: { const: VERSION },
      sandboxes: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['id', 'clientId', 'clientSecret', 'state'],
          properties: { id: TEXT, clientId: CLIENT_ID, clientSecret: TEXT, state: { type: 'object' } },
        },
      },
    },
  }),
);

/**
 * Opens the sandboxes of a file that {@link exportSandboxes} wrote, or loads the state of one sandbox into the default
 * one.
 * @throws DocumentError with the mistake and a pointer to it
 */
export function importSandboxes(file: string, context: ControlContext): void {
  const { clientId, settings } = context.register.existing('default');
  const { clientSecret, journalSize } = settings;
  const document = readJson(file);
  const isOne = formatOf(document) === STATE_FORMAT;
  const saved = isOne ? [{ id: 'default', clientId, clientSecret, state: document }] : sandboxesIn(file, document);
  const pointerTo = (at: number): string => (isOne ? '' : `/sandboxes/${at}/state`);
  const restored = saved.map(({ state, ...identity }, at) =>
    problemsAsMistakes(file, pointerTo(at), () => readState(state, { ...identity, journalSize }, context)),
  );
  for (const [at, read] of restored.entries())
    problemsAsMistakes(file, pointerTo(at), () => context.register.restore(read.settings, read.snapshot));
}

function formatOf(document: unknown): unknown {
  return (document as { readonly format?: unknown } | null)?.format;
}

/** @throws DocumentError */
function sandboxesIn(file: string, document: unknown): readonly SavedSandbox[] {
  if (formatOf(document) !== FORMAT)
    throw new DocumentError(file, [
      { message: 'expected a file that --export-on-exit or GET /_emulator/sandboxes/{id}/state has written' },
    ]);
  const { listed, more } = shapeMistakes({ file, data: document, locate: () => ({}) }, fileValidator());
  if (listed.length > 0) throw new DocumentError(file, listed, more);
  return (document as { readonly sandboxes: readonly SavedSandbox[] }).sandboxes;
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
