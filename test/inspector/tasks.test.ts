/** What a person comes for, counted in clicks, keys and pastes from the page as it opens, wide and narrow. */

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cast } from '../cast.js';
import { callOf, comeBackTooEarly, startInspected } from './inspector.js';
import { untilEnd } from '../until-end.js';

const inspected = await untilEnd(startInspected({ population: 20 }));

const WIDTHS = [1_440, 390];
const BEN = cast('Ben').partyId;
const SCORE = `/institutions/me/human-scores/${encodeURIComponent(BEN)}`;

/** Counts what a person does. */
class Person {
  acts = 0;

  async click(target: Locator): Promise<void> {
    this.acts++;
    await target.click();
  }

  async paste(target: Locator, text: string): Promise<void> {
    this.acts++;
    await target.fill(text);
  }

  async pick(target: Locator, file: string): Promise<void> {
    this.acts++;
    await target.setInputFiles(file);
  }

  async choose(target: Locator, option: string): Promise<void> {
    this.acts++;
    await target.selectOption(option);
  }
}

function viewport(width: number): { viewport: { width: number; height: number } } {
  return { viewport: { width, height: 900 } };
}

test.each(WIDTHS)('at %i pixels, why a call got 429 takes one click', async (width) => {
  using sandbox = inspected.emulator.sandbox();
  await using opened = await inspected.open(sandbox, 'exchanges', viewport(width));
  await callOf(sandbox, '/institutions/me/users', { headers: { 'Emulator-Scenario': 'rate-limit-burst;burst=1' } });
  const person = new Person();
  await person.click(lineOf(opened.page, 1));
  const why = opened.page.getByRole('region', { name: 'Why it got this response' });
  await why.getByText('rate-limit-burst').waitFor();
  expect(person.acts).toBe(1);
});

test.each(WIDTHS)('at %i pixels, the page of a link takes two clicks, and shows the credential', async (width) => {
  using sandbox = inspected.emulator.sandbox();
  const [held] = cast('Ben').credentials;
  await callOf(sandbox, '/verification/generate-link', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ contractId: held!.contractId }),
  });
  await using opened = await inspected.open(sandbox, 'exchanges', viewport(width));
  const { page } = opened;
  const person = new Person();
  await person.click(lineOf(page, 1));
  await page.getByRole('button', { name: 'Copy body, without secrets' }).waitFor();
  const tab = page.context().waitForEvent('page');
  await person.click(page.getByRole('button', { name: 'Open the page' }));
  const linked = await tab;
  await linked.waitForLoadState();
  expect(await linked.locator('body').innerText()).not.toMatch(/unknown or expired/iu);
  expect(linked.url()).toContain('/verify/');
  expect(person.acts).toBe(2);
});

test.each(WIDTHS)('at %i pixels, to fail the next call about a party takes at most three acts', async (width) => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, SCORE);
  await using opened = await inspected.open(sandbox, 'exchanges', viewport(width));
  const { page } = opened;
  const person = new Person();
  await person.click(lineOf(page, 1));
  const form = page.locator('form').filter({ hasText: 'about this party' });
  await person.click(form.getByRole('button', { name: 'Fail the next' }));
  await page.getByText('The next call about this party will fail with 500.').waitFor();
  expect(person.acts).toBeLessThanOrEqual(3);
  await callOf(sandbox, '/institutions/me/users');
  await callOf(sandbox, SCORE);
  await callOf(sandbox, SCORE);
  expect(sandbox.requests().map(({ status }) => status)).toEqual([200, 200, 500, 200]);
});

