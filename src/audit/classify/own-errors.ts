/** Errors of the program itself. Their kind shows a bug, and a frame lies in the files of the program. */

import { exitCodeAfter } from '../../common/platform/shell.js';
import { specDocument } from '../../contract/documents/prepared.js';
import { type Frame, frameIn, isOwnFile, pathInProject, TEST_FILE } from './error-frames.js';
import type { Broken } from '../audit-types.js';

/** What errors are called and say, as parts of regular expressions. */
const WORDS = specDocument('audit-errors') as Readonly<
  Record<'kinds' | 'connection' | 'parser' | 'engine', readonly string[]>
>;
/** Names of errors that nobody throws on purpose. */
const KINDS = WORDS.kinds.join('|');
/** What may stand before the name of an error: marks of a test runner, words of a runtime, and the package. */
const BEFORE_KIND = [
  String.raw`^\s*(?:E +|[#|>•-] +|=> |.* ✘ |\[\w+\] +)?`,
  String.raw`(?:(?:PHP )?Fatal error: +|error: |Exception in thread "[^"]*" |Unhandled exception\. )?`,
  String.raw`(?:Uncaught )?(?:\(in promise\) )?(?:java\.util\.concurrent\.\w+Exception: )?(?:[\w$]+[.\\]|\\)*`,
].join('');
/**
 * The name of an error, where a runtime or a test runner prints it. Elsewhere, the name is a word of a message or of
 * the source.
 */
