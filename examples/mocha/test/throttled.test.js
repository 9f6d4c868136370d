const assert = require('node:assert/strict');

it('a call is throttled once', async function () {
  const { sandbox } = this;
  sandbox.use('rate-limit-burst', { burst: 1 });
  const { accessToken } = sandbox.accessToken();
  const call = () =>
    fetch(`${sandbox.apiUrl}/institutions/me/users`, { headers: { Authorization: `Bearer ${accessToken}` } });
  assert.equal((await call()).status, 429);
  assert.equal((await call()).status, 200);
});
