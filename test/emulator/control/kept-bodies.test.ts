/** Bodies in journals: what is kept is what was sent, however many exchanges were dropped before. */

import { expect, test } from 'vitest';
import { startControlledEmulator, type TestSandbox } from './controlled-emulator.js';

const PAGE = '/institutions/me/credentials?limit=10&offset=';

interface Bodies {
  readonly exchanges: readonly {
    readonly id: number;
    readonly response: { readonly body: { readonly text: string } };
  }[];
}

const bodiesOf = async ({ done }: TestSandbox) =>
  (await done<Bodies>('get', '/journal')).exchanges.map(({ response }) => response.body.text);

test('the journal shows every large body as it was sent after others were dropped', async () => {
  const controlled = await startControlledEmulator({ journalSize: 3 });
  const [one, other, closed] = [await controlled.open(), await controlled.open(), await controlled.open()];
  const sent: Record<'one' | 'other', string[]> = { one: [], other: [] };
  for (let at = 0; at < 6; at++) {
    sent.one.push((await one.get(`${PAGE}${at}`)).text);
    await closed.get(`${PAGE}${at}`);
    sent.other.push((await other.get(`${PAGE}${at + 10}`)).text);
  }
  await closed.done('delete', '');
  sent.one.push((await one.get(`${PAGE}10`)).text);
  expect(await bodiesOf(one)).toEqual(sent.one.slice(-3));
  expect(await bodiesOf(other)).toEqual(sent.other.slice(-3));
  await controlled.close();
});
