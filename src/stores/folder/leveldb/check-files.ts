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

/** @throws Error if a file that the database uses is missing or damaged */
function checkFiles(path: string): void {
  const manifest = inFile(path, 'CURRENT', manifestIn);
  const { firstLog, tables } = inFile(path, manifest, (content) => filesIn(recordsIn(content)));
  for (const table of tables) inFile(path, nameOf(table, 'ldb'), checkTable);

  const isLater = (name: string): boolean => name.endsWith('.log') && Number.parseInt(name) > firstLog;
  const logs = [nameOf(firstLog, 'log'), ...readdirSync(path).filter(isLater)];
  const records = logs.flatMap((log) => inFile(path, log, recordsIn));
  if (tables.size === 0 && records.length === 0) throw new Error('there is no sandbox');
}

/** Calls `read` with the content of a file. @throws Error with the name of the file */
function inFile<Result>(path: string, name: string, read: (content: Buffer) => Result): Result {
  const file = join(path, name);
  if (!existsSync(file)) throw new Error(`${name} is missing`);

  try {
    return read(readFileSync(file));
  } catch (error) {
    throw new Error(`${name} ${(error as Error).message}`, { cause: error });
  }
}

function manifestIn(current: Buffer): string {
  const text = current.toString('latin1');
  if (!/^MANIFEST-\d+\n$/.test(text)) throw new Error('names no manifest');
  return text.trimEnd();
}

function nameOf(number: number, ending: string): string {
  return `${String(number).padStart(6, '0')}.${ending}`;
}

/** The number of the first log in use, and the numbers of the tables in use. */
interface FilesInUse {
  firstLog: number;
  readonly tables: Set<number>;
}

/** The fields after each tag in a manifest: `n` is a number, `t` a text after its length (`db/version_edit.cc`). */
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
