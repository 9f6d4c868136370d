import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSandbox } from 'id-emulator/node-test';

test('a call is throttled once', async (t) => {
  const sandbox = await openSandbox(t);
  sandbox.use('rate-limit-burst', { burst: 1 });
  const { accessToken } = sandbox.accessToken();
  const call = () =>
    fetch(`${sandbox.apiUrl}/institutions/me/users`, { headers: { Authorization: `Bearer ${accessToken}` } });
  assert.equal((await call()).status, 429);
  assert.equal((await call()).status, 200);
});
