/** The folder of a store: what is in it, its format, and the signing key. */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../../emulator/store/store-error.js';
import { damaged, Database } from './database.js';
import { SandboxRows, type SandboxInRows } from './sandbox-rows.js';

const FORMAT = 'id-emulator-store';
const VERSION = 5;
const FORMAT_FILE = 'store.json';
const KEY_FILE = 'signing-key.pem';

/** The content of the format file. */
interface FolderFormat {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** When the folder was made, in milliseconds since 1970. */
  readonly made: number;
}

/** A folder whose database is open. */
export interface OpenFolder {
  /** In words for messages: `the folder ./emulator-data`. */
  readonly store: string;
  readonly database: Database;
  /** In the order of opening. Whoever loads the sandboxes empties it. */
  readonly content: SandboxInRows[];
  /** When the folder was made, in milliseconds since 1970. */
  readonly made: number;
}

/**
 * Opens the folder, and makes it if there is none.
 * @param now milliseconds since 1970, by the machine's clock
 * @throws StoreError if it is no folder of a store, of another format, damaged, or in use; MissingPeerError
 */
export async function openFolder(folder: string, now: number): Promise<OpenFolder> {
  const store = `the folder ${folder}`;
  const format = formatOf(folder, store, now);
  const isNew = !existsSync(join(folder, FORMAT_FILE));
  const database = await Database.open(join(folder, 'data'), { store, isNew });
  let content: SandboxInRows[];
  try {
    if (isNew) writeWhole(join(folder, FORMAT_FILE), `${JSON.stringify(format)}\n`);
    content = SandboxRows.read(await database.entries());
  } catch (error) {
    await database.close();
    throw error instanceof StoreError ? error : damaged(store, (error as Error).message, error);
  }
  return { store, database, content, made: format.made };
}

/**
 * The key that signs the tokens of a folder, as PEM. The first call makes it.
 * @throws StoreError
 */
export function keyIn(folder: string, make: () => string): { readonly pem: string; readonly createdIn?: string } {
  const file = join(folder, KEY_FILE);
  try {
    if (existsSync(file)) return { pem: readFileSync(file, 'utf8') };
    const pem = make();
    writeWhole(file, pem);
    return { pem, createdIn: file };
  } catch (error) {
    throw new StoreError(`the signing key ${file} cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

/** Writes a file that is there in full after a crash, or not at all. Only its owner can read it. */
function writeWhole(file: string, content: string): void {
  const unfinished = `${file}.tmp`;
  writeFileSync(unfinished, content, { mode: 0o600, flush: true });
  renameSync(unfinished, file);
}

function formatOf(folder: string, store: string, now: number): FolderFormat {
  const made: FolderFormat = { format: FORMAT, version: VERSION, made: now };
  try {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!statSync(folder).isDirectory()) throw new Error('it is a file');
    if (!existsSync(join(folder, FORMAT_FILE))) {
      // A start that was killed may have left the database without the format.
      const others = readdirSync(folder).filter((name) => name !== 'data');
      if (others.length === 0) return made;
      throw new Error(`it has other files, such as ${others[0]}, and no ${FORMAT_FILE}; choose an empty folder`);
    }
  } catch (error) {
    throw new StoreError(`${store} cannot be a store: ${(error as Error).message}`, { cause: error });
  }
  const { format, version, made: madeBefore } = readFormat(join(folder, FORMAT_FILE));
  if (format !== FORMAT || madeBefore === undefined)
    throw new StoreError(
      `${store} cannot be a store: its ${FORMAT_FILE} is damaged or another program's; choose another folder with --store`,
    );
  if (version !== VERSION)
    throw new StoreError(
      `${store} has format version ${version}, and this id-emulator reads version ${VERSION}; use the id-emulator that wrote it, or choose another folder with --store`,
    );
  return { format, version, made: madeBefore };
}

function readFormat(file: string): Partial<FolderFormat> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<FolderFormat>;
  } catch {
    return {};
  }
}
