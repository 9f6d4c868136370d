/** The report as one HTML page: the matrix, each finding, and which reactions are right. */

import { html, type Html } from '../../common/reporting/html.js';
import { htmlPage } from '../../common/reporting/html-page.js';
import { namedHtml, sectionHtml, tableHtml } from '../../common/reporting/html-pieces.js';
import { CALL_KINDS } from '../expectations/fault-class.js';
import type { AuditReport, ReportedFinding } from './report.js';
import { isInCell, type MatrixCell } from './matrix.js';
import { cellText } from './text-report.js';

export function htmlReport(report: AuditReport): string {
  const { command, findings, counts } = report;
  const title = `Audit of ${command.join(' ')}`;
  return htmlPage(
    title,
    html`<header>
        <h1>${title}</h1>
        <ul class="counts">
          <li class="${findings.some(({ accepted }) => !accepted) ? 'failed' : 'passed'}">
            <b>${findings.length}</b> findings
          </li>
          <li><b>${counts.observedKinds}</b> of ${counts.kinds} combinations of operation and fault observed</li>
          <li><b>${counts.runs}</b> runs</li>
          ${counts.untried > 0 ? html`<li class="pending"><b>${counts.untried}</b> not tried: ${counts.endedEarly}</li>` : undefined}
        </ul>
      </header>
      <main>${matrixHtml(report)} ${findingsHtml(report)} ${asidesHtml(report)} ${expectedHtml(report)}</main>`,
  );
}

function matrixHtml({ matrix: { columns, rows }, expected, findings }: AuditReport): Html {
  const linkFrom = (operation: string, fault: string): string | undefined =>
    findings.find(({ cells }) => cells.some((id) => isInCell(id, operation, fault)))?.id;
  const head = { label: 'Operations and faults', columns: ['operation', ...columns], grid: 'Numbers of calls' };
  const rowHtml = ({ operation, cells }: (typeof rows)[number]): Html =>
    html`<tr>
      <th scope="row">${operation}</th>
      ${cells.map((cell, at) => cellHtml(cell, linkFrom(operation, expected[at]!.fault)))}
    </tr>`;
  return html`${tableHtml(head, rows.map(rowHtml))}
    <p class="soft">
      Each cell is a number of calls. 2!3 means that the reaction is wrong at 2 of 3 calls; - means that none was tried.
    </p>`;
}

/** A cell leads to its finding. */
function cellHtml(cell: MatrixCell, finding: string | undefined): Html {
  const text = cellText(cell);
  const shown = cell.wrong > 0 && finding !== undefined ? html`<a href="#${finding}">${text}</a>` : text;
  return html`<td class="${cell.wrong > 0 ? 'failed' : cell.tried === 0 ? 'soft' : 'passed'}">${shown}</td>`;
}

function asidesHtml({ asides }: AuditReport): Html | undefined {
  if (asides.length === 0) return undefined;
  const named = asides.map(({ reaction, shownBy, what }) => [reaction, `${shownBy.join(', ')}. ${what}`] as const);
  return sectionHtml('asides', 'No findings, but worth a look', namedHtml(named));
}

function findingsHtml({ findings, counts }: AuditReport): Html {
  const none = counts.endedEarly === undefined ? 'None.' : 'None so far.';
  return sectionHtml('findings', 'Findings', findings.length === 0 ? html`<p>${none}</p>` : findings.map(findingHtml));
}

function findingHtml(finding: ReportedFinding): Html {
  const { id, what, details, exchanges, right, remedy, shownBy, repeat, control, accepted } = finding;
  return html`<details id="${id}" ${accepted ? undefined : html`open`}>
    <summary>
      <span class="${accepted ? 'pending' : 'failed'}">${accepted ? 'accepted' : 'finding'}</span> ${what}
    </summary>
    ${details.map((line) => html`<p>${line}</p>`)}
    ${exchanges.length === 0 ? undefined : html`<pre tabindex="0">${exchanges.join('\n')}</pre>`}
    ${namedHtml([
      ['right', right?.join(', ')],
      ['remedy', remedy],
      ['shown by', shownBy.length > 0 ? shownBy.join(', ') : undefined],
      ['repeat', repeat === undefined ? undefined : html`<code>${repeat}</code>`],
      ['control, which passes', control === undefined ? undefined : html`<code>${control}</code>`],
    ])}
  </details>`;
}

function expectedHtml({ expected }: AuditReport): Html {
  const rows = expected.map(
    ({ title, summary, reactions }) =>
      html`<tr>
        <th scope="row">${title}: ${summary}</th>
        ${CALL_KINDS.map((kind) => html`<td>${reactions[kind].join(', ')}</td>`)}
      </tr>`,
  );
  const head = { label: 'Table of right reactions', columns: ['fault', ...CALL_KINDS] };
  return sectionHtml('right', 'Right reactions', tableHtml(head, rows));
}
