/** Reads YAML and JSON files with the position of each value, and reports their mistakes. */

import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { MOST_SHOWN, moreMistakes } from '../../common/bounded-list.js';
import { isDeeperThan, MOST_LEVELS_READ, NESTED_TOO_DEEP, parsePointer } from '../../common/json.js';

/** One mistake in a file. Line and column count from 1. */
export interface Mistake {
  /** Default: the file of the error. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** Mistakes in a file. */
export interface Mistakes {
  readonly listed: readonly Mistake[];
  /** Number of mistakes that are not in the list. */
  readonly more: number;
}

/** A file that cannot be used, with its mistakes. It is thrown before any part of the file takes effect. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly file: string;
  /** In the order of the file, at most {@link MOST_SHOWN}. If there are more, the last one gives their number. */
  readonly mistakes: readonly Mistake[];
  readonly #more: number;

  /** Joins the errors of several files. */
  static together(errors: readonly DocumentError[]): DocumentError {
    const listed = errors.flatMap(({ file, mistakes }) => {
      // What comes after the last one that is shown is no mistake, but the number of the others.
      return mistakes.slice(0, MOST_SHOWN).map((mistake) => ({ file, ...mistake }));
    });
    const more = errors.reduce((sum, error) => sum + error.#more, 0);

    return new DocumentError(errors[0]!.file, listed, more);
  }

  /** @param more number of mistakes that are not in the list */
  constructor(file: string, mistakes: readonly Mistake[], more = 0) {
    const hidden = Math.max(0, mistakes.length - MOST_SHOWN) + more;
    const shown = mistakes.toSorted(byPosition).slice(0, MOST_SHOWN);
    if (hidden > 0) shown.push({ message: moreMistakes(hidden) });
    super(shown.map((mistake) => locatedText(mistake.file ?? file, mistake)).join('\n'));
    this.file = file;
    this.mistakes = shown;
    this.#more = hidden;
  }
}

/** Compares two mistakes by their places in the file, for sorting. */
function byPosition(a: Mistake, b: Mistake): number {
  if (a.file !== b.file) return (a.file ?? '') < (b.file ?? '') ? -1 : 1;

  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

/** `file:line:column: message`, which editors and terminals turn into a link. */
function locatedText(file: string, { line, column = 1, message }: Mistake): string {
  return line === undefined ? `${file}: ${message}` : `${file}:${line}:${column}: ${message}`;
}

/** The content of a file, and the positions of its values. */
export interface SourceDocument {
  /** The name for use in messages. */
  readonly file: string;
  readonly data: unknown;
  /** The position of the value at a JSON pointer, or of the nearest value around it. */
  locate(pointer: string): Place;
}

type Place = Pick<Mistake, 'line' | 'column'>;

/**
 * Reads a YAML or JSON file.
 * @throws DocumentError if the file cannot be read or is not valid YAML
 */
export function readDocument(file: string): SourceDocument {
  return parseSource(file, readText(file));
}

/**
 * Reads a text file in UTF-8, with or without a byte order mark.
 * @throws DocumentError if the file cannot be read, or is not in UTF-8
 */
export function readText(file: string): string {
  return textOf(file, readBytes(file)).replace(/^\u{FEFF}/u, '');
}

/**
 * The text of a file in UTF-8, with its byte order mark if it has one.
 * @throws DocumentError if the bytes are not UTF-8
 */
export function textOf(file: string, bytes: Buffer): string {
  if (isUtf16(bytes)) throw refusal(file, UTF_16);
  if (!isUtf8(bytes)) throw refusal(file, 'the file is not valid UTF-8: save it as UTF-8');
  return bytes.toString();
}

/** A file cannot be read, so nothing is known of its content. */
export class UnreadFileError extends DocumentError {}

/** The error for a file with one mistake, which concerns the whole file. */
function refusal(file: string, message: string): DocumentError {
  return new DocumentError(file, [{ message }]);
}

/** Why a file in UTF-16 is refused. */
export const UTF_16 =
  'the file is in UTF-16, which PowerShell 5.1 writes by ">": save it as UTF-8, there by "| Out-File -Encoding utf8"';

/** Whether bytes begin as a text in UTF-16 does: with its byte order mark, or with two ASCII characters. */
export function isUtf16([one, two, three, four]: Uint8Array): boolean {
  if ((one === 0xff && two === 0xfe) || (one === 0xfe && two === 0xff)) return true;
  // An ASCII character is its byte and a zero, in either order.
  const zeros = [one, two, three, four].map((byte) => (byte === 0 ? '0' : 'x')).join('');
  return zeros === 'x0x0' || zeros === '0x0x';
}

/** @throws DocumentError if the file cannot be read */
export function readBytes(file: string): Buffer {
  try {
    // A device such as /dev/zero never ends, and a pipe may never begin.
    const stats = statSync(file);
    if (stats.isFile()) return readFileSync(file);
    throw new Error(stats.isDirectory() ? 'this is a folder, not a file' : 'this is not a regular file');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new UnreadFileError(file, [{ message: UNREADABLE.get(code) ?? message }]);
  }
}

/** Why a file cannot be read, by the code of the error. */
const UNREADABLE = new Map(Object.entries({ ENOENT: 'there is no such file', EACCES: 'the file may not be read' }));

/**
 * Reads a JSON file of any size.
 * @throws DocumentError if the file cannot be read or is not valid JSON
 */
export function readJson(file: string): unknown {
  const text = readText(file);
  try {
    const value: unknown = JSON.parse(text);
    refuseTooDeep(file, value);
    return value;
  } catch (error) {
    throw error instanceof SyntaxError ? refusal(file, `not valid JSON: ${error.message}`) : error;
  }
}

/** @throws DocumentError if the value of a file is nested too deep to be validated and shown */
export function refuseTooDeep(file: string, value: unknown): void {
  if (isDeeperThan(value, MOST_LEVELS_READ)) throw refusal(file, NESTED_TOO_DEEP);
}

/**
 * Parses YAML or JSON text.
 * @param file the name for use in messages
 * @throws DocumentError if the text is not valid YAML
 */
export function parseSource(file: string, text: string): SourceDocument {
  const { Composer, isCollection, isNode, LineCounter } = loadYaml();
  const lines = new LineCounter();
  const placeOf = (offset: number): Place => {
    const { line, col: column } = lines.linePos(offset);
    return { line, column };
  };

  const refusalAt = (offset: number, message: string): DocumentError =>
    new DocumentError(file, [{ ...placeOf(offset), message }]);

  // An empty text yields a document, too.
  const forceDocument = true;
  const [first, second] = new Composer().compose(shallowTokens(file, text, lines), forceDocument, text.length);
  const document = first!;
  const format = /\.json$/i.test(file) ? 'JSON' : 'YAML';
  // Further errors follow from the first one.
  const [error] = document.errors;
  if (error !== undefined) throw refusalAt(error.pos[0], `not valid ${format}: ${error.message}`);
  if (second !== undefined) throw refusalAt(second.range[0], 'a second document begins here; a file has one');

  const data = plainValue(file, document);
  refuseTooDeep(file, data);
  return {
    file,
    data,
    locate(pointer) {
      let node: unknown = document.contents;
      // The beginning of the innermost node that was found.
      let [offset] = document.contents?.range ?? [0];
      for (const step of parsePointer(pointer)) {
        // A key of a map may be a number, which is text in a JSON pointer.
        node = isCollection(node) ? (node.get(step, true) ?? node.get(Number(step), true)) : undefined;
        if (isNode(node)) offset = node.range?.[0] ?? offset;
      }

      return placeOf(offset);
    },
  };
}

/**
 * The tokens of a YAML text. A deeply nested text is refused here, because recursion would overflow the stack. An
 * overflow cannot always be caught: V8 ends the process if it has just compiled a regular expression.
 * @throws DocumentError if the text is nested too deep to be read by recursion
 */
function* shallowTokens(file: string, text: string, lines: Yaml.LineCounter): Generator<Yaml.CST.Token> {
  const { Lexer, Parser } = loadYaml();
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);

  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    // A level may need several tokens: `refuseTooDeep` counts them exactly.
    if (parser.stack.length > 2 * MOST_LEVELS_READ) throw refusal(file, NESTED_TOO_DEEP);
  }

  yield* parser.end();
}

/** @throws DocumentError if an alias has no anchor, or aliases repeat a value so often that it would fill the memory */
function plainValue(file: string, document: Yaml.Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const reason = `the aliases cannot be replaced by their values (${error.message})`;
    throw refusal(file, `${reason}; write the values in their place`);
  }
}

/** Loads the YAML parser on first use: a built package has its own files as JSON, and many users write no YAML. */
function loadYaml(): typeof Yaml {
  return createRequire(import.meta.url)('yaml') as typeof Yaml;
}
