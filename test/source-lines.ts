/** Runs before each file of tests: stack traces show the lines of sources, where Node.js runs what is compiled from them. */

import { findSourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A place in a compiled file, as stack traces have it. */
const COMPILED_PLACE = /(?:file:\/\/)?([^\s()]+\/\.build\/compiled\/[^\s():]+\.js):(\d+):(\d+)/g;

const given = Symbol.for('id-emulator.test.stack-trace');
const shared = globalThis as { [given]?: typeof Error.prepareStackTrace };
const prepare = (shared[given] ??= Error.prepareStackTrace.bind(Error));
Error.prepareStackTrace = (error, calls) => String(prepare(error, calls)).replace(COMPILED_PLACE, sourcePlace);

function sourcePlace(place: string, file: string, line: string, column: string): string {
  const entry = findSourceMap(file)?.findEntry(Number(line) - 1, Number(column) - 1);
  if (entry === undefined || !('originalSource' in entry)) return place;

  return `${fileURLToPath(entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}
