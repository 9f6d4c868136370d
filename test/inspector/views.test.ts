/** The other views of the inspector, each used as a person would, in a real browser. */

import { expect, test } from 'vitest';
import { cast } from '../cast.js';
import { callOf, startInspected } from './inspector.js';
import { untilEnd } from '../until-end.js';

const inspected = await untilEnd(startInspected({ population: 20 }));

test('a scenario is found, activated with a parameter, seen to strike, and stopped', async () => {
  using sandbox = inspected.emulator.sandbox();
  await using opened = await inspected.open(sandbox, 'scenarios');
  const { page } = opened;
  await page.getByLabel('Search scenarios').fill('refused with 429 and Retry');
  await page.getByRole('link', { name: /^rate-limit-burst/ }).click();
  await page.getByLabel(/^burst/).fill('1');
  await page.getByText('Emulator-Scenario: rate-limit-burst;burst=1').waitFor();
  await page.getByRole('button', { name: 'Activate for every request' }).click();
  const active = page.getByRole('region', { name: 'Active scenarios' });
  await active.getByText('0 calls').waitFor();
  await callOf(sandbox, '/institutions/me/users');
  await active.getByText('1 call, fired on 1 of them').waitFor();
  await active.getByRole('button', { name: 'Stop rate-limit-burst' }).click();
  await page.getByText('No scenario is active').waitFor();
  expect(sandbox.scenarios.active()).toEqual([]);
});

test('a value that the scenario does not take is refused with the reason', async () => {
  using sandbox = inspected.emulator.sandbox();
  await using opened = await inspected.open(sandbox, 'scenarios/latency');
  await opened.page.getByLabel(/^from/).fill('soon');
  await opened.page.getByRole('button', { name: 'Activate for every request' }).click();
  await opened.page.getByText(/Parameter "from" of scenario "latency" takes a duration/).waitFor();
});

test('a party is found, its credential revoked, and the score that the institution sees changes', async () => {
  using sandbox = inspected.emulator.sandbox();
  await using opened = await inspected.open(sandbox, 'world');
  const { page } = opened;
  await page.getByLabel('Search parties').fill('ben brook');
  await page.getByRole('link', { name: /^Ben Brook/ }).click();
  const seen = page.getByRole('region', { name: 'What the institution sees' });
  const score = seen.locator('.score strong');
  const before = await score.innerText();
  await seen.getByText(/Credentials of 1 of 6 providers count. A credential of another provider raises it/).waitFor();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('region', { name: 'Credentials' }).getByText('revoked').waitFor();
  await score.filter({ hasNotText: before }).waitFor();
  await page.getByRole('region', { name: 'Credentials' }).getByRole('combobox').selectOption('REDDIT');
  await page.getByRole('button', { name: 'Issue a credential' }).click();
  await page.getByRole('region', { name: 'Credentials' }).locator('strong', { hasText: 'REDDIT' }).waitFor();
  expect(sandbox.world.party(cast('Ben').partyId).credentials).toHaveLength(2);
});

test('a party is added, and a data request to it is made and rejected', async () => {
  using sandbox = inspected.emulator.sandbox();
  await using opened = await inspected.open(sandbox, 'world');
  const { page } = opened;
  await page.getByRole('button', { name: 'Add a party' }).click();
  await page.getByLabel('first name').fill('Una');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('heading', { name: 'Una' }).waitFor();
  const requests = page.getByRole('region', { name: 'Data requests' });
  await requests.getByRole('button', { name: 'Request' }).click();
  await requests.getByRole('button', { name: 'Reject' }).click();
  await requests.getByText('REJECTED').waitFor();
});

test('the clock is stopped, moved, and sent to the next thing that happens', async () => {
  using sandbox = inspected.emulator.sandbox({ time: '2026-01-31T09:00:00Z', fixture: 'empty', population: 0 });
  await fetch(sandbox.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: sandbox.clientId,
      client_secret: sandbox.clientSecret,
    }),
  });
  await using opened = await inspected.open(sandbox, 'clock');
  const { page } = opened;
  await page.getByText('running').waitFor();
  await page.getByRole('button', { name: 'Stop it' }).click();
  await page.getByText('stopped', { exact: true }).waitFor();
  await page.getByRole('button', { name: '+1 minute' }).click();
  await page
    .getByRole('main')
    .getByText(/^2026-01-31 09:01:0/)
    .waitFor();
  const next = page.getByRole('row', { name: /token expires/ });
  await next.getByRole('button', { name: /^Go there/ }).click();
  await page
    .getByText(/^2026-01-31 10:00:0\d$/)
    .first()
    .waitFor();
  await next.waitFor({ state: 'detached' });
  expect(sandbox.clock.reading()).toMatchObject({ frozen: true, time: expect.stringMatching(/T10:00:0/) as string });
});

test("the judge's verdicts lead to the exchanges that prove them", async () => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/usrs');
  await using opened = await inspected.open(sandbox, 'behaviour');
  const { page } = opened;
  const broken = page.getByRole('listitem').filter({ hasText: 'A client calls only endpoints of the contract' });
  await broken.getByText('broken', { exact: true }).waitFor();
  await broken.getByRole('link', { name: '#1' }).click();
  await page.getByRole('heading', { name: '#1 no operation of the contract' }).waitFor();
});

test('the coverage tells what was met and what never', async () => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/users', { headers: { 'Emulator-Scenario': 'server-error' } });
  await using opened = await inspected.open(sandbox, 'coverage');
  const { page } = opened;
  await page.getByText('1 of 11 operations').waitFor();
  const row = page.getByRole('row', { name: /getUsers/ });
  expect(await row.innerText()).toMatch(/500\s*× 1/);
  expect(await row.innerText()).toMatch(/200\s*never/);
  await page.getByRole('link', { name: 'server-error × 1' }).waitFor();
  const rows = page.getByRole('region', { name: 'Operations' }).getByRole('row');
  expect(await rows.last().innerText()).toContain('getUsers');
  const server = page.locator('.met-groups div').filter({ hasText: 'server-error' });
  expect(await server.getByRole('link').last().innerText()).toContain('server-error');
});

test('a sandbox is opened, chosen, reset and removed', async () => {
  await using opened = await inspected.open(inspected.emulator.defaultSandbox, 'sandboxes');
  const { page } = opened;
  await page.getByLabel(/^name/).fill('a test of mine');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const chosen = page.getByRole('region', { name: 'The sandbox that is shown' });
  await chosen.getByRole('heading', { name: 'a test of mine' }).waitFor();
  const sandbox = inspected.emulator.sandboxes().find(({ name }) => name === 'a test of mine')!;
  expect(page.url()).toContain(`#/${sandbox.id}/`);
  expect(await chosen.innerText()).toContain(`export ID_EMULATOR_CLIENT_SECRET=${sandbox.clientSecret}`);
  await callOf(sandbox, '/institutions/me/users');
  await chosen.getByRole('button', { name: 'Reset' }).click();
  await chosen.getByRole('button', { name: 'Reset for good?' }).click();
  await page.getByText('is as it was when it was opened').waitFor();
  expect(sandbox.requests()).toEqual([]);
  await chosen.getByRole('button', { name: 'Remove' }).click();
  expect(inspected.emulator.sandboxes()).toHaveLength(2);
  await chosen.getByRole('button', { name: 'Remove for good?' }).click();
  await page.waitForURL(/#\/default\//);
  expect(inspected.emulator.sandboxes().map(({ id }) => id)).toEqual(['default']);
});
