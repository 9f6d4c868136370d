/** Generated pages are not stale. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cataloguePage } from '../../src/scenario/catalogue-page.js';
import { shippedScenarios } from '../../src/shipped.js';

test('docs/scenarios.md is what the scenario files say; "npm run docs" writes it', () => {
  expect(readFileSync(new URL('../../docs/scenarios.md', import.meta.url), 'utf8')).toBe(cataloguePage(shippedScenarios()));
});
