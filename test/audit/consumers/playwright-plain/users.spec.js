/** The emulator beside the command, and no fixture: only the reporter tells of tests. */

import { expect, test } from '@playwright/test';
import { impatientUsers, tokenOf, usersWith } from './client.cjs';

const { env } = process;
const service = {
  apiUrl: env.ID_EMULATOR_API_URL,
  tokenUrl: env.ID_EMULATOR_TOKEN_URL,
  clientId: env.ID_EMULATOR_CLIENT_ID,
  clientSecret: env.ID_EMULATOR_CLIENT_SECRET,
};

test('reads users once', async () => {
  expect(await impatientUsers(service)).toHaveLength(10);
});

test('reads users until it has them', async () => {
  const url = `${service.apiUrl}/institutions/me/users?limit=5`;
  expect(await usersWith(await tokenOf(service), url, true)).toHaveLength(5);
});
