/** The folder of a store: its content, its format, and the signing key. */

import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../common/platform/make-folder.js';
import { isClockTime } from '../../emulator/domain/time/clock.js';
import { StoreError } from '../../emulator/store/store-error.js';
import { damaged, Database } from './database.js';
import { damageIn } from './leveldb/check-files.js';
import { SandboxRows, type SandboxInRows } from './sandbox-rows.js';

const FORMAT = 'id-emulator-store';
/** The version of the rows and the files. An emulator reads only folders of its own version. */
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
  /** The store as messages name it: `the folder ./emulator-data`. */
  readonly store: string;
  readonly database: Database;
  /** The stored sandboxes in the order of opening. The keeper empties this list when it loads them. */
  readonly content: SandboxInRows[];
  /** When the folder was made, in milliseconds since 1970. */
  readonly made: number;
  /** Called after every write. The first write makes a new folder a store. @throws Error if writing the file fails */
  readonly onWritten: () => void;
}

/**
 * Opens the folder, and creates it if there is none.
 * @param now milliseconds since 1970, by the machine's clock
 * @throws StoreError if the folder is not a store, has another format, is damaged or in use; MissingPeerError
 */
export async function openFolder(folder: string, now: number): Promise<OpenFolder> {
  const store = `the folder ${folder}`;
  const data = join(folder, 'data');
  let isNew = !existsSync(join(folder, FORMAT_FILE));
  const { made } = isNew ? makeStoreFolder(folder, store, now) : readFormat(folder, store);

  // Another process may change the files while they are read, so only damage that is found twice is real.
  const firstDamage = isNew ? undefined : damageIn(data);
  const damage = firstDamage && damageIn(data);
  if (damage !== undefined) throw damaged(store, damage);

  const database = await Database.open(data, store);
  try {
    const content = SandboxRows.read(await database.entries());
    // A store always has its default sandbox. Without it, files are lost.
    if (!isNew && content.every(({ stored }) => stored.id !== 'default'))
      throw new Error('there is no sandbox "default"');

    const onWritten = (): void => {
      if (isNew) finish(join(folder, FORMAT_FILE));
      isNew = false;
    };

    return { store, database, content, made, onWritten };
  } catch (error) {
    await database.close();
    throw error instanceof StoreError ? error : damaged(store, (error as Error).message, error);
  }
}

/**
 * The key that signs the tokens of a folder, as PEM. The first call creates it.
 * @throws StoreError
 */
export function keyIn(folder: string, make: () => string): { readonly pem: string; readonly createdIn?: string } {
  const file = join(folder, KEY_FILE);
  try {
    if (existsSync(file)) return { pem: readFileSync(file, 'utf8') };

    const pem = make();
    writeUnfinished(file, pem);
    finish(file);

    return { pem, createdIn: file };
  } catch (error) {
    throw new StoreError(`the signing key ${file} cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

/** Writes a file that only its owner can read. After a crash before `finish`, there is no such file. */
function writeUnfinished(file: string, content: string): void {
  writeFileSync(unfinished(file), content, { mode: 0o600, flush: true });
}

/** Gives an unfinished file its real name. Renaming is atomic, so no reader ever sees a half-written file. */
function finish(file: string): void {
  renameSync(unfinished(file), file);
}

/** The name of a file until it is finished. */
function unfinished(file: string): string {
  return `${file}.tmp`;
}

/** Creates a folder. Its format file stays unfinished until a sandbox is stored: the process may be killed before. */
function makeStoreFolder(folder: string, store: string, now: number): FolderFormat {
  const format: FolderFormat = { format: FORMAT, version: VERSION, made: now };
  const file = join(folder, FORMAT_FILE);
  try {
    makeFolder(folder, 0o700);
    if (!statSync(folder).isDirectory()) throw new Error('it is a file');

    // The format file may be unfinished, because the process was killed before. Such a folder is still a new store.
    const [other] = readdirSync(folder);
    if (other !== undefined && !existsSync(unfinished(file)))
      throw new Error(`it has other files, such as ${other}, and no ${FORMAT_FILE}; choose an empty folder`);

    writeUnfinished(file, `${JSON.stringify(format)}\n`);

    return format;
  } catch (error) {
    throw new StoreError(`${store} cannot be a store: ${(error as Error).message}`, { cause: error });
  }
}

/** The format of a folder that is a store. @throws StoreError if it has another format, or none */
function readFormat(folder: string, store: string): FolderFormat {
  const { format, version, made } = contentOf(join(folder, FORMAT_FILE));
  const isStore = format === FORMAT && typeof version === 'number' && typeof made === 'number' && isClockTime(made);
  if (!isStore)
    throw new StoreError(
      `${store} cannot be a store: its ${FORMAT_FILE} is damaged or another program's; restore a copy of it, or choose another folder with --store`,
    );
  if (version !== VERSION)
    throw new StoreError(
      `${store} has format version ${version}, and this id-emulator reads version ${VERSION}; use the id-emulator that wrote it, or choose another folder with --store`,
    );

  return { format, version, made };
}

/** The members of a JSON file; none if it cannot be read. */
function contentOf(file: string): Partial<FolderFormat> {
  try {
    // The file may contain `null`, which has no members to read.
    return (JSON.parse(readFileSync(file, 'utf8')) ?? {}) as Partial<FolderFormat>;
  } catch {
    return {};
  }
}
