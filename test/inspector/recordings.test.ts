/** What is over is looked at in the page, by a file that is dropped on it. */

import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { comeBackTooEarly, startInspected } from './inspector.js';
import { idEmulator } from '../cli/id-emulator.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { SERVICE, serviceHar } from '../traffic/service-har.js';
import { untilEnd } from '../until-end.js';

const inspected = await untilEnd(startInspected({ population: 5 }));
await using emulator = await startEmulator({ population: 5 });
using sandbox = emulator.sandbox();
await comeBackTooEarly(sandbox);
const bundle = JSON.stringify(sandbox.bundle());

/** Drops a file on the page, as a person does. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(`(() => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    return dropped;
  })()`);
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

test('a dropped bundle is shown with its verdicts, and offers nothing that changes it', async () => {
  const { defaultSandbox } = inspected.emulator;
  await using opened = await inspected.open(defaultSandbox);
  const { page } = opened;
  await drop(page, 'yesterday.json', bundle);
  await page.getByText('a recording').waitFor();
  await page.locator('a.line', { hasText: '429' }).first().click();
  await page.getByText('rate-limit-burst').first().waitFor();
  await page
    .getByRole('banner')
    .getByRole('link', { name: /(?:broken|suspected) rule/ })
    .waitFor();
  expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Fail the next' }).count()).toBe(0);
  expect(await page.getByLabel('Sandbox', { exact: true }).locator('option:checked').innerText()).toBe(
    'yesterday.json',
  );
  expect(defaultSandbox.requests()).toEqual([]);
});

test('a dropped file that is no bundle is refused with the reason', async () => {
  await using opened = await inspected.open(inspected.emulator.defaultSandbox);
  await drop(opened.page, 'other.json', '{"format":"something"}');
  await opened.page.getByRole('status').filter({ hasText: 'format' }).waitFor();
});

test('a bundle is opened by a field, too', async () => {
  await using opened = await inspected.open(inspected.emulator.defaultSandbox, 'sandboxes');
  const { page } = opened;
  await page
    .getByLabel('Open a bundle')
    .setInputFiles({ name: 'b.json', mimeType: 'application/json', buffer: Buffer.from(bundle) });
  await page.getByText('a recording').waitFor();
});

test('the bare address leads to a recording, and recordings of one name are told apart', async () => {
  await using fresh = await startEmulator({ population: 5 });
  const open = async (): Promise<string> => {
    const sent = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: bundle };
    const response = await fetch(`${fresh.url}/_emulator/recordings?name=b.json`, sent);
    return ((await response.json()) as { id: string }).id;
  };
  const ids = [await open(), await open()];
  const context = await inspected.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${fresh.url}/_emulator/`);
  await page.waitForURL(`**/#/${ids[0]}/exchanges`);
  const options = page.getByLabel('Sandbox', { exact: true }).locator('option');
  const names = expect.arrayContaining(ids.map((id) => `b.json (${id})`)) as string[];
  await expect.poll(() => options.allInnerTexts()).toEqual(names);
  await page.goto(`${fresh.url}/_emulator/#/default/exchange`);
  await page.getByText('There is no view "exchange"').waitFor();
  await context.close();
});

test('a HAR file of the service is opened by the command, with exchanges, verdicts and situations', async () => {
  const text = serviceHar([
    { at: 0, status: 429, headers: { 'Retry-After': '2' } },
    { at: 9_000, path: '/institutions/me/users' },
  ]);
  await using folder = await temporaryFolder({ 'incident.har': text });
  const flags = ['--service', SERVICE, '--port', '0'];
  await using command = idEmulator(['inspect', join(folder.path, 'incident.har'), ...flags]);
  const [, url] = /incident\.har: (\S+)/.exec(await command.printed(/incident\.har: .*exchanges\n/))!;
  const page = await inspected.browser.newPage();

  await page.goto(url!);
  await page.locator('a.line', { hasText: '429' }).first().waitFor();
  await page.goto(url!.replace(/exchanges$/, 'behaviour'));
  await page.getByText(/1× 429 with seconds, getUsers: 1 sent again after \d/).waitFor();

  expect(await page.getByRole('heading', { name: 'Situations' }).count()).toBe(1);
  expect(await page.getByRole('link', { name: 'World' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Clock' }).count()).toBe(0);
  await page.close();
});
