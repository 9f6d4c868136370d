/** What a proxy prints about violations: each kind when it first occurs, and the number of each kind at the end. */

import { describeViolation, type ProxiedExchange, type ProxyViolation } from '../../upstream/proxy/proxied-exchange.js';
import type { LogFormat } from '../settings/settings.js';
import { jsonLine } from '../terminal/terminal.js';

/** Violations of one kind: the same rule at the same place of an operation, in any item of a list. */
interface ViolationKind extends ProxyViolation {
  readonly operation: string | undefined;
  /** The number of the first exchange with such a violation. */
  readonly first: number;
  /** The number of the last exchange with such a violation. */
  last: number;
  /** The number of exchanges with such a violation. */
  count: number;
}

/** Counts violations by their kinds, and remembers the notes. */
export class ViolationCounts {
  /** The key consists of operation, place and message, as JSON. */
  readonly #kinds = new Map<string, ViolationKind>();
  readonly #notes = new Set<string>();

  /**
   * Counts the violations and notes of an exchange.
   * @returns the exchange with only the violations and notes that no earlier exchange had
   */
  add({ violations, notes, ...exchange }: ProxiedExchange): ProxiedExchange {
    const newViolations = violations.filter((violation) => this.#count(exchange, violation));
    const newNotes = notes.filter((note) => !this.#notes.has(note));
    for (const note of newNotes) this.#notes.add(note);

    return { ...exchange, violations: newViolations, notes: newNotes };
  }

  /** @returns whether this is the first violation of its kind */
  #count({ id, operation }: Pick<ProxiedExchange, 'id' | 'operation'>, found: ProxyViolation): boolean {
    // The violation may be in any item of a list: `users/3/email` becomes `users/[]/email`.
    const location = found.location.map((step) => (/^\d+$/.test(step) ? '[]' : step));
    const key = JSON.stringify([operation, location, found.message]);
    const known = this.#kinds.get(key);
    if (known === undefined) this.#kinds.set(key, { operation, ...found, location, first: id, last: id, count: 1 });
    // Several items of one list may have the violation. The exchange counts once.
    else if (known.last !== id) Object.assign(known, { last: id, count: known.count + 1 });

    return known === undefined;
  }

  /** A line for each kind, with the number of exchanges and the first of them. */
  text(log: LogFormat): string {
    if (log === 'silent') return '';

    const kinds = [...this.#kinds.values()];
    if (log === 'json') return kinds.map((kind) => jsonLine({ event: 'violations', ...kind })).join('');

    return kinds.map(lineOf).join('');
  }
}

function lineOf(kind: ViolationKind): string {
  const { operation = '(no operation)', count, first } = kind;
  return `${operation}: ${describeViolation(kind)} [${count}, first in exchange ${first}]\n`;
}
