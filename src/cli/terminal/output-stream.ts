/** A standard stream of the process whose reader may go away, or whose disk may be full, without ending the process. */

/** Codes of errors if nobody reads any longer: of a closed pipe (`EOF` on Windows), a socket or a descriptor. */
const READER_GONE: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EOF', 'ECONNRESET', 'EBADF']);

/**
 * Standard output or standard error. After the first error of the stream, a text is either dropped, because nobody
 * reads it, or lost, although somebody would read it.
 */
export class OutputStream {
  readonly #stream: NodeJS.WriteStream;
  readonly #failed = new AbortController();
  #hasReader = true;
  #hasLost = false;

  /** @param onLost called once, with the reason, if a text cannot be written although somebody would read it */
  constructor(stream: NodeJS.WriteStream, onLost: (reason: string) => void) {
    this.#stream = stream;
    // The handler also sees errors of texts from elsewhere: warnings of Node.js, and the output of the user's command.
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      // EIO on a terminal means that the terminal was closed.
      const isReaderGone = READER_GONE.has(code) || (code === 'EIO' && stream.isTTY);
      if (isReaderGone) this.#hasReader = false;
      else if (!this.#hasLost) {
        this.#hasLost = true;
        onLost(message);
      }

      this.#failed.abort();
    });
  }

  /** Aborted at the first text that finds no reader, or is lost for another reason. */
  get failed(): AbortSignal {
    return this.#failed.signal;
  }

  /** Whether a text could not be written although its reader has not gone away. */
  get hasLost(): boolean {
    return this.#hasLost;
  }

  /** How many bytes wait for the reader, without the bytes that a pipe already holds. */
  get unread(): number {
    return this.#stream.writableLength;
  }

  write(text: string): void {
    if (this.#hasReader) this.#stream.write(text);
  }

  /**
   * Resolves when everything is written, or when nobody reads it.
   * @param interrupted after it is aborted, the stream does not wait for a reader that has stopped reading
   * @param patience milliseconds within which a reader has to read something
   */
  written(interrupted: AbortSignal, patience: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        clearInterval(watch);
        resolve();
      };

      let unreadBefore = this.unread;
      const watch = setInterval(() => {
        // The reader has read nothing since the last look.
        if (interrupted.aborted && this.unread === unreadBefore) finish();
        unreadBefore = this.unread;
      }, patience);

      // On a full disk, even an empty text would be lost. If nothing waits, only the error of the last text may still
      // come, and it comes before `setImmediate` calls back.
      if (this.unread === 0) setImmediate(finish);
      else this.#stream.write('', finish);
    });
  }
}