test.each(WIDTHS)(
  'at %i pixels, to send a changed request takes three acts, and shows both beside each other',
  async (width) => {
    using sandbox = inspected.emulator.sandbox();
    await callOf(sandbox, '/institutions/me/users?limit=2');
    await using opened = await inspected.open(sandbox, 'exchanges/1', viewport(width));
    const { page } = opened;
    const person = new Person();
    await person.click(page.getByRole('button', { name: 'Edit and send' }));
    const form = page.getByRole('form', { name: 'Edit and send' });
    await person.paste(form.getByLabel('path and query'), '/api/v1/institutions/me/users?limit=3');
    await person.click(form.getByRole('button', { name: 'Send' }));
    await page.getByRole('article', { name: 'Exchange 2' }).waitFor();
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'query limit' }) });
    expect(await row.getByRole('cell').allInnerTexts()).toEqual(['2', '3']);
    for (const title of ['Request of #1', 'Request of #2', 'Response of #1', 'Response of #2'])
      await page.getByRole('heading', { name: title }).waitFor();
    expect(person.acts).toBe(3);
    expect(sandbox.requests({ limit: 1 })[0]).toMatchObject({ query: 'limit=3', status: 200, sentByEmulator: true });
  },
);

test('method, headers, body and scenario of a request are changed before it is sent', async () => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/users', { headers: { 'X-Kept': 'yes' } });
  await using opened = await inspected.open(sandbox, 'exchanges/1');
  const { page } = opened;
  await page.getByRole('button', { name: 'Edit and send' }).click();
  const form = page.getByRole('form', { name: 'Edit and send' });
  await form.getByLabel('method').fill('POST');
  const path = '/api/v1/verification/generate-link';
  await form.getByLabel('path and query').fill(path);
  const headers = form.getByLabel('headers');
  await headers.fill('no header');
  await form.getByRole('button', { name: 'Send' }).click();
  await page.getByText('The header "no header" has no colon').waitFor();
  await headers.fill('X-Kept: yes\nContent-Type: application/json');
  await form.getByLabel('body').fill('{"contractId":"none"}');
  await form.getByLabel('scenario').fill('service-unavailable');
  await form.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('article', { name: 'Exchange 2' }).waitFor();
  const [sent] = sandbox.requests({ limit: 1 });
  expect(sent).toMatchObject({
    method: 'POST',
    path,
    status: 503,
    request: { body: { text: '{"contractId":"none"}' } },
  });
  expect(sent!.scenarios.map(({ scenario }) => scenario)).toEqual(['service-unavailable']);
  expect(sent!.request.headers.map(([name, value]) => `${name}: ${value}`)).toContain('X-Kept: yes');
});

test.each(WIDTHS)(
  'at %i pixels, to compare two exchanges takes three clicks, and what differs comes first',
  async (width) => {
    using sandbox = inspected.emulator.sandbox();
    await callOf(sandbox, '/institutions/me/users?limit=1');
    await callOf(sandbox, '/institutions/me/users?limit=500');
    await using opened = await inspected.open(sandbox, 'exchanges', viewport(width));
    const { page } = opened;
    const person = new Person();
    await person.click(lineOf(page, 1));
    await person.click(page.getByRole('button', { name: 'Compare' }));
    await page.getByText('Choose an exchange to compare it with #1').waitFor();
    await person.click(lineOf(page, 2));
    const table = page.getByRole('region', { name: 'What differs' });
    await table.getByRole('rowheader', { name: 'status', exact: true }).waitFor();
    const texts = await table.locator('tbody tr').allInnerTexts();
    const rows = texts.map((row) => row.split(/\s+/).filter(Boolean));
    expect(rows[0]).toEqual(['status', '200', '400']);
    expect(rows[1]?.slice(0, 2)).toEqual(['response', 'body']);
    expect(rows).toContainEqual(['query', 'limit', '1', '500']);
    expect(await table.getByRole('rowheader', { name: /authorization|header date/iu }).count()).toBe(0);
    expect(person.acts).toBe(3);
  },
);

