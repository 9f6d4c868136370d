/**
 * Looks for damage in a database before it is opened. Opening a database changes it: LevelDB drops unreadable parts of
 * its logs, and deletes the logs.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ByteReader } from './byte-reader.js';
import { recordsIn } from './log-records.js';
import { checkTable } from './table-blocks.js';

/** The damage as a text; undefined if there is none. */
export function damageIn(path: string): string | undefined {
  try {
    checkFiles(path);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Checks the files in the way in which LevelDB finds them. The file `CURRENT` names the manifest, which is the log of
 * the database's files. The manifest says which tables and logs are in use.
 * @throws Error if a file that the database uses is missing or damaged
 */
function checkFiles(path: string): void {
  const manifest = inFile(path, 'CURRENT', manifestIn);
  const { firstLog, tables } = inFile(path, manifest, (content) => filesIn(recordsIn(content)));
  for (const table of tables) inFile(path, nameOf(table, 'ldb'), checkTable);

  // LevelDB also reads each log with a higher number. The manifest need not name it, and `parseInt` stops at the dot.
  const isLater = (name: string): boolean => name.endsWith('.log') && Number.parseInt(name) > firstLog;
  const logs = [nameOf(firstLog, 'log'), ...readdirSync(path).filter(isLater)];
  const records = logs.flatMap((log) => inFile(path, log, recordsIn));
  // A store always has its default sandbox, so a database without any row has lost its files.
  if (tables.size === 0 && records.length === 0) throw new Error('there is no sandbox');
}

/** Calls `read` with the content of a file. @throws Error whose message begins with the name of the file */
function inFile<Result>(path: string, name: string, read: (content: Buffer) => Result): Result {
  const file = join(path, name);
  if (!existsSync(file)) throw new Error(`${name} is missing`);

  try {
    return read(readFileSync(file));
  } catch (error) {
    throw new Error(`${name} ${(error as Error).message}`, { cause: error });
  }
}

/** The name of the manifest. @param current the content of the file `CURRENT` */
function manifestIn(current: Buffer): string {
  const text = current.toString('latin1');
  if (!/^MANIFEST-\d+\n$/.test(text)) throw new Error('names no manifest');
  return text.trimEnd();
}

/** The name of a file of the database, such as `000005.ldb`. */
function nameOf(number: number, ending: string): string {
  return `${String(number).padStart(6, '0')}.${ending}`;
}

/** The number of the first log in use, and the numbers of the tables in use. */
interface FilesInUse {
  firstLog: number;
  readonly tables: Set<number>;
}

/**
 * The fields that follow each tag in a manifest, by the number of the tag (`db/version_edit.cc`). `n` is a number, and
 * `t` is a text that follows its length. Tag 7, for example, has three numbers and two texts. LevelDB has no tags 0
 * and 8.
 */
const FIELDS = ['', 't', 'n', 'n', 'n', 'nt', 'nn', 'nnntt', '', 'n'];
/** The tags that say which files are in use. */
const [LOG, REMOVED_TABLE, TABLE] = [2, 6, 7];

/** Which files the database uses. @param manifest its records, each with tagged fields */
function filesIn(manifest: readonly Buffer[]): FilesInUse {
  const files: FilesInUse = { firstLog: 0, tables: new Set() };
  for (const record of manifest) {
    const reader = new ByteReader(record);
    while (!reader.isAtEnd) {
      const tag = reader.number();
      // Every field begins with a number. It is the value of a number, and the length of a text.
      const [first = 0, second = 0] = FIELDS[tag]!.split('').map((kind) => {
        const number = reader.number();
        if (kind === 't') reader.skip(number);
        return number;
      });
      // The first number of a table's fields is its level, the second its number.
      if (tag === LOG) files.firstLog = first;
      if (tag === REMOVED_TABLE) files.tables.delete(second);
      if (tag === TABLE) files.tables.add(second);
    }
  }

  return files;
}
