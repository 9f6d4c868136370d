/**
 * The coverage as HTML: blind spots, a grid of operations and statuses, and the parts of each operation that no pact
 * exercises.
 */

import type { ContractCoverage } from '../coverage/contract-coverage.js';
import type { NamedCoverage, OperationCoverage } from '../coverage/cover-operation.js';
import { share } from './coverage-table.js';
import { html, type Html } from '../../common/reporting/html.js';
import { namedHtml, numberedHtml, sectionHtml, tableHtml } from '../../common/reporting/html-pieces.js';

/** The sections "Blind spots" and "Coverage". */
export function coverageHtml({ operations, scenarios, states, blindSpots }: ContractCoverage): Html {
  const shares = `operations ${share(operations)}, provider states ${share(states)}, scenarios ${share(scenarios)}`;
  return html`${sectionHtml('blind-spots', 'Blind spots', numberedHtml(blindSpots) ?? html`<p>None that can be derived from the contract.</p>`)}
  ${sectionHtml(
    'coverage',
    'Coverage',
    html`<p class="soft">What the interactions that passed exercise: ${shares}.</p>`,
    gridHtml(operations),
    html`<h3>Never exercised</h3>`,
    operations.filter(({ interactions }) => interactions > 0).map(missingHtml),
    namesHtml('Provider states', states),
    namesHtml('Scenarios', scenarios),
  )}`;
}

function gridHtml(operations: readonly OperationCoverage[]): Html {
  const names = operations.flatMap(({ statuses }) => statuses.map(({ name }) => name));
  const statuses = [...new Set(names)].toSorted();
  const head = {
    label: 'Operations and statuses',
    columns: ['operation', ...statuses, 'params', 'members', 'variants'],
    grid: 'Number of interactions that expect a status from an operation',
  };
  return html`${tableHtml(
      head,
      operations.map((operation) => rowHtml(operation, statuses)),
    )}
    <p class="soft">
      The number of interactions that expect the status. 0: the status is never tested. Empty: the operation never sends
      the status.
    </p>`;
}

function rowHtml(
  { operation, statuses, parameters, members, variants }: OperationCoverage,
  columns: readonly string[],
): Html {
  const cells = columns.map((column) => cellHtml(statuses.find(({ name }) => name === column)));
  return html`<tr>
    <th scope="row">${operation}</th>
    ${cells}${[parameters, members, variants].map((items) => html`<td>${items.length === 0 ? '' : share(items)}</td>`)}
  </tr>`;
}

/** The number of interactions with a status. A status that is never tested is no failure. */
function cellHtml(status: NamedCoverage | undefined): Html {
  if (status === undefined) return html`<td><span class="hidden">not in the contract</span></td>`;
  return html`<td class="${status.interactions > 0 ? 'passed' : 'soft'}">${status.interactions}</td>`;
}

function missingHtml({ operation, method, path, statuses, parameters, members, variants }: OperationCoverage): Html {
  const missing = Object.entries({ statuses, parameters, members, variants }).map(
    ([kind, items]) => [kind, namesOf(items.filter(isMissing))] as const,
  );
  const list = namedHtml(missing);
  if (list === undefined) return html`<p>${operation}: everything is exercised.</p>`;
  return html`<details>
    <summary>${operation} <code class="soft">${method} ${path}</code></summary>
    ${list}
  </details>`;
}

function namesHtml(title: string, items: readonly NamedCoverage[]): Html | undefined {
  if (items.length === 0) return undefined;
  const used = items
    .filter((item) => !isMissing(item))
    .map(({ name, interactions }) => ({ name: `${name} (${interactions})` }));
  return html`<details>
    <summary>${title} ${share(items)}</summary>
    ${namedHtml([
      ['exercised', namesOf(used) ?? 'none'],
      ['never', namesOf(items.filter(isMissing)) ?? 'none'],
    ])}
  </details>`;
}

function namesOf(items: readonly Pick<NamedCoverage, 'name'>[]): Html | undefined {
  return items.length === 0 ? undefined : html`<code>${items.map(({ name }) => name).join(', ')}</code>`;
}

function isMissing({ interactions }: NamedCoverage): boolean {
  return interactions === 0;
}