test.each(WIDTHS)('at %i pixels, the next call is held, seen to wait, and released by three clicks', async (width) => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/users');
  await using opened = await inspected.open(sandbox, 'exchanges', viewport(width));
  const { page } = opened;
  const person = new Person();
  await person.click(lineOf(page, 1));
  await person.click(page.getByRole('button', { name: 'Hold the next' }));
  const held = page.getByRole('region', { name: 'Held calls' });
  await held.getByText('The next 1 call of getUsers will wait.').waitFor();
  const waiting = callOf(sandbox, '/institutions/me/users');
  await held.getByText('getUsers #2 waits.').waitFor();
  await person.click(held.getByRole('button', { name: 'Release' }));
  await waiting;
  await held.waitFor({ state: 'detached' });
  expect(person.acts).toBe(3);
  expect(sandbox.requests({ limit: 1 })[0]).toMatchObject({ status: 200, held: true, release: { reason: 'released' } });
});

test('a held call can fail, and a hold that has met no call ends', async () => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/users');
  await using opened = await inspected.open(sandbox, 'exchanges/1');
  const { page } = opened;
  await page.getByLabel('How many calls of getUsers').fill('2');
  await page.getByRole('button', { name: 'Hold the next' }).click();
  const held = page.getByRole('region', { name: 'Held calls' });
  const waiting = callOf(sandbox, '/institutions/me/users');
  await held.getByRole('button', { name: 'Reset its connection for call 1 of getUsers' }).click();
  await waiting;
  await held.getByRole('button', { name: 'Hold none of getUsers' }).click();
  await held.waitFor({ state: 'detached' });
  expect(sandbox.holds.list()).toEqual([]);
  expect(sandbox.requests({ limit: 1 })[0]!.response.ending).toBe('reset');
});

test('the next calls of an operation fail, as many as were asked for', async () => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/users');
  await using opened = await inspected.open(sandbox, 'exchanges/1');
  const { page } = opened;
  await page.getByLabel('How many calls of getUsers').fill('2');
  await page.getByLabel('How many calls of getUsers').press('Enter');
  await page.getByText('The next 2 calls of getUsers will fail with 500.').waitFor();
  await callOf(sandbox, SCORE);
  for (let call = 0; call < 3; call++) await callOf(sandbox, '/institutions/me/users');
  expect(sandbox.requests().map(({ status }) => status)).toEqual([200, 200, 500, 500, 200]);
});

test.each(WIDTHS)('at %i pixels, the proof of a verdict takes two clicks', async (width) => {
  using sandbox = inspected.emulator.sandbox();
  await comeBackTooEarly(sandbox);
  await using opened = await inspected.open(sandbox, 'exchanges', viewport(width));
  const { page } = opened;
  const person = new Person();
  await person.click(page.getByRole('banner').getByRole('link', { name: /(?:broken|suspected) rule/ }));
  const timeline = page.getByRole('list', { name: 'When they came' }).first();
  await timeline.getByText('Retry-After: 5').waitFor();
  await person.click(timeline.getByRole('link').first());
  await page.getByRole('article', { name: 'Exchange 1' }).waitFor();
  expect(person.acts).toBe(2);
});

test.each(WIDTHS)('at %i pixels, an exchange is found by its party with one paste and one click', async (width) => {
  using sandbox = inspected.emulator.sandbox();
  for (let call = 0; call < 30; call++) await callOf(sandbox, '/institutions/me/users?limit=1');
  await callOf(sandbox, SCORE);
  await callOf(sandbox, '/institutions/me/users?limit=1');
  await using opened = await inspected.open(sandbox, 'exchanges', viewport(width));
  const { page } = opened;
  const person = new Person();
  await person.paste(page.getByLabel('Search exchanges'), BEN);
  await page.getByText('1 of 32').waitFor();
  await person.click(lineOf(page, 31));
  await page.getByRole('article', { name: 'Exchange 31' }).waitFor();
  expect(person.acts).toBe(2);
});

