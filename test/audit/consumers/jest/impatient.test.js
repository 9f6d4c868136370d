const { impatientUsers } = require('./client.cjs');

test('reads users once', async () => {
  expect(await impatientUsers(openSandbox())).toHaveLength(10);
});
