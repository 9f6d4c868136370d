/** What a proxy prints of violations: each kind the first time that it shows, and its number at the end. */

import { describeViolation, type ProxiedExchange, type ProxyViolation } from '../../upstream/proxy/proxied-exchange.js';
import { jsonLine } from '../terminal/terminal.js';

/** Violations of one kind: the same rule at the same place of an operation, whatever the item of a list. */
interface ViolationKind {
  readonly operation: string;
  readonly violation: ProxyViolation;
  /** The first exchange that has it. */
  readonly first: number;
  /** Number of exchanges. */
  count: number;
  last: number;
}

export class ViolationCounts {
  readonly #kinds = new Map<string, ViolationKind>();
  readonly #notes = new Set<string>();

  /** Counts what was found in an exchange. @returns what no exchange before had */
  add({ violations, notes, ...exchange }: ProxiedExchange): ProxiedExchange {
    return {
      ...exchange,
      violations: violations.filter((violation) => this.#isNew(exchange, violation)),
      notes: notes.filter((note) => !this.#notes.has(note) && this.#notes.add(note)),
    };
  }

  #isNew(
    { id, operation = '(no operation)' }: Pick<ProxiedExchange, 'id' | 'operation'>,
    found: ProxyViolation,
  ): boolean {
    const violation = { ...found, location: found.location.map((step) => (/^\d+$/.test(step) ? '[]' : step)) };
    const key = JSON.stringify([operation, violation]);
    const known = this.#kinds.get(key);
    if (known === undefined) this.#kinds.set(key, { operation, violation, first: id, count: 1, last: id });
    else if (known.last !== id) {
      known.count++;
      known.last = id;
    }
    return known === undefined;
  }

  /** One line for each kind, with the number of exchanges and the first of them. */
  text(): string {
    const lines = [...this.#kinds.values()].map(
      ({ operation, violation, count, first }) =>
        `  ${operation}: ${describeViolation(violation)} [${count}, first in exchange ${first}]\n`,
    );
    return lines.length === 0 ? '' : `violations:\n${lines.join('')}\n`;
  }

  /** The same as lines of JSON. */
  json(): string {
    return [...this.#kinds.values()]
      .map(({ operation, violation, count, first }) =>
        jsonLine({ event: 'violations', operation, ...violation, count, first }),
      )
      .join('');
  }
}
