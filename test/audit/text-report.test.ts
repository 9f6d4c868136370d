/** The report of an audit as text. */

import { expect, test } from 'vitest';
import { textReport } from '../../src/audit/report/text-report.js';

const cell = { total: 12, tried: 12, wrong: 3 };
const columns = ['throttled', 'server-error', 'reset', 'late', 'nulls', 'cut-off', 'lasting-error'] as const;
const counts = {
  ...{ kinds: 7, observedKinds: 7, pairs: 84, observed: 84, untried: 0, unsteady: 0 },
  ...{ runs: 9, time: 1_000 },
};

test.each([60, 80])('its matrix is at most %i characters wide, and has every column', (width) => {
  const matrix = {
    columns: columns.map((title) => ({ id: title, title, summary: '' })),
    rows: [{ operation: 'getUsers', cells: columns.map(() => cell) }],
  };
  const [, table = ''] =
    /^([^]*?)\n\nEach cell/.exec(textReport({ matrix, findings: [], asides: [], counts }, width)) ?? [];
  for (const line of table.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
  expect(table.match(/3!12/g)).toHaveLength(columns.length);
  for (const column of columns) expect(table).toContain(column);
});
