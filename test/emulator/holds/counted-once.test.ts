import { expect, test } from 'vitest';
import { Holds } from '../../../src/emulator/holds/holds.js';

test('a held call whose exchange cannot be stored counts once, although its hold ends later', async () => {
  const holds = new Holds({ isShared: false });
  const own = holds.of('default')!;
  const hold = own.open({ operation: 'getUsers', at: 'response', calls: 1, limit: 1_000 }, 0);
  const call = { operation: 'getUsers', url: '/', body: undefined, connection: undefined, exchange: 1 };
  const { held } = own.holdForTest(call, 'response')!;
  expect(holds.heldCalls.size).toBe(1);
  // The data plane ends it before it has waited.
  held!.end();
  await own.end(hold);
  expect(holds.heldCalls.size).toBe(0);
});
