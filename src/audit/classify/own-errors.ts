/**
 * Errors of the program itself. Their kind, such as `TypeError`, shows a bug, and a frame of the stack lies in the
 * files of the program.
 */

import { exitCodeAfter } from '../../common/platform/shell.js';
import { specDocument } from '../../contract/documents/prepared.js';
import { remedyFor } from '../expectations/fault-class.js';
import { newLines } from '../run/output-lines.js';
import { frameIn, isOwnFile, pathInProject } from './error-frames.js';
import { type Facts, isLost } from './facts.js';
import type { ClassifiedReaction } from './observation.js';
import type { ErrorContext, Frame, OwnError } from '../audit-types.js';
import { PRINTED } from '../run/printed.js';

/** What errors are called and say, as parts of regular expressions. */
const WORDS = specDocument('audit-errors') as Readonly<
  Record<'kinds' | 'before' | 'printed' | 'connection' | 'parser' | 'engine', readonly string[]>
>;
/** Names of errors that nobody throws on purpose. */
const KINDS = WORDS.kinds.join('|');
/**
 * Match the name of an error at places where a runtime or a test runner prints it. Elsewhere, the name is a word of a
 * message or of the source.
 */
const OWN_ERRORS = WORDS.printed.map((text) => {
  return new RegExp(text.replace('BEFORE', WORDS.before.join('')).replace('KIND', `(?<kind>${KINDS})`));
});

const CONNECTION = new RegExp(WORDS.connection.join('|'), 'i');
const PARSER = new RegExp(WORDS.parser.join('|'), 'i');

/** What the engine or the runtime says in an error that a program did not throw on purpose. */
const OF_ENGINE = new RegExp([...WORDS.parser, ...WORDS.engine].join('|'));

/** How many lines above and below an error are searched for its frames. */
const REACH = 30;

/** The reaction of a program that a signal or its own bug has ended; undefined if neither has. */
export function crashIn(facts: Facts): ClassifiedReaction | undefined {
  const { entry, run, test, testCase, baseline } = facts;
  // If the run has several faults, only the error of the test that met this fault is about it.
  const ofTest = facts.isOnlyFault ? undefined : testCase?.error;
  const output = ofTest ?? run.output;
  // Lines that runs without faults print, too, say nothing about the fault.
  const lines = newLines(`${test?.message ?? ''}\n${output}`, baseline.outputs);
  // If the run took too long, this process has ended the command, and its exit code says nothing.
  const inOutput = run.timedOut ? undefined : fatalSignal(lines, run.exitCode);
  const signal = run.signal ?? inOutput;
  if (signal !== undefined) return { reaction: 'crashed', what: `A signal ended the program: ${signal}` };

  // An error that harmed nothing was caught, and only logged.
  if (!facts.hasFailed && !isLost(facts)) return undefined;

  const bug = ownErrorIn(lines, { breaks: entry.fault.breaks ?? [], testFiles: testFilesOf(facts) });
  if (bug === undefined) return undefined;

  const remedy = `Mend the error in the program. ${remedyFor(entry.fault, entry.kind)}`;
  return { reaction: 'crashed', what: `The program has its own bug: ${bug.error}`, cause: bug.cause, remedy };
}

/** The files of the tests that the runner reports. */
export function testFilesOf({ run }: Facts): string[] {
  return run.cases.flatMap(({ file }) => file ?? []);
}