const OWN_ERRORS: readonly RegExp[] = [
  new RegExp(String.raw`${BEFORE_KIND}(?<kind>${KINDS})(?: \[\w+\])?(?::|$)`),
  // Ruby, at the end; pytest with short traces, behind the place.
  new RegExp(String.raw`\((?<kind>${KINDS})\)$`),
  new RegExp(String.raw`^\S+:\d+: (?<kind>${KINDS}): `),
  // Go, Rust
  /^panic: |^fatal error: |^thread '.*' panicked at/,
  // Perl
  /(?:Can't (?:use|call|locate object method)|Not an? \w+ reference|malformed JSON string|Illegal division).* at \S+ line \d+/,
  // PHP
  /Uncaught Error: Call to a member function|PHP Fatal error: .*Unsupported operand types/,
  // Shells
  /line \d+: \w+: unbound variable$/,
];

const CONNECTION = new RegExp(WORDS.connection.join('|'), 'i');
const PARSER = new RegExp(WORDS.parser.join('|'), 'i');

/** Names of errors that libraries of JavaScript throw on purpose, too. */
const SHARED_KIND = /^(?:TypeError|ReferenceError|RangeError|SyntaxError)$/;
/** What the engine or the runtime says in such an error. */
const OF_ENGINE = new RegExp([...WORDS.parser, ...WORDS.engine].join('|'));

/** An error of the program itself, as it printed it. */
export interface OwnError {
  readonly error: string;
  /** Its kind and the place of its first frame in the project: equal wherever one mistake shows. */
  readonly cause: string;
}

/** Lines around an error in which its frames are searched. */
const REACH = 30;

export interface ErrorContext {
  /** What the fault breaks. */
  readonly breaks: readonly Broken[];
  /** Files of tests, as their runner reports them. Other test files are recognized by their names. */
  readonly testFiles: readonly string[];
}

/** The first error with a frame in the program, not only in a test. @param lines the ones that no passing run prints */
export function ownErrorIn(lines: readonly string[], { breaks, testFiles }: ErrorContext): OwnError | undefined {
  const known = new Set(testFiles.map(pathInProject));
  const isOfProgram = ({ file, isCallback }: Frame): boolean =>
    isOwnFile(file) && !isCallback && !known.has(file) && !TEST_FILE.test(file);

  for (const at of lines.keys()) {
    const error = errorAt(lines, at);
    const kind = kindOf(error);
    const isExcused = CONNECTION.test(error) || (breaks.includes('body') && PARSER.test(error));
    if (kind === undefined || isExcused || isReplaced(lines, at)) continue;

    const frames = framesAround(lines, at);
    const mayBeOnPurpose = SCRIPT.test(frames[0]?.file ?? '') && SHARED_KIND.test(kind);
    if (mayBeOnPurpose && !OF_ENGINE.test(error)) continue;

    // A library or a test may throw a JavaScript error of such a kind on purpose: only the first frame counts.
    const counted = mayBeOnPurpose ? frames.slice(0, 1) : frames;
    const frame = counted.find(isOfProgram);
    if (frame !== undefined) return { error, cause: `${kind} ${frame.file}:${frame.line}` };
  }

  return undefined;
}

/**
 * The line of an error, without what a logger puts before it. If the line has only the kind of the error, its message
 * is added: the line below `NoMethodError:` (RSpec), `message:` below `name: TypeError` (AVA), `error:` above `name:
 * 'TypeError'` (TAP), or the title of the test above `type: TypeError` (node-tap).
 */
function errorAt(lines: readonly string[], at: number): string {
  const [line, below] = [lines[at]!.trim(), lines[at + 1]?.trim() ?? ''];
  if (below.startsWith('at ') && !OTHER_ERROR.test(line)) return line.replace(LOGGED, '');
  if (KIND_ABOVE.test(line)) return `${line} ${below}`;

  const [, kind] = KIND_ALONE.exec(line) ?? [];
  if (kind === undefined) return line;
  if (below.startsWith('message: ')) return below.replace('message', kind);

  const above = lines.slice(0, at).findLastIndex((each) => MESSAGE.test(each));
  const [, message] = MESSAGE.exec(lines[above] ?? '') ?? [];
  if (message === undefined) return line;

  // A text of several lines begins on the next line.
  return `${kind}: ${/^[|>]-?$/.test(message) ? lines[above + 1]!.trim() : message}`;
}

const MESSAGE = /^\s*(?:error: |not ok \d+ - )(.+)/;
const KIND_ABOVE = new RegExp(`^(?:${KINDS}):$`);
const KIND_ALONE = new RegExp(`^(?:name: '?|type: )(${KINDS})'?$`);

/** The part of an error of the program that says what it is, such as `TypeError`; undefined if it is no such error. */
function kindOf(line: string): string | undefined {
  const own = OWN_ERRORS.map((pattern) => pattern.exec(line)).find((found) => found !== null);
  return own?.groups?.['kind'] ?? own?.[0];
}

/** The name of an error of any other kind, before its message. */
const OTHER_ERROR = new RegExp(String.raw`(?<![\w$])(?!(?:${KINDS})\b)\w*(?:Error|Exception)(?: \[\w+\])?: `);
/** What a program prints before an error and its stack, as by `console.error('export failed:', error)`. */
const LOGGED = new RegExp(
  String.raw`^(?!(?:[A-Z]\w*[a-z]\w*|Caused by|\[cause\]): ).*\s(?=(?:${KINDS})(?: \[\w+\])?: )`,
);

/**
 * Whether the client caught this error and threw another one on purpose, so that this one is only printed as its cause.
 */
function isReplaced(lines: readonly string[], at: number): boolean {
  const above = lines.slice(0, at).findLast((line) => line.trim() !== '') ?? '';
  const below = lines.slice(at + 1).find((line) => /^[#\s]*Traceback |^_{5,}|^={5,}/.test(line) || REPLACED.test(line));
  return ABOVE_REPLACED.test(above) || REPLACED.test(below ?? '');
}

/** What Python and PHP print between an error and the one that replaced it. */
const REPLACED =
  /^[#\s]*(?:The above exception was the direct cause|During handling of the above exception|Next \S+: )/;
/** What PHPUnit, Jest, RSpec and Ruby print between the two errors. RSpec also prints it above a message. */
const ABOVE_REPLACED =
  /^\s*(?:# --- Caused by: ---|Caused by:?|Cause:|from \S+:\d+:in .*|[A-Z][\w:]*(?:Error|Exception):)$/;

/** Files of JavaScript. */
const SCRIPT = /\.[cm]?[jt]sx?$|\[eval\d*\]$/;
/** The frames that belong to an error: in its line and below it. Python and node-tap print them above it. */
function framesAround(lines: readonly string[], at: number): Frame[] {
  const frames = [frameIn(lines[at]!)];
  for (const line of lines.slice(at + 1, at + 1 + REACH)) {
    const frame = frameIn(line);
    if (frame === undefined && frames.some(Boolean) && (line.trim() === '' || kindOf(line) !== undefined)) break;
    frames.push(frame);
  }

  const isOfTap = /^\s*type: /.test(lines[at]!);

  for (const line of lines.slice(Math.max(0, at - REACH), at).toReversed()) {
    if (/^Traceback |^_{5,}|^={5,}/.test(line) || MESSAGE.test(line)) break;
    const frame = frameIn(line);
    if (frame?.file.endsWith('.py') === true || isOfTap) frames.push(frame);
  }

  return frames.filter((frame) => frame !== undefined);
}

/** Signals with which the processor or the runtime ends a program that has a bug. */
const FATAL_SIGNALS = ['SIGILL', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV'] as const;
/** What a shell prints of such a child: `check.sh: line 3:  4711 Segmentation fault ./check`, or without the place. */
const FATAL_LINE =
  /^(?:\S+: line \d+: +\d+ )?(?:Segmentation fault|Bus error|Illegal instruction|Floating point exception)\b|^\S+: line \d+: +\d+ Aborted\b|^Aborted \(core dumped\)/;

/** The signal that ended a program because of a bug, in words. @param lines the ones that no passing run prints */
export function fatalSignal(lines: readonly string[], exitCode: number): string | undefined {
  const line = lines.find((each) => FATAL_LINE.test(each));
  return line?.trim() ?? FATAL_SIGNALS.find((signal) => exitCode === exitCodeAfter(signal));
}
