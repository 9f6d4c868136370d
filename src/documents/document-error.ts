/** What is wrong with a file that a person wrote, told in one go. */

/** One mistake; line and column count from 1. */
export interface Mistake {
  /** Where it is not the file of the error. */
  readonly file?: string;
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

  /** One error for the mistakes of several files. */
  static together(errors: readonly [DocumentError, ...DocumentError[]]): DocumentError {
    return new DocumentError(
      errors[0].file,
      errors.flatMap(({ file, mistakes }) => mistakes.map((mistake) => ({ file, ...mistake }))),
    );
  }

  constructor(file: string, mistakes: readonly Mistake[]) {
    const inOrder = mistakes.toSorted(byPlace);
    super(inOrder.map((mistake) => sentence(file, mistake)).join('\n'));
    this.file = file;
    this.mistakes = inOrder;
  }
}

function byPlace(a: Mistake, b: Mistake): number {
  if (a.file !== b.file) return (a.file ?? '') < (b.file ?? '') ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

/** `file:line:column: message`, as editors and terminals link it. */
function sentence(errorFile: string, { file = errorFile, line, column, message }: Mistake): string {
  return line === undefined ? `${file}: ${message}` : `${file}:${line}:${column ?? 1}: ${message}`;
}
