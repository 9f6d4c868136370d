import { startEmulator } from 'id-emulator';
import { idSdk } from 'id-emulator/client';
import { state } from 'id-emulator/pact';

test('what was imported works', async () => {
  const emulator = await startEmulator({ population: 0 });
  const { clientId, clientSecret, apiUrl: baseUrl, tokenUrl } = emulator.sandbox();
  const connection = await idSdk.connect({ clientId, clientSecret, baseUrl, tokenUrl });
  expect((await connection.getUsers()).items).not.toEqual([]);
  expect(state('the institution is rate limited')).toHaveLength(2);
  await emulator.close();
});
