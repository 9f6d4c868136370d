import { expect, test } from 'vitest';
import { verifyPactsBy } from '../../../src/verify/verify-pacts.js';
import { statusVerifier } from '../corpus/status-verifier.js';

test('an option that does not exist is refused, with the nearest one', async () => {
  await expect(verifyPactsBy(statusVerifier(), { pacts: ['a'], strickt: true } as object)).rejects.toThrow(
    'there is no option "strickt"',
  );
});
