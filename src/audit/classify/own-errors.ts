/** Errors that a program makes itself: of a kind that only a mistake causes, with a frame in a file of the program. */

import { fileURLToPath } from 'node:url';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** JavaScript, Python, Java, .NET, Ruby: what nobody throws on purpose. */
const OWN_KIND =
  /\b(?:TypeError|ReferenceError|RangeError|SyntaxError|KeyError|AttributeError|IndexError|NameError|UnboundLocalError|ZeroDivisionError|JSONDecodeError|RecursionError|NullPointerException|ClassCastException|IndexOutOfBoundsException|ArrayIndexOutOfBoundsException|StringIndexOutOfBoundsException|NumberFormatException|NoSuchElementException|NoMethodError|NullReferenceException)(?: \[\w+\])?(?::|$|')/;
const PANIC = /^panic: |^fatal error: |^thread '.*' panicked at/;
const PERL =
  /(?:Can't (?:use|call|locate object method)|Not an? \w+ reference|malformed JSON string|Illegal division).* at (\S+) line (\d+)/;

/** What a connection or a parser says: no mistake under a fault that breaks connections or bodies. */
const CONNECTION =
  /fetch failed|terminated|network|socket|aborted|other side closed|ECONN|EPIPE|premature|NoneType.*(?:sock|read)/i;
const PARSER =
  /JSON|Unexpected (?:token|end|non-whitespace)|Expecting (?:value|property|',' delimiter)|Unterminated string|Invalid control character/i;

/** Which errors a fault causes in clients without a mistake. */
export type Broken = 'connection' | 'body';

/** An error of the program itself, as it printed it. */
export interface OwnError {
  readonly error: string;
  /** Whether a frame lies in a file of the program; otherwise all lie in its tests. */
  readonly isOfProgram: boolean;
}

/** How far from an error its frames are searched, in lines. */
const REACH = 30;

/** @param lines that a passing run does not print */
export function ownErrorIn(lines: readonly string[], breaks: readonly Broken[]): OwnError | undefined {
  let ofTest: OwnError | undefined;
  for (const [at, line] of lines.entries()) {
    const perl = PERL.exec(line);
    if (!OWN_KIND.test(line) && !PANIC.test(line) && perl === null) continue;
    if (CONNECTION.test(line) || (breaks.includes('body') && PARSER.test(line))) continue;
    const files = perl === null ? framesAround(lines, at) : [perl[1]!];
    const own = files.filter(isOwnFile);
    if (own.some((file) => !isTestFile(file))) return { error: line.trim(), isOfProgram: true };
    if (own.length > 0) ofTest ??= { error: line.trim(), isOfProgram: false };
  }
  return ofTest;
}

/** The files of the frames that belong to an error: below it, in Python above it. */
function framesAround(lines: readonly string[], at: number): string[] {
  const below: string[] = [];
  for (const line of lines.slice(at + 1, at + 1 + REACH)) {
    const file = frameIn(line);
    if (file !== undefined) below.push(file);
    else if (below.length > 0 && (line.trim() === '' || OWN_KIND.test(line))) break;
  }
  const above: string[] = [];
  for (const line of lines.slice(Math.max(0, at - REACH), at).toReversed()) {
    if (/^Traceback |^_{5,}|^={5,}/.test(line)) break;
    const file = PYTHON.exec(line)?.[1] ?? PYTEST.exec(line)?.[1];
    if (file !== undefined) above.push(file);
  }
  return [...below, ...above];
}

const PYTHON = /^\s*(?:[|E]\s+)?File "([^"]+)", line \d+/;
const PYTEST = /^(\S+\.py):\d+: /;
const JAVA = /^\s*at (?:[\w.$]+\/)?(?!java\.|javax\.|jdk\.|sun\.|org\.junit)[\w.$]+\((\w+\.(?:java|kt))(?::\d+)?\)/;
const GO = /^\s+(\/\S+\.(?:go|rs)):\d+/;

function frameIn(line: string): string | undefined {
  return scriptIn(line) ?? (JAVA.exec(line) ?? PYTHON.exec(line) ?? PYTEST.exec(line) ?? GO.exec(line))?.[1];
}

/** `at list (/work/src/list.ts:3:9)`, `❯ list src/list.ts:3:9`, `list (file:///work/src/list.js:3:9)` */
function scriptIn(line: string): string | undefined {
  const place = line.split(/[\s()]/).find((word) => /\.[cm]?[jt]sx?:\d+:\d+$/.test(word));
  const file = place?.replace(/:\d+:\d+$/, '');
  return file?.startsWith('file://') === true ? fileURLToPath(file) : file;
}

/** Whether a file belongs to the project, and not to a library or a runtime. */
function isOwnFile(file: string): boolean {
  const path = relative(process.cwd(), resolve(file));
  const isInside = !path.startsWith('..') && !isAbsolute(path);
  return isInside && !path.split(sep).some((part) => LIBRARIES.has(part)) && !file.startsWith('node:');
}

const LIBRARIES: ReadonlySet<string> = new Set(['node_modules', 'site-packages', 'dist-packages', 'vendor', '.venv']);

/** By the names that test runners look for. */
function isTestFile(file: string): boolean {
  return /(?:[._-](?:test|spec)s?\.\w+|_test\.\w+|\.t|Tests?\.\w+)$|(?:^|[\\/])(?:tests?|__tests__|spec)[\\/]|(?:^|[\\/])(?:test_\w+|conftest)\.py$/.test(
    file,
  );
}
