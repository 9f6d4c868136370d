/** The document of the control plane is valid OpenAPI, and consistent with the other documents. */

import { expect, test } from 'vitest';
import { NOTHING_FOUND, redoclyReport } from '../../redocly.js';

test('redocly lint finds nothing in the document', () => {
  expect(redoclyReport('spec/control.yaml')).toMatchObject(NOTHING_FOUND);
});
