/** The table of docs/conformance.md is the suite; "npm run docs" writes it. */

import { test } from 'vitest';
import { shippedContract } from '../../src/start/shipped.js';
import { checkGroups } from '../../src/upstream/conformance/checks/index.js';
import { expectTables, tableOf } from './generated-tables.js';

const PAGE = new URL('../../docs/conformance.md', import.meta.url);

test('docs/conformance.md has every group; "npm run docs" writes them', async () => {
  const rows = checkGroups(shippedContract()).map(({ name, title, checks }) => [
    `\`${name}\``,
    title,
    String(checks.length),
  ]);
  await expectTables(PAGE, { groups: tableOf(['group', 'what it checks', 'checks'], rows) });
});
