/** The frames of an error: where in the project, in a test or in a package it was thrown. */

import { readdirSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJson } from '../../contract/documents/read-document.js';

/** A place in a file, whose path is relative to the project. */
export interface Frame {
  readonly file: string;
  readonly line: string;
  /** Whether the function is the callback of a test, in any file. */
  readonly isCallback: boolean;
}

const CALLBACK = /\b(?:TestContext|Context)\.<anonymous> \(/;

/** Whether the client or its library threw the error, outside test files, and the error is no failed assertion. */
export function isOfClient(error: string, testFiles: readonly string[]): boolean {
  if (ASSERTION.test(error)) return false;

  const known = new Set(testFiles.map(pathInProject));
  const place = placeOf(error);
  return place !== undefined && !place.isCallback && !known.has(place.file) && !TEST_FILE.test(place.file);
}

/** The frame in which an error was thrown. Python prints this frame last. */
function placeOf(error: string): Frame | undefined {
  const frames = error.split('\n').flatMap((line) => frameIn(line) ?? []);
  return frames.some(({ file }) => file.endsWith('.py')) ? frames.at(-1) : frames[0];
}

/** The package in which an error was thrown, with its version if its folder shows the version: `undici 7.30.2`. */
export function packageOf(error: string): string | undefined {
  const [, folder = '', name] = PACKAGE.exec(placeOf(error)?.file ?? '') ?? [];
  if (name === undefined) return undefined;

  try {
    if (folder.endsWith('node_modules')) {
      const { version } = readJson(`${folder}/${name}/package.json`) as Record<'version', string>;
      return `${name} ${version}`;
    }

    const about = readdirSync(folder).find((each) => each.startsWith(`${name}-`) && each.endsWith('.dist-info'));
    return about === undefined ? name : about.slice(0, -'.dist-info'.length).replace('-', ' ');
  } catch {
    return name;
  }
}

const PACKAGE = /^(.*?(?:node_modules|site-packages|dist-packages))[\\/]((?:@[^\\/]+[\\/])?[^\\/.]+)/;

const ASSERTION = /assert|expect|should|time[ds]? ?out/i;

/**
 * A frame: `at list (/src/list.ts:3:9)`, `File "list.py", line 3`, `at List.main(List.java:3)`, `from list.rb:3:`,
 * `#0 /src/list.php(3)`, `in /src/List.cs:line 3`, `at list.pl line 3.`, or `at file:///src/[eval1]:3:9`.
 */
const FRAME =
  /(?:^|[\s"'(])((?:file:)?[^\s"'():]*(?:[^\s"'():]\.(?:[cm]?[jt]sx?|py|rb|php|p[lm]|t|go|rs|java|kt|cs|fs|vb|sh|bash)|\[eval\d*\]))(?:"?,? (?:on )?line |: line |:line |[:(])(\d+)/;
/** Frames of Java libraries, told by their packages: a Java frame names its file without the folder. */
const JAVA_LIBRARY =
  /^\s*(?:at )?(?:[\w.$]+\/)?(?:javax?|jdk|kotlinx?|com\.(?:sun|google|fasterxml)|org\.(?:junit|opentest4j|gradle|apache)|sun|okhttp3|okio)\./;

export function frameIn(text: string): Frame | undefined {
  const [, file, line = ''] = (JAVA_LIBRARY.test(text) ? undefined : FRAME.exec(text)) ?? [];
  if (file === undefined || file.startsWith('node:')) return undefined;
  return { file: pathInProject(file), line, isCallback: CALLBACK.test(text) };
}

/** The path from the folder in which the command runs: `tests/../src/users.py` is `src/users.py`. */
export function pathInProject(file: string): string {
  return relative(process.cwd(), resolve(file.startsWith('file://') ? fileURLToPath(file) : file));
}

/** Whether a file belongs to the project, and not to a library or a runtime. */
export function isOwnFile(path: string): boolean {
  return !path.startsWith('..') && !isAbsolute(path) && !path.split(sep).some((part) => LIBRARIES.has(part));
}

const LIBRARIES: ReadonlySet<string> = new Set(['node_modules', 'site-packages', 'dist-packages', 'vendor', '.venv']);

/** Names that test runners look for. */
export const TEST_FILE =
  /(?:[._-](?:test|spec)s?\.\w+|\.t|(?:Tests?|TestCase|Spec|[a-z]IT)\.\w+)$|(?:^|[\\/])(?:(?:tests?|__tests__|specs?|features|t)[\\/]|(?:test_\w+|conftest)\.py$|Test[A-Z]\w*\.\w+$)/;
