import { sharedTest as test } from 'id-emulator/vitest';
import { patientUsers } from './client.cjs';

test('reads users until it has them', async ({ sandbox, expect }) => {
  expect(await patientUsers(sandbox)).toHaveLength(10);
});
