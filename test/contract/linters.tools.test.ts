/** The document passes the recommended rules of two independent OpenAPI linters. */

import { expect, test } from 'vitest';
import { NOTHING_FOUND, redoclyReport } from '../redocly.js';
import { spectralFindings } from '../spectral.js';

test('redocly lint finds nothing in the contract', () => {
  expect(redoclyReport('spec/openapi.yaml')).toMatchObject(NOTHING_FOUND);
});

test('spectral lint finds nothing in the contract', () => {
  expect(spectralFindings('spec/openapi.yaml')).toEqual([]);
});