test.each(WIDTHS)('at %i pixels, to copy an exchange takes two clicks', async (width) => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, SCORE);
  await using opened = await inspected.open(sandbox, 'exchanges', {
    ...viewport(width),
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { page } = opened;
  const person = new Person();
  await person.click(lineOf(page, 1));
  await person.click(page.getByRole('button', { name: 'Copy as curl' }));
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('/human-scores/');
  expect(person.acts).toBe(2);
});

test.each(WIDTHS)(
  'at %i pixels, to stop the clock and to move it takes three clicks, and the bar shows it',
  async (width) => {
    using sandbox = inspected.emulator.sandbox({ time: '2026-01-31T09:00:00Z' });
    await using opened = await inspected.open(sandbox, 'exchanges', viewport(width));
    const { page } = opened;
    const person = new Person();
    const bar = page.getByRole('banner');
    await person.click(bar.getByTitle('The clock of the sandbox, UTC'));
    await person.click(page.getByRole('button', { name: 'Stop it' }));
    await person.click(page.getByRole('button', { name: '+1 day' }));
    await bar.getByText(/2026-02-01 09:00:\d\d, stopped/).waitFor();
    expect(sandbox.clock.now().toISOString()).toMatch(/^2026-02-01T09:00/);
    expect(person.acts).toBe(3);
  },
);

test.each(WIDTHS)(
  'at %i pixels, the guesses behind a response take two clicks, and each of them one more',
  async (width) => {
    using sandbox = inspected.emulator.sandbox();
    await callOf(sandbox, SCORE);
    await using opened = await inspected.open(sandbox, 'exchanges', viewport(width));
    const { page } = opened;
    const person = new Person();
    await person.click(lineOf(page, 1));
    await person.click(page.getByText(/^Rests on \d+ guess/));
    await person.click(page.locator('.guesses a').first());
    await page.locator('.points li[aria-current]').getByText('Seen in').waitFor();
    expect(person.acts).toBe(3);
  },
);

test.each(WIDTHS)('at %i pixels, to export a sandbox and open it again takes four acts', async (width) => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, SCORE);
  await using opened = await inspected.open(sandbox, 'exchanges', viewport(width));
  const { page } = opened;
  const person = new Person();
  await person.click(lineOf(page, 1));
  const saving = page.waitForEvent('download');
  await person.click(page.getByRole('button', { name: 'Bundle' }));
  const path = await (await saving).path();
  await person.click(page.getByRole('navigation').getByRole('link', { name: 'Sandboxes' }));
  await person.pick(page.getByLabel('Open a bundle'), path);
  await page.getByText('a recording', { exact: true }).waitFor();
  await lineOf(page, 1).getByText('getHumanScoreByPartyId').waitFor();
  expect(person.acts).toBe(4);
});

test.each(WIDTHS)('at %i pixels, what was never called is on top after one click', async (width) => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, SCORE);
  await using opened = await inspected.open(sandbox, 'exchanges', viewport(width));
  const { page } = opened;
  const person = new Person();
  await person.click(page.getByRole('navigation').getByRole('link', { name: 'Coverage' }));
  const rows = page.getByRole('region', { name: 'Operations' }).getByRole('row');
  await rows.last().getByText('getHumanScoreByPartyId').waitFor();
  expect(await rows.first().innerText()).not.toContain('× ');
  expect(person.acts).toBe(1);
});

test('a revoked credential shows what became of the score, and is given back by one click', async () => {
  using sandbox = inspected.emulator.sandbox();
  await using opened = await inspected.open(sandbox, `world/${encodeURIComponent(BEN)}`);
  const { page } = opened;
  await page.getByRole('button', { name: 'Revoke' }).first().click();
  await page.getByText(/^Score: \d+ → (?:\d+|none)$/).waitFor();
  const states = () => sandbox.world.party(BEN).credentials.map(({ state }) => state);
  expect(states()).toContain('revoked');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  expect(states()).not.toContain('revoked');
});

