/** Where things are on the page: on small screens, on paper, and on the way back. */

import { expect, test } from 'vitest';
import type { Locator } from 'playwright-core';
import { callOf, startInspected } from './inspector.js';
import { untilEnd } from '../until-end.js';

const PHONE = { viewport: { width: 390, height: 844 } };

/** Whether nothing of the view is behind a scroll bar of its own. */
const WHOLE = `(({ scrollHeight, clientHeight }) => scrollHeight === clientHeight && clientHeight > innerHeight)(document.querySelector('main'))`;

/** Into how many pieces the most divided ID is split. */
const PIECES = `Math.max(...[...document.querySelectorAll('td .soft')].map((each) => each.getClientRects().length))`;

const inspected = await untilEnd(startInspected({ population: 20 }));

async function rightOf(element: Locator): Promise<number> {
  const box = (await element.boundingBox())!;
  return box.x + box.width;
}

test('on a phone, the current tab, statuses and whole words are in sight', async () => {
  using sandbox = inspected.emulator.sandbox({ name: 'orders of the shop' });
  await callOf(sandbox, '/institutions/me/users');
  await using opened = await inspected.open(sandbox, 'coverage', PHONE);
  const { page } = opened;
  expect(await rightOf(page.locator('nav [aria-current]'))).toBeLessThanOrEqual(390);
  const row = page.getByRole('row').filter({ hasText: 'getUsers' });
  await row.getByText('× 1').waitFor();
  for (const status of await row.locator('.met').all()) expect(await rightOf(status)).toBeLessThanOrEqual(390);
  await page.goto(`${inspected.emulator.url}/_emulator/#/${sandbox.id}/sandboxes`);
  const client = page.locator('td').filter({ hasText: new RegExp(`^${sandbox.clientId}$`) });
  expect((await client.boundingBox())!.height).toBeLessThan(40);
  expect(await rightOf(page.locator('nav [aria-current]'))).toBeLessThanOrEqual(390);
});

test('at a zoom of 200 %, an exchange has the whole width', async () => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/users');
  await using opened = await inspected.open(sandbox, 'exchanges/1', { viewport: { width: 720, height: 450 } });
  const item = opened.page.getByRole('article', { name: 'Exchange 1' });
  await item.getByRole('heading', { name: 'Response' }).waitFor();
  expect((await item.boundingBox())!.width).toBe(720);
});

test('at a zoom of 400 %, lines are read, and the first Tab leads past the navigation', async () => {
  using sandbox = inspected.emulator.sandbox();
  for (let call = 0; call < 9; call++) await callOf(sandbox, '/institutions/me/users');
  await using opened = await inspected.open(sandbox, 'exchanges', { viewport: { width: 320, height: 256 } });
  const { page } = opened;
  await page.getByRole('link', { name: /^#9 / }).waitFor();
  await page.keyboard.press('Tab');
  await page.locator('button:focus').filter({ hasText: 'Skip to the view' }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('main:focus').waitFor();
  const line = page.getByRole('link', { name: /^#6 / });
  await line.scrollIntoViewIfNeeded();
  const { y, height } = (await line.boundingBox())!;
  expect([y >= 0, y + height <= 256]).toEqual([true, true]);
});

test.each([1_440, 1_024, 390])('at %i pixels, a line beside an open exchange keeps its columns', async (width) => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/users');
  const viewport = { width, height: 900 };
  const place = width < 900 ? 'exchanges' : 'exchanges/1';
  await using opened = await inspected.open(sandbox, place, { viewport, forcedColors: 'active' });
  const line = opened.page.locator('a.line');
  for (const name of ['number', 'time', 'status', 'method', 'operation', 'duration']) {
    const box = (await line.locator(`.${name}`).boundingBox())!;
    expect(box.width, name).toBeGreaterThan(15);
  }
  const border = await opened.page.evaluate(
    "getComputedStyle(document.querySelector('a.line')).borderInlineStartWidth",
  );
  expect(border).toBe(width < 900 ? '0px' : '8px');
});

test('on paper, a view is whole and without what only a screen needs', async () => {
  await using opened = await inspected.open(inspected.emulator.defaultSandbox, 'coverage');
  const { page } = opened;
  await page.getByText('Operations and statuses').waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('nav').isVisible()).toBe(false);
  expect(await page.evaluate(WHOLE)).toBe(true);
});

test('the filters of a view are there again on the way back', async () => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/users');
  await callOf(sandbox, '/institutions/me/usrs');
  await using opened = await inspected.open(sandbox, 'exchanges?status=4xx');
  const { page } = opened;
  await page.getByText('1 of 2').waitFor();
  await page.getByRole('link', { name: 'Clock' }).click();
  await page.getByText('running').waitFor();
  await page.getByRole('link', { name: 'Exchanges' }).click();
  await page.getByText('1 of 2').waitFor();
  expect(page.url()).toContain('status=4xx');
});

test('a sandbox that is not there any more says so, and leads to the others', async () => {
  const sandbox = inspected.emulator.sandbox();
  await using opened = await inspected.open(sandbox);
  const { page } = opened;
  await page.getByText('No exchanges yet').waitFor();
  sandbox.remove();
  await page.getByText(/Not live: There is no sandbox/).waitFor();
  expect(await page.getByText('Connecting').count()).toBe(0);
  await page.getByRole('link', { name: 'All sandboxes' }).click();
  await page.getByText('Open a sandbox').first().waitFor();
});

test('of many exchanges that followed a rule, the first are linked and the others counted', async () => {
  using sandbox = inspected.emulator.sandbox();
  for (let count = 0; count < 14; count++) await callOf(sandbox, '/institutions/me/users');
  await using opened = await inspected.open(sandbox, 'behaviour/known-endpoints');
  const rule = opened.page.getByRole('listitem').filter({ hasText: 'A client calls only endpoints of the contract' });
  await rule.getByText('and 4 more').waitFor();
  expect(await rule.getByRole('link').count()).toBe(10);
});

test('a name from right to left leaves the ID beside it whole', async () => {
  using sandbox = inspected.emulator.sandbox({ name: 'متجر ١٢' });
  await using opened = await inspected.open(sandbox, 'sandboxes');
  const id = opened.page.locator('td .soft').filter({ hasText: sandbox.id });
  await id.waitFor();
  expect(await opened.page.evaluate(PIECES)).toBe(1);
});
