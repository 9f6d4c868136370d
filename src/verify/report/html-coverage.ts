/**
 * The coverage as HTML: blind spots, a grid of operations and statuses, and the parts of each operation that no pact
 * exercises.
 */

import type { ContractCoverage } from '../coverage/contract-coverage.js';
import type { NamedCoverage, OperationCoverage } from '../coverage/cover-operation.js';
import { share } from './coverage-table.js';
import { html, type Html } from '../../common/reporting/html.js';

/** The sections "Blind spots" and "Coverage". */
export function coverageHtml({ operations, scenarios, states, blindSpots }: ContractCoverage): Html {
  return html`<section aria-labelledby="blind-spots">
      <h2 id="blind-spots">Blind spots</h2>
      ${
        blindSpots.length === 0
          ? html`<p>None that can be derived from the contract.</p>`
          : html`<ol>
              ${blindSpots.map((sentence) => html`<li>${sentence}</li>`)}
            </ol>`
      }
    </section>
    <section aria-labelledby="coverage">
      <h2 id="coverage">Coverage</h2>
      <p class="soft">
        What the interactions that passed exercise: operations ${share(operations)}, provider states ${share(states)},
        scenarios ${share(scenarios)}.
      </p>
      ${gridHtml(operations)}
      <h3>Never exercised</h3>
      ${operations.filter(({ interactions }) => interactions > 0).map(missingHtml)}
      ${namesHtml('Provider states', states)} ${namesHtml('Scenarios', scenarios)}
    </section>`;
}

function gridHtml(operations: readonly OperationCoverage[]): Html {
  const statuses = [
    ...new Set(operations.flatMap((operation) => operation.statuses.map(({ name }) => name))),
  ].toSorted();
  return html`<section class="wide" aria-label="Operations and statuses" tabindex="0">
      <table class="grid">
        <caption class="hidden">
          Number of interactions that expect a status from an operation
        </caption>
        <thead>
          <tr>
            <th scope="col">operation</th>
            ${statuses.map((status) => html`<th scope="col">${status}</th>`)}
            <th scope="col">params</th>
            <th scope="col">members</th>
            <th scope="col">variants</th>
          </tr>
        </thead>
        <tbody>
          ${operations.map((operation) => rowHtml(operation, statuses))}
        </tbody>
      </table>
    </section>
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

/** What is never tested is no failure. */
function cellHtml(status: NamedCoverage | undefined): Html {
  if (status === undefined) return html`<td><span class="hidden">not in the contract</span></td>`;
  return html`<td class="${status.interactions > 0 ? 'passed' : 'soft'}">${status.interactions}</td>`;
}

function missingHtml({ operation, method, path, statuses, parameters, members, variants }: OperationCoverage): Html {
  const kinds = [
    ['statuses', statuses],
    ['parameters', parameters],
    ['members', members],
    ['variants', variants],
  ] as const;
  const missing = kinds
    .map(([kind, items]) => ({ kind, names: items.filter(isMissing).map(({ name }) => name) }))
    .filter(({ names }) => names.length > 0);
  if (missing.length === 0) return html`<p>${operation}: everything is exercised.</p>`;
  return html`<details>
    <summary>${operation} <code class="soft">${method} ${path}</code></summary>
    <dl>
      ${missing.map(
        ({ kind, names }) =>
          html`<dt>${kind}</dt>
            <dd><code>${names.join(', ')}</code></dd>`,
      )}
    </dl>
  </details>`;
}

function namesHtml(title: string, items: readonly NamedCoverage[]): Html {
  if (items.length === 0) return html``;
  const used = items.filter((thing) => !isMissing(thing)).map(({ name, interactions }) => `${name} (${interactions})`);
  return html`<details>
    <summary>${title} ${share(items)}</summary>
    <dl>
      <dt>exercised</dt>
      <dd>${used.length === 0 ? 'none' : html`<code>${used.join(', ')}</code>`}</dd>
      <dt>never</dt>
      <dd>
        ${
          used.length === items.length
            ? 'none'
            : html`<code
                >${items
                  .filter(isMissing)
                  .map(({ name }) => name)
                  .join(', ')}</code
              >`
        }
      </dd>
    </dl>
  </details>`;
}

function isMissing({ interactions }: NamedCoverage): boolean {
  return interactions === 0;
}
