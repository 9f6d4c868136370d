import { expect, test } from '@jest/globals';
import { startEmulator } from 'id-emulator';
import { entries } from '../entries';

test('every entry is imported', () => {
  for (const entry of entries) expect(Object.keys(entry)).not.toEqual([]);
});

test('what was imported works', async () => {
  const emulator = await startEmulator({ population: 0 });
  expect(emulator.sandbox().requests()).toEqual([]);
  await emulator.close();
});
