import { test } from 'id-emulator/vitest';
import { impatientUsers } from './client.cjs';
import { describe } from 'vitest';

describe.concurrent('a client', () => {
  test('reads users once', async ({ sandbox, expect }) => {
    expect(await impatientUsers(sandbox)).toHaveLength(10);
  });
});
