/** The shipped files in the program, which holds them as assets. Stands in for `src/common/shipped-files.ts`. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { load, names, read } from 'program-assets';
import type * as OnDisk from '../../src/common/shipped-files.js';

type ShippedFiles = typeof OnDisk;

const namesBelow = (folder: string): string[] => [...names].filter((name) => name.startsWith(`${folder}/`));

export const IS_BUILT = true;

/** Stack traces have no absolute path of the program's code. */
export const OWN_CODE: ShippedFiles['OWN_CODE'] = [];

export const shippedPath: ShippedFiles['shippedPath'] = (path) => {
  throw new Error(`the program has ${path} on no disk`);
};

export const isShipped: ShippedFiles['isShipped'] = (path) => names.has(path);

export const shippedNames: ShippedFiles['shippedNames'] = (folder) =>
  namesBelow(folder).map((name) => name.slice(folder.length + 1));

export const shippedFile: ShippedFiles['shippedFile'] = read;

export const shippedJson: ShippedFiles['shippedJson'] = (path) => JSON.parse(read(path).toString());

export const shippedSchema: ShippedFiles['shippedSchema'] = (name) => shippedJson(`spec/${name}.schema.json`) as object;

export const shippedModule: ShippedFiles['shippedModule'] = load;

export const ownCommand: ShippedFiles['ownCommand'] = () => [process.execPath];

/** The folder with the files that were written; undefined before the first. */
let writtenFolder: string | undefined;

/** Writes the files to a new folder, which nobody else can have filled, and which is removed at the end. */
export const shippedOnDisk: ShippedFiles['shippedOnDisk'] = (folder) => {
  writtenFolder ??= newFolder();
  for (const name of namesBelow(folder)) {
    const file = join(writtenFolder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, read(name));
  }

  return join(writtenFolder, folder);
};

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'id-emulator-files-'));
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true });
    } catch {
      // Windows does not remove a library that is loaded.
    }
  });
  return folder;
}
