import { beforeEach, expect, test } from 'vitest';
import { LinkSender } from './batch';

let sender: LinkSender;
beforeEach(() => {
  const { env } = process;
  sender = new LinkSender({
    apiUrl: env.ID_EMULATOR_API_URL!,
    tokenUrl: env.ID_EMULATOR_TOKEN_URL!,
    clientId: env.ID_EMULATOR_CLIENT_ID!,
    clientSecret: env.ID_EMULATOR_CLIENT_SECRET!,
  });
});

test('sends several batches', async () => {
  const contracts = await sender.contracts(5);
  const { links, refused } = await sender.send(contracts, 3);
  expect(refused).toEqual([]);
  expect(links.map(({ contractId }) => contractId)).toEqual(contracts);
});

test('tells which links were refused', async () => {
  const [known] = await sender.contracts(1);
  const { links, refused } = await sender.send([known!, 'ffff']);
  expect(links).toHaveLength(1);
  expect(refused.map(({ contractId }) => contractId)).toEqual(['ffff']);
});
