import { expect } from '@playwright/test';
import { test } from 'id-emulator/playwright';
import { patientUsers } from './client.cjs';

test('reads users until it has them', async ({ sandbox }) => {
  expect(await patientUsers(sandbox)).toHaveLength(10);
});
