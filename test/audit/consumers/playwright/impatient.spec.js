import { expect } from '@playwright/test';
import { test } from 'id-emulator/playwright';
import { impatientUsers } from './client.cjs';

test('reads users once', async ({ sandbox }) => {
  expect(await impatientUsers(sandbox)).toHaveLength(10);
});