/** The first error with a frame in the program, not only in a test. @param lines lines that no passing run prints */
export function ownErrorIn(lines: readonly string[], { breaks, testFiles }: ErrorContext): OwnError | undefined {
  const knownTests = new Set(testFiles.map(pathInProject));
  const isOfTest = (file: string): boolean => knownTests.has(file) || PRINTED.testFile.test(file);
  const isOfProgram = ({ file, isCallback }: Frame): boolean => isOwnFile(file) && !isCallback && !isOfTest(file);

  for (const at of lines.keys()) {
    const error = errorAt(lines, at);
    const kind = kindOf(error);
    // Even a client without a mistake gets errors of its connection, and of the parser of a broken body.
    const isExcused = CONNECTION.test(error) || (breaks.includes('body') && PARSER.test(error));
    if (kind === undefined || isExcused || isReplaced(lines, at)) continue;

    const frames = framesAround(lines, at);
    const isOfJavaScript = PRINTED.script.test(frames[0]?.file ?? '');
    const mayBeOnPurpose = isOfJavaScript && PRINTED.sharedKind.test(kind);
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
  const line = lines[at]!.trim();
  const below = lines[at + 1]?.trim() ?? '';
  if (below.startsWith('at ') && !OTHER_ERROR.test(line)) return line.replace(LOGGED, '');
  if (KIND_ABOVE.test(line)) return `${line} ${below}`;

  const [, kind] = ONLY_KIND.exec(line) ?? [];
  if (kind === undefined) return line;
  if (below.startsWith('message: ')) return below.replace('message', kind);

  const above = lines.slice(0, at).findLastIndex((each) => PRINTED.message.test(each));
  const [, message] = PRINTED.message.exec(lines[above] ?? '') ?? [];
  if (message === undefined) return line;

  // In YAML, the signs `|-` and `>-` mean that the text begins on the next line.
  const text = /^[|>]-?$/.test(message) ? lines[above + 1]!.trim() : message;
  return `${kind}: ${text}`;
}

const KIND_ABOVE = new RegExp(`^(?:${KINDS}):$`);
const ONLY_KIND = new RegExp(`^(?:name: '?|type: )(${KINDS})'?$`);

/** The kind of an error of the program, such as `TypeError`; undefined if the line has no such error. */
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

/** Whether the client caught this error, and threw another error on purpose, whose cause is printed here. */
function isReplaced(lines: readonly string[], at: number): boolean {
  const above = lines.slice(0, at).findLast((line) => line.trim() !== '') ?? '';
  // A traceback or a rule of pytest begins the next error.
  const isEnd = (line: string): boolean => /^[#\s]*Traceback |^_{5,}|^={5,}/.test(line);
  const below = lines.slice(at + 1).find((line) => isEnd(line) || PRINTED.replaced.test(line));

  return PRINTED.aboveReplaced.test(above) || PRINTED.replaced.test(below ?? '');
}

/** The frames that belong to an error: in its line and below. Python and node-tap print them above the error. */
function framesAround(lines: readonly string[], at: number): Frame[] {
  const frames = [frameIn(lines[at]!)];
  for (const line of lines.slice(at + 1, at + 1 + REACH)) {
    const frame = frameIn(line);
    const isEnd = line.trim() === '' || kindOf(line) !== undefined;
    // After the first frame, an empty line or the next error ends the stack.
    if (frame === undefined && frames.some(Boolean) && isEnd) break;

    frames.push(frame);
  }

  const isTap = /^\s*type: /.test(lines[at]!);

  for (const line of lines.slice(Math.max(0, at - REACH), at).toReversed()) {
    if (/^Traceback |^_{5,}|^={5,}/.test(line) || PRINTED.message.test(line)) break;

    const frame = frameIn(line);
    if (frame?.file.endsWith('.py') === true || isTap) frames.push(frame);
  }

  return frames.filter((frame) => frame !== undefined);
}

/** Signals with which the processor or the runtime ends a program that has a bug. */
const FATAL_SIGNALS = ['SIGILL', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV'] as const;

/** The signal that ended a program because of a bug, in words. @param lines lines that no passing run prints */
export function fatalSignal(lines: readonly string[], exitCode: number): string | undefined {
  const line = lines.find((each) => PRINTED.fatalLine.test(each));
  return line?.trim() ?? FATAL_SIGNALS.find((signal) => exitCode === exitCodeAfter(signal));
}
