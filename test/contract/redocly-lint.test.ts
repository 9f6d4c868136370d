/** The document passes the recommended rules of an independent OpenAPI linter. */

import { expect, test } from 'vitest';
import { NOTHING_FOUND, redoclyReport } from '../redocly.js';

test('redocly lint finds nothing in the contract', () => {
  expect(redoclyReport('spec/openapi.yaml')).toMatchObject(NOTHING_FOUND);
});
