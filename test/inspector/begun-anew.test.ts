/** What the page has loaded is of the journal that it shows, wide, middle and narrow. */

import { expect, test } from 'vitest';
import { callOf, startInspected } from './inspector.js';
import { untilEnd } from '../until-end.js';

const inspected = await untilEnd(startInspected({ population: 20 }));

const WIDTHS = [1_440, 1_024, 390];

function wide(width: number): { viewport: { width: number; height: number } } {
  return { viewport: { width, height: 900 } };
}

test.each(WIDTHS)('at %i pixels, an open exchange is the one that has its number after a reset', async (width) => {
  using sandbox = inspected.emulator.sandbox();
  for (let limit = 1; limit <= 3; limit++) await callOf(sandbox, `/institutions/me/users?limit=${limit}`);
  await using opened = await inspected.open(sandbox, 'exchanges/2?text=institutions', wide(width));
  const { page } = opened;
  await page.getByRole('heading', { name: '#2 getUsers' }).waitFor();
  sandbox.reset();
  await page.getByText(/There is no exchange 2 in the journal/u).waitFor();
  await callOf(sandbox, '/institutions/me/credentials');
  await callOf(sandbox, '/institutions/me/human-scores');
  await page.getByRole('heading', { name: '#2 getHumanScores' }).waitFor();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('heading', { name: '#3 getHumanScores' }).waitFor();
  expect(sandbox.requests().map(({ operation }) => operation)).toEqual([
    'getCredentials',
    'getHumanScores',
    'getHumanScores',
  ]);
});

test.each(WIDTHS)('at %i pixels, what is found beyond the list is in it, and is opened', async (width) => {
  using sandbox = inspected.emulator.sandbox();
  for (let limit = 1; limit <= 3; limit++) await callOf(sandbox, `/institutions/me/users?limit=${limit}`);
  await using opened = await inspected.open(sandbox, 'clock', wide(width));
  const { page } = opened;
  // A list of 20,000 would take seconds; this one begins at the last exchange, too.
  await page.route('**/journal/outlines?*', (asked) =>
    asked.continue({ url: asked.request().url().replace('from=1', 'from=3') }),
  );
  await page.goto(`${inspected.emulator.url}/_emulator/#/${sandbox.id}/exchanges?text=limit%3D1`);
  await page.reload();
  await page.getByRole('link', { name: '#1 Found, but older than the list' }).click();
  await page.getByRole('heading', { name: '#1 getUsers' }).waitFor();
});

test('a report is asked for once at a time, however long it takes', async () => {
  using sandbox = inspected.emulator.sandbox();
  for (let limit = 1; limit <= 3; limit++) await callOf(sandbox, `/institutions/me/users?limit=${limit}`);
  await using opened = await inspected.open(sandbox, 'clock');
  const { page } = opened;
  await page.getByText('running').waitFor();
  await page.clock.install();
  let asked = 0;
  let respond = (): void => undefined;
  const answered = new Promise<void>((resolve) => (respond = resolve));
  await page.route('**/behaviour', async (route) => {
    asked++;
    await answered;
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('link', { name: 'Exchanges' }).click();
  for (const id of [3, 2, 1]) {
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: `#${id} getUsers` }).waitFor();
    await page.clock.fastForward(20_000);
  }
  expect(asked).toBe(1);
  respond();
  await page.getByRole('link', { name: 'Behaviour' }).click();
  await page.getByText('followed').first().waitFor();
});
