/** What is wrong with a file that a person wrote, told in one go. */

/** One mistake; line and column count from 1. */
export interface Mistake {
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** Thrown where a file cannot be used. Nothing of it has been. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly file: string;
  /** In the order in which they stand in the file. */
  readonly mistakes: readonly Mistake[];

  constructor(file: string, mistakes: readonly Mistake[]) {
    const inOrder = mistakes.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
    super(inOrder.map((mistake) => sentence(file, mistake)).join('\n'));
    this.file = file;
    this.mistakes = inOrder;
  }
}

/** `file:line:column: message`, as editors and terminals link it. */
function sentence(file: string, { line, column, message }: Mistake): string {
  return line === undefined ? `${file}: ${message}` : `${file}:${line}:${column ?? 1}: ${message}`;
}
