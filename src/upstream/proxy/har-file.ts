/**
 * Writes exchanges with the service to a HAR file, without secrets. Each exchange is written at once, so that the
 * memory does not grow.
 */

import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { allAtOnce } from '../../common/steps.js';
import { OptionsError } from '../../emulator/complete-options.js';
import { exchangeOf, type ExchangeRecord } from '../../emulator/journal/exchange-record.js';
import { harOf } from '../../emulator/journal/har.js';
import type { Redactor } from '../../emulator/redaction/redactor.js';
import { packageVersion } from '../../start/shipped.js';
import type { Destination } from './upstream.js';

/** The end of the file, which stands behind the last entry. */
const END = ']}}';

/** Stands for the sandbox that HAR files of an emulator name: no sandbox has recorded the exchanges. */
const NO_SANDBOX = { id: '', oneClient: false };

/** A HAR file that grows with each exchange. */
export class HarFile {
  readonly #file: number;
  readonly #redactor: Redactor;
  #separator = '';

  /** Opens the file, which keeps its content until {@link begin}. @throws OptionsError if it cannot be written */
  constructor(path: string, redactor: Redactor) {
    this.#redactor = redactor;
    try {
      this.#file = openSync(path, 'a');
    } catch (error) {
      throw new OptionsError(`option har: ${(error as Error).message}`, { cause: error });
    }
  }

  /** Replaces the content by the beginning of a document. A proxy that cannot listen leaves the content as it is. */
  begin(): void {
    if (fstatSync(this.#file).isFile()) ftruncateSync(this.#file);
    // A document without entries shows how the file begins and ends.
    const empty = JSON.stringify(this.#harOf([], ''));
    writeSync(this.#file, empty.slice(0, -END.length));
  }

  /** Adds an exchange, with the address to which its request was sent. */
  add(record: ExchangeRecord, { origin, path }: Destination): void {
    const har = this.#harOf([{ ...record, url: path }], origin.origin);
    // An entry with `_received` would be read as an exchange of an emulator, but this one is of a service.
    const { _received, ...entry } = har.log.entries[0]!;
    writeSync(this.#file, `${this.#separator}\n${JSON.stringify(entry)}`);
    this.#separator = ',';
  }

  close(): void {
    writeSync(this.#file, `\n${END}\n`);
    closeSync(this.#file);
  }

  /** A HAR document with these records. */
  #harOf(records: readonly ExchangeRecord[], origin: string): ReturnType<typeof harOf> {
    const exchanges = records.map((record) => allAtOnce(exchangeOf(record, this.#redactor)));
    return harOf(exchanges, { origin, version: packageVersion(), sandbox: NO_SANDBOX, redactor: this.#redactor });
  }
}
