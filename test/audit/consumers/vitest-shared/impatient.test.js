import { sharedTest as test } from 'id-emulator/vitest';
import { impatientUsers } from './client.cjs';

test('reads users once', async ({ sandbox, expect }) => {
  expect(await impatientUsers(sandbox)).toHaveLength(10);
});
