/** What the search for secrets keeps in memory. */

import { queryObjects } from 'node:v8';
import { expect, test } from 'vitest';
import { SecretValues } from '../../../src/emulator/journal/secrets/secret-values.js';
import { FOREIGN_TOKENS } from '../../../src/emulator/journal/secrets/token-shapes.js';

test('secrets that were seen keep no buffers, whose memory others share', () => {
  const values = new SecretValues();
  const before = buffers();
  for (let at = 0; at < 500; at++) values.addSignature(`signature-${at}-`.padEnd(86, 'x'));
  expect(buffers() - before).toBeLessThan(100);
  expect(values.find('signature-499-'.padEnd(86, 'x'), FOREIGN_TOKENS)).toHaveLength(1);
});

function buffers(): number {
  return queryObjects(Buffer, { format: 'count' });
}
