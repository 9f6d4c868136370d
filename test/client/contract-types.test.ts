import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clientTypes } from '../../build/generate-client-types.js';

test('src/client/contract-types.ts matches the contract; "npm run client-types" writes it', async () => {
  expect(readFileSync(new URL('../../src/client/contract-types.ts', import.meta.url), 'utf8')).toBe(
    await clientTypes(),
  );
});
