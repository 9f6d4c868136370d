/** Search in the list of exchanges: what is typed or pasted, criteria, and what comes while one looks. */

import { expect, test } from 'vitest';
import { cast } from '../cast.js';
import { callOf, startInspected } from './inspector.js';
import { untilEnd } from '../until-end.js';

const BEN = cast('Ben');

const inspected = await untilEnd(startInspected({ population: 20 }));

test('a pasted party ID finds the exchanges about the party, also in bodies, and those that come', async () => {
  using sandbox = inspected.emulator.sandbox();
  for (let count = 0; count < 5; count++) await callOf(sandbox, '/institutions/me/human-scores?limit=1&offset=500');
  const ask = (): Promise<void> =>
    callOf(sandbox, '/institutions/me/credentials/request', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ partyId: BEN.partyId, providers: ['GOOGLE'] }),
    });
  await ask();
  await using opened = await inspected.open(sandbox);
  const { page } = opened;
  await page.getByLabel('Search exchanges').fill(BEN.partyId);
  const count = page.getByRole('status').filter({ hasText: / of /u });
  await count.getByText('1 of 6').waitFor();
  await page.getByRole('link', { name: /createCredentialsRequest/ }).waitFor();
  await ask();
  await count.getByText('2 of 7').waitFor();
  await page.getByLabel('Search exchanges').fill('');
  await page.getByRole('status').filter({ hasText: /^7$/ }).waitFor();
});

test('criteria for rule, status, scenario and client are answered by the emulator, and a wrong one says what is wrong', async () => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/users', { headers: { 'Emulator-Scenario': 'server-error' } });
  await callOf(sandbox, '/institutions/me/usrs');
  await callOf(sandbox, '/institutions/me/users');
  await using opened = await inspected.open(sandbox, 'exchanges?text=rule:known-endpoints');
  const { page } = opened;
  const field = page.getByLabel('Search exchanges');
  const found = async (text: string, count: string, line: RegExp): Promise<void> => {
    await field.fill(text);
    await page.getByRole('status').filter({ hasText: count }).waitFor();
    await page.getByRole('link', { name: line }).waitFor();
  };
  await found('rule:known-endpoints', '1 of 3', /usrs/);
  await found('scenario:server-error status:5xx', '1 of 3', /server-error/);
  await found(`client:${sandbox.clientId} usrs`, '1 of 3', /usrs/);
  await field.fill('rule:no-such-rule');
  await page.getByText('There is no rule "no-such-rule"').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('status').filter({ hasText: /^3$/ }).waitFor();
});

test('texts are compared as they read, a number jumps, and an empty result says so', async () => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/users?search=Zo%C3%AB%20B');
  await callOf(sandbox, '/institutions/me/human-scores');
  await using opened = await inspected.open(sandbox);
  const { page } = opened;
  const field = page.getByLabel('Search exchanges');
  await field.fill('zoë');
  await page.getByText('1 of 2').waitFor();
  await field.fill('nothing of this kind');
  await page.getByText('No exchange matches.').waitFor();
  await field.fill('#2');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '#2 getHumanScores' }).waitFor();
});

test('the search finds values in bodies and parts of names, and refuses a criterion that it does not know', async () => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, `/institutions/me/human-scores/${BEN.partyId}`);
  await callOf(sandbox, '/institutions/me/users?search=benbrook');
  await callOf(sandbox, '/institutions/me/usrs');
  await using opened = await inspected.open(sandbox);
  const { page } = opened;
  const field = page.getByLabel('Search exchanges');
  for (const [text, count] of [
    [BEN.email, '1 of 3'],
    [`party:${BEN.firstName.toLowerCase()}`, '2 of 3'],
    ['status:failed', '1 of 3'],
    ['method:GET', '3'],
  ] as const) {
    await field.fill(text);
    await page
      .getByRole('status')
      .filter({ hasText: new RegExp(`^${count}$`, 'u') })
      .waitFor();
  }
  await field.fill('statsu:429');
  await page.getByText(/statsu.*status/).waitFor();
});

test('the menu of statuses and the search find the same', async () => {
  using sandbox = inspected.emulator.sandbox();
  sandbox.use('connection-reset', { times: 1 });
  await callOf(sandbox, '/institutions/me/users');
  await callOf(sandbox, '/institutions/me/users');
  await using opened = await inspected.open(sandbox);
  const { page } = opened;
  await page.getByLabel('Status', { exact: true }).selectOption('failed');
  await page.getByText('1 of 2').waitFor();
});

test('a scenario that has met all its calls is said to be used up', async () => {
  using sandbox = inspected.emulator.sandbox();
  sandbox.use('rate-limit-burst', { burst: 1 });
  await callOf(sandbox, '/institutions/me/users');
  await using opened = await inspected.open(sandbox);
  await opened.page.getByRole('banner').getByText('used up').waitFor();
});

test('the page of a party leads to the exchanges about it', async () => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, `/institutions/me/human-scores/${BEN.partyId}`);
  await callOf(sandbox, '/institutions/me/usrs');
  await using opened = await inspected.open(sandbox, `world/${BEN.partyId}`);
  await opened.page.getByRole('link', { name: 'Exchanges about this party' }).click();
  await opened.page.getByText('1 of 2').waitFor();
  await opened.page.getByRole('link', { name: /getHumanScoreByPartyId/ }).waitFor();
});

test.each([390, 720, 1_000, 1_440, 2_000])('at %i pixels, the reason of a failure is in its line', async (width) => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/users?limit=500');
  await callOf(sandbox, '/institutions/me/users', {
    headers: { Authorization: 'Bearer wrong', 'Emulator-Sandbox': sandbox.id },
  });
  await callOf(sandbox, '/institutions/me/users', { headers: { 'Emulator-Scenario': 'rate-limit-burst' } });
  const viewport = { width, height: 800 };
  await using opened = await inspected.open(sandbox, width < 900 ? 'exchanges' : 'exchanges/1', { viewport });
  const { page } = opened;
  const chips = page.locator('.line .reason .chip');
  await chips.getByText('rate-limit-burst').waitFor();
  const reasonOf = (status: string): Promise<string> =>
    page
      .locator('.line')
      .filter({ has: page.getByText(status, { exact: true }) })
      .locator('.reason')
      .innerText();
  expect(await reasonOf('400')).not.toBe('');
  expect(await reasonOf('401')).not.toBe('');
  for (const chip of await chips.all()) expect((await chip.boundingBox())!.width).toBeGreaterThan(40);
});
