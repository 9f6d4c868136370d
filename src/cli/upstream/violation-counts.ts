/** What a proxy prints about violations: each kind when it first occurs, and the number of each kind at the end. */

import { describeViolation, type ProxiedExchange, type ProxyViolation } from '../../upstream/proxy/proxied-exchange.js';
import type { LogFormat } from '../settings/settings.js';
import { jsonLine } from '../terminal/terminal.js';

/** Violations of one kind: the same rule at the same place of an operation, in any item of a list. */
interface ViolationKind extends ProxyViolation {
  readonly operation: string | undefined;
  /** The first exchange that has it. */
  readonly first: number;
  last: number;
  /** Number of exchanges. */
  count: number;
}

export class ViolationCounts {
  readonly #kinds = new Map<string, ViolationKind>();
  readonly #notes = new Set<string>();

  /** Counts the violations and notes of an exchange. @returns the exchange with those that no earlier exchange had */
  add({ violations, notes, ...exchange }: ProxiedExchange): ProxiedExchange {
    return {
      ...exchange,
      violations: violations.filter((violation) => this.#isNew(exchange, violation)),
      notes: notes.filter((note) => !this.#notes.has(note) && this.#notes.add(note)),
    };
  }

  #isNew({ id, operation }: Pick<ProxiedExchange, 'id' | 'operation'>, found: ProxyViolation): boolean {
    const location = found.location.map((step) => (/^\d+$/.test(step) ? '[]' : step));
    const key = JSON.stringify([operation, location, found.message]);
    const known = this.#kinds.get(key);
    if (known === undefined) this.#kinds.set(key, { operation, ...found, location, first: id, last: id, count: 1 });
    else if (known.last !== id) Object.assign(known, { last: id, count: known.count + 1 });

    return known === undefined;
  }

  /** Renders a line for each kind, with the number of exchanges and the first of them. */
  print(log: LogFormat): string {
    const lines = [...this.#kinds.values()].map((kind) =>
      log === 'json'
        ? jsonLine({ event: 'violations', ...kind })
        : `${kind.operation ?? '(no operation)'}: ${describeViolation(kind)} [${kind.count}, first in exchange ${kind.first}]\n`,
    );

    return log === 'silent' ? '' : lines.join('');
  }
}