test.each(WIDTHS)('at %i pixels, to revoke a credential and see the score takes three clicks', async (width) => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, SCORE);
  await using opened = await inspected.open(sandbox, 'exchanges', viewport(width));
  const { page } = opened;
  const person = new Person();
  await person.click(lineOf(page, 1));
  await person.click(page.getByRole('article').getByRole('link', { name: BEN }).first());
  await person.click(page.getByRole('button', { name: 'Revoke' }).first());
  await page.getByText(/^Score: \d+ → (?:\d+|none)$/).waitFor();
  expect(person.acts).toBe(3);
});

test.each(WIDTHS)('at %i pixels, to open a sandbox and copy its environment takes two acts', async (width) => {
  await using opened = await inspected.open(inspected.emulator.defaultSandbox, 'exchanges', {
    ...viewport(width),
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { page } = opened;
  const person = new Person();
  await person.choose(page.getByRole('banner').getByLabel('Sandbox'), 'Open another one');
  await page.waitForURL((url) => !url.hash.startsWith('#/default'));
  await person.click(page.getByRole('button', { name: 'Copy export lines' }));
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;
  const sandbox = inspected.emulator.sandboxes().find(({ clientSecret }) => copied.includes(clientSecret))!;
  expect(sandbox.id).not.toBe('default');
  sandbox.remove();
  expect(person.acts).toBe(2);
});

test('an undo that comes too late says what came between', async () => {
  using sandbox = inspected.emulator.sandbox();
  await using opened = await inspected.open(sandbox, `world/${encodeURIComponent(BEN)}`);
  const { page } = opened;
  await page.getByRole('button', { name: 'Revoke' }).first().click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  sandbox.world.changeParty(BEN, { username: 'another-ben' });
  await undo.click();
  await page.getByText(/cannot be undone.*party-changed/).waitFor();
  expect(sandbox.world.party(BEN).username).toBe('another-ben');
});

test('a party that was added is gone after the undo', async () => {
  using sandbox = inspected.emulator.sandbox();
  await using opened = await inspected.open(sandbox, 'world');
  const { page } = opened;
  const { total } = sandbox.world.parties();
  await page.getByRole('button', { name: 'Add a party' }).click();
  await page.getByLabel('first name').fill('Ada');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('article', { name: 'Party' }).waitFor({ state: 'detached' });
  expect(sandbox.world.parties().total).toBe(total);
});

test('the bar above every view shows the clock, stops a scenario and leads to another sandbox', async () => {
  using sandbox = inspected.emulator.sandbox({ time: '2026-01-31T09:00:00Z', name: 'first one' });
  using other = inspected.emulator.sandbox({ name: 'second one' });
  sandbox.use('latency');
  await using opened = await inspected.open(sandbox, 'fidelity');
  const { page } = opened;
  const bar = page.getByRole('banner');
  await bar.getByText('2026-01-31 09:00').waitFor();
  await bar.getByRole('button', { name: 'Stop latency now' }).click();
  await bar.getByText('latency').waitFor({ state: 'detached' });
  expect(sandbox.scenarios.active()).toEqual([]);
  await bar.getByLabel('Sandbox').selectOption(other.id);
  await page.waitForURL(`**/#/${other.id}/fidelity`);
});

test('a line shows where the clock was moved', async () => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/users?limit=1');
  sandbox.clock.advance('2h');
  await callOf(sandbox, '/institutions/me/users?limit=1');
  await callOf(sandbox, '/institutions/me/users?limit=1');
  await using opened = await inspected.open(sandbox);
  const list = opened.page.getByRole('list', { name: 'Exchanges' });
  await list.getByText('The clock was moved forward: 2 hours.').waitFor();
  expect(await list.getByText('The clock').count()).toBe(1);
});

function lineOf(page: Page, id: number): Locator {
  return page.locator(`a.line[href$="/exchanges/${id}"], a.line[href*="/exchanges/${id}?"]`);
}
