/** Calls that went wrong are shown as such, found, and explained: wide, middle and narrow. */

import { request } from 'node:http';
import { expect, test } from 'vitest';
import type { SandboxControl } from '../../src/emulator/control/methods/sandbox-control.js';
import { cast } from '../cast.js';
import { goodCallsIn } from '../emulator/scenarios/good-calls.js';
import { callOf, startInspected } from './inspector.js';
import { untilEnd } from '../until-end.js';

const inspected = await untilEnd(startInspected({ population: 20 }));

const WIDTHS = [1_440, 1_024, 390].map((width) => ({ width, height: 900 }));

/** A call whose response is late; the client leaves when `leave` is called. */
function hangingCall(sandbox: SandboxControl): { readonly leave: () => void } {
  const { accessToken } = sandbox.accessToken();
  const headers = { Authorization: `Bearer ${accessToken}`, 'Emulator-Scenario': 'latency;from="1h";to="1h"' };
  const sent = request(`${sandbox.apiUrl}/institutions/me/users`, { headers }).end();
  sent.on('error', () => undefined);
  return { leave: () => sent.destroy() };
}

test.each(WIDTHS)('at $width pixels, a call that its client left is found, as failed and as slow', async (viewport) => {
  using sandbox = inspected.emulator.sandbox();
  const { leave } = hangingCall(sandbox);
  await expect.poll(() => sandbox.requests().length).toBe(1);
  await callOf(sandbox, '/institutions/me/credentials');
  await using opened = await inspected.open(sandbox, 'exchanges?text=status:failed', { viewport });
  const { page } = opened;
  await page.getByText('No exchange matches.').waitFor();
  leave();
  await page.getByRole('link', { name: /#1 .*left.*getUsers/ }).click();
  await page.getByText(/200, but: client left after/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Search exchanges').fill('duration:0.05s');
  await page.getByRole('status').filter({ hasText: '1 of 2' }).waitFor();
  await page.getByLabel('Search exchanges').fill('');
  await page.getByLabel('Order').selectOption('slowest first');
  await page.getByRole('listitem').first().getByText('#1').waitFor();
});

test.each([
  ['generateVerificationLinksBatch', 'batch-partial-failure;indexes="1"', /1 of \d+ items failed/],
  ['getUsers', 'html-page', /html-page/],
  ['getUsers', 'malformed-json', /malformed-json/],
] as const)('a response of %s with %s is found as failed, and says why', async (operation, select, why) => {
  using sandbox = inspected.emulator.sandbox();
  const { method, path, headers, body } = goodCallsIn(sandbox)[operation];
  for (const chosen of ['', select]) {
    sandbox.scenarios.stopAll();
    if (chosen !== '') sandbox.scenarios.select(chosen);
    const response = await fetch(sandbox.url + path, { method, headers, ...(body !== undefined && { body }) });
    expect(response.status).toBe(200);
    await response.text();
  }
  await using opened = await inspected.open(sandbox, 'exchanges?text=status:failed');
  const { page } = opened;
  await page.getByRole('status').filter({ hasText: '1 of 2' }).waitFor();
  await page.getByRole('link', { name: /^#2 / }).click();
  await page.getByRole('region', { name: 'Why it got this response' }).getByText(why).waitFor();
});

test('a comparison shows the error first, and compares items by their IDs', async () => {
  using sandbox = inspected.emulator.sandbox();
  for (const query of ['limit=2', 'limit=2&offset=1', 'limit=500'])
    await callOf(sandbox, `/institutions/me/users?${query}`);
  await using opened = await inspected.open(sandbox, 'exchanges/3?with=1');
  const { page } = opened;
  const rows = page.getByRole('region', { name: 'What differs' }).getByRole('rowheader');
  await rows.getByText('status', { exact: true }).waitFor();
  expect((await rows.allInnerTexts())[1]).toMatch(/^response body/);
  await page.goto(`${inspected.emulator.url}/_emulator/#/${sandbox.id}/exchanges/2?with=1`);
  await page.getByRole('heading', { name: '#2 getUsers' }).waitFor();
  const [first, second] = sandbox.requests({ status: 200 }).map(({ response }) => {
    const text = response.body !== undefined && 'text' in response.body ? response.body.text : '';
    return (JSON.parse(text) as { items: { id: number }[] }).items.map(({ id }) => id);
  });
  await rows
    .filter({ hasText: `/items/${first![0]}/` })
    .first()
    .waitFor();
  expect(await rows.filter({ hasText: `/items/${second![0]}/` }).count()).toBe(0);
});

test.each(WIDTHS)('at $width pixels, parties are found by their scores, and one above 80 is made', async (viewport) => {
  using sandbox = inspected.emulator.sandbox();
  await using opened = await inspected.open(sandbox, 'world', { viewport });
  const { page } = opened;
  const lines = page.getByRole('region', { name: 'Parties' }).getByRole('link', { name: /credential/ });
  await page.getByLabel('Order').selectOption('highest score first');
  await lines
    .first()
    .getByText(/ · score \d+/)
    .waitFor();
  await page.getByLabel('Score', { exact: true }).selectOption('80 to 100');
  await expect.poll(() => lines.count()).toBe(sandbox.world.parties({ minScore: 80 }).total);
  await page.goto(`${inspected.emulator.url}/_emulator/#/${sandbox.id}/world/${cast('Ben').partyId}`);
  await page.getByLabel('followers').fill('100000');
  await page.getByLabel('days since the account was made').fill('400');
  await page.getByRole('button', { name: 'Issue a credential' }).click();
  await page.getByText(/Score: \d+ → (8[1-9]|9\d|100)/).waitFor();
  const { items } = sandbox.world.parties({ sort: 'score' });
  const scores = items.map(({ score = -1 }) => score);
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
});
