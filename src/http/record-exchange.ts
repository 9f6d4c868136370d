/** Writes an exchange into the journal of its sandbox. */

import type { Journals } from '../journal/journals.js';
import type { Exchange } from './exchange.js';

/** Records what has become of the request; gives the number of the exchange. */
export function recordExchange(journals: Journals, { req, operation, sandbox, faults, diagnostics }: Exchange, status: number): number {
  const journal = journals.of(sandbox);
  const id = journal.nextId();
  journal.add({
    id,
    at: sandbox.clock.now(),
    method: req.method,
    path: operation?.access === 'public' ? operation.path : pathOf(req.url),
    operation: operation?.id,
    status,
    scenarios: faults.map(({ scenario, activation, call, fault }) => ({
      scenario: scenario.name,
      selector: activation.selector,
      call,
      fault: fault.kind,
    })),
    diagnostics,
  });
  return id;
}

function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
}
