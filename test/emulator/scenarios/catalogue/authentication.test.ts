import { expect, test } from 'vitest';
import { startInstitution } from '../../../institution.js';
import { sandboxesOf, testExchanges } from '../../../exchanges.js';
import { untilEnd } from '../../../until-end.js';
import { goodCalls, responseTo } from '../good-calls.js';

const institution = await untilEnd(startInstitution());

testExchanges(new URL('authentication.yaml', import.meta.url), sandboxesOf(institution.emulator));

test('token-endpoint-slow: the token is returned after the delay', async () => {
  const { issueToken } = await goodCalls(institution);
  const start = performance.now();
  const response = await responseTo(institution, issueToken, 'token-endpoint-slow;delay="150ms"');
  expect(performance.now() - start).toBeGreaterThan(140);
  expect(response.json).toHaveProperty('access_token');
});
