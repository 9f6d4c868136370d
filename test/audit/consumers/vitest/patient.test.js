import { test } from 'id-emulator/vitest';
import { patientUsers } from './client.cjs';
import { describe } from 'vitest';

describe.concurrent('a client', () => {
  test('reads users until it has them', async ({ sandbox, expect }) => {
    expect(await patientUsers(sandbox)).toHaveLength(10);
  });
});
