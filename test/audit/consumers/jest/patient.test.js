const { patientUsers } = require('./client.cjs');

test('reads users until it has them', async () => {
  expect(await patientUsers(openSandbox())).toHaveLength(10);
});
