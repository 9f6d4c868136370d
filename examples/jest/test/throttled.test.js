test('a call is throttled once', async () => {
  const sandbox = openSandbox();
  sandbox.use('rate-limit-burst', { burst: 1 });
  const { accessToken } = sandbox.accessToken();
  const call = () =>
    fetch(`${sandbox.apiUrl}/institutions/me/users`, { headers: { Authorization: `Bearer ${accessToken}` } });
  expect((await call()).status).toBe(429);
  expect((await call()).status).toBe(200);
});
