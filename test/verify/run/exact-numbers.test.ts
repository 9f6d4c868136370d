/** Numbers of a pact keep their text until the Pact verifier reads them: it tells 2.0 from 2. */

import { expect, test } from 'vitest';
import { parseExactly } from '../../../src/verify/run/pact-copy.js';
import { pactV3, usersInteraction } from '../../pact/pact-documents.js';
import { outcomes, verified } from './verified.js';

/** JSON.stringify would write 0 for 0.0. */
function withOffset(text: string): string {
  const response = { status: 200, body: { pagination: { offset: 'OFFSET' } } };
  return pactV3([usersInteraction(200, { description: text, response })]).replace('"OFFSET"', text);
}

test('a pact that expects 0.0 fails where the service sends 0', async () => {
  const report = await verified({ 'integer.json': withOffset('0'), 'decimal.json': withOffset('0.0') });
  expect(outcomes(report)).toEqual({ '0': 'passed', '0.0': 'failed' });
});

test('numbers are written as they were, texts that look like them, too', () => {
  const text = String.raw`{"a":[2.0,1e2,-0,12345678901234567890,3],"b":"2.0","c":"\"4.0","number 0:2.0":"number 0:1.0"}`;
  const { value, stringify } = parseExactly(text);
  expect(stringify(value)).toBe(text);
});
