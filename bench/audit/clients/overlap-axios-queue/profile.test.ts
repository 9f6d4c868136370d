import { expect, test } from 'vitest';
import { createApi, profile } from './api';

const { ID_EMULATOR_API_URL, ID_EMULATOR_TOKEN_URL, ID_EMULATOR_CLIENT_ID, ID_EMULATOR_CLIENT_SECRET } = process.env;
const settings = {
  apiUrl: ID_EMULATOR_API_URL!,
  tokenUrl: ID_EMULATOR_TOKEN_URL!,
  clientId: ID_EMULATOR_CLIENT_ID!,
  clientSecret: ID_EMULATOR_CLIENT_SECRET!,
};
const alice =
  'party::3d32e794974ff887169be79f8613605a::122056481f3240fd87d28ea7f8d6f50579ece58dca52009da78791db2dd45eff5d74';
const ben =
  'party::d62ff595c625550dad66d6bb49132674::12205fff2edcd8437d6b3f612cce50c3df868c24ae60181128e61471ab6816458128';

test('shows the credentials and the score of a party', async () => {
  const api = await createApi(settings);
  const { providers, score } = await profile(api, alice);
  expect(providers).toContain('GOOGLE');
  expect(score).toBeGreaterThan(50);
});

test('shows two parties side by side', async () => {
  const api = await createApi(settings);
  const [left, right] = await Promise.all([profile(api, alice), profile(api, ben)]);
  expect(left.providers.length).toBeGreaterThan(right.providers.length);
});
