/** A report's grid with a column for each class of faults is whole on a usual screen. */

import { expect, test } from 'vitest';
import { faultClasses } from '../../../src/audit/expectations/fault-classes.js';
import { html } from '../../../src/common/reporting/html.js';
import { htmlPage } from '../../../src/common/reporting/html-page.js';
import { openBrowser } from '../../browser.js';

test('a grid of all classes of faults fits on 1,440 pixels', { timeout: 120_000 }, async () => {
  // All variants have one column.
  const titles = [...new Set(faultClasses().map(({ title, variant }) => (variant === undefined ? title : 'variants')))];
  const row = html`<tr>
    <th scope="row">generateVerificationLinksBatch</th>
    ${titles.map(() => html`<td>2!3</td>`)}
  </tr>`;
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
    const heads = ['', ...titles].map((title) => html`<th scope="col">${title}</th>`);
    const grid = html`<section class="wide">
      <table class="grid">
        <thead>
          <tr>
            ${heads}
          </tr>
        </thead>
        <tbody>
          ${row}
        </tbody>
      </table>
    </section>`;
    await page.setContent(htmlPage('Audit', grid));
    const boxes = 'document.querySelector(".wide").clientWidth, document.querySelector("table").offsetWidth';
    const [shown, whole] = (await page.evaluate(`[${boxes}]`)) as [number, number];
    expect([titles.length, whole]).toEqual([titles.length, shown]);
  } finally {
    await browser.close();
  }
});
