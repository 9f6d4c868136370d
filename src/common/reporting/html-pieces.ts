/** Pieces of pages that reports share. A list without items is left out. */

import { html, type Html, type HtmlValue } from './html.js';

/** A section with a heading; links lead to it by `id`. */
export function sectionHtml(id: string, title: string, ...content: readonly HtmlValue[]): Html {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section>`;
}

/** A list whose order says nothing. */
export function listHtml(items: readonly HtmlValue[]): Html | undefined {
  if (items.length === 0) return undefined;
  return html`<ul>
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`;
}

/** A list whose first item matters most. */
export function numberedHtml(items: readonly HtmlValue[]): Html | undefined {
  if (items.length === 0) return undefined;
  return html`<ol>
    ${items.map((item) => html`<li>${item}</li>`)}
  </ol>`;
}

/** Names with their values. A name without a value is left out. */
export function namedHtml(entries: readonly (readonly [name: string, value: HtmlValue])[]): Html | undefined {
  const given = entries.filter(([, value]) => value !== undefined);
  if (given.length === 0) return undefined;
  return html`<dl>
    ${given.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

/** Columns of a table, and its name for readers of a screen. */
export interface TableHead {
  readonly label: string;
  readonly columns: readonly string[];
}

/** A table that is scrolled if it is wider than the page. */
export function tableHtml({ label, columns }: TableHead, rows: readonly Html[]): Html {
  return html`<section class="wide" aria-label="${label}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </section>`;
}
