/** The document is good OpenAPI by an independent linter's recommended rules. */

import { expect, test } from 'vitest';
import { NOTHING_FOUND, redoclyReport } from '../redocly.js';

test('redocly lint finds nothing in the contract', () => {
  expect(redoclyReport('spec/openapi.yaml')).toMatchObject(NOTHING_FOUND);
});
