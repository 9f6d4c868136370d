/**
 * Writes down what a run sends and receives, so that the same run of another build can be compared with `diff`. What no run
 * can repeat is replaced: measured times and the port. The judge measures waits, so a verdict on them may differ.
 */

import { writeFileSync } from 'node:fs';
import { curlLine, type FuzzRequest, type Outcome } from './transport.js';

/** Each with what stands in its place. */
const UNREPEATABLE: readonly (readonly [found: RegExp, shown: string])[] = [
  [/\b(127\.0\.0\.1|localhost):\d{4,5}\b/g, '$1:<port>'],
  [/"(received|duration|opened|uptime|overhead|time|wait)":-?[\d.e-]+/g, '"$1":<measured>'],
  [/\b[\d.]+ m?s\b/g, '<measured>'],
];

export class Recording {
  readonly #lines: string[] = [];

  add(request: FuzzRequest, outcome: Outcome): void {
    this.#lines.push(`> ${curlLine('http://127.0.0.1:4010', request)}`);
    if (outcome.kind !== 'response') {
      this.#lines.push(`< ${outcome.kind}`);
      return;
    }

    const { status, headers, text } = outcome.response;
    const fields = Object.entries(headers).map(([name, value]) => `< ${name}: ${name === 'date' ? '<now>' : value}`);
    this.#lines.push(`< ${status}`, ...fields, `| ${text}`);
  }

  write(file: string): void {
    const text = UNREPEATABLE.reduce(
      (rest, [found, shown]) => rest.replaceAll(found, shown),
      `${this.#lines.join('\n')}\n`,
    );
    writeFileSync(file, text);
  }
}
