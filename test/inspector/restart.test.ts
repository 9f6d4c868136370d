/** The list of exchanges over restarts of the emulator, and when the journal has fewer exchanges than the list has seen. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EmulatorOptions } from '../../src/index.js';
import { openBrowser } from '../browser.js';
import { freePort } from '../cli/ports.js';
import { callOf, startInspected, type Inspected } from './inspector.js';
import { untilEnd } from '../until-end.js';

const browser = await untilEnd(openBrowser());

async function disposable(options: EmulatorOptions): Promise<Inspected & AsyncDisposable> {
  const inspected = await startInspected(options, browser);
  return { ...inspected, [Symbol.asyncDispose]: () => inspected.close() };
}

/** Two exchanges, a restart on the same port, and two more, with the page open. @returns the texts of the list, the newest first */
async function rowsAfterRestart(options: EmulatorOptions): Promise<{ rows: string[]; links: number }> {
  const given = { ...options, population: 0, port: await freePort() };
  let inspected = await startInspected(given, browser);
  await using opened = await inspected.open(inspected.emulator.defaultSandbox);
  const list = opened.page.locator('.virtual');
  await callOf(inspected.emulator.defaultSandbox, '/institutions/me/users?limit=1');
  await callOf(inspected.emulator.defaultSandbox, '/institutions/me/users?limit=2');
  await list.locator('li[aria-setsize="2"]').first().waitFor();
  await inspected.close();
  await opened.page.getByText('Not live:').waitFor();
  inspected = await startInspected(given, browser);
  await callOf(inspected.emulator.defaultSandbox, '/institutions/me/users?limit=3');
  await callOf(inspected.emulator.defaultSandbox, '/institutions/me/users?limit=4');
  await list.getByText('?limit=4').waitFor();
  await list.getByText('?limit=3').waitFor();
  const rows = await list.locator('li').allInnerTexts();
  const links = await list.getByRole('link').count();
  await inspected.close();
  return {
    rows: rows.map((row) => /limit=\d/.exec(row)![0]),
    links,
  };
}

test('after a restart, the list has the exchanges of the new journal', async () => {
  expect(await rowsAfterRestart({})).toEqual({ rows: ['limit=4', 'limit=3'], links: 2 });
});

test('after a restart with a store, the list has the exchanges from before, too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inspected-'));
  try {
    expect(await rowsAfterRestart({ store: join(folder, 'data') })).toEqual({
      rows: ['limit=4', 'limit=3', 'limit=2', 'limit=1'],
      links: 4,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the list has no more than the journal, and counts what the journal has', async () => {
  await using inspected = await disposable({ population: 0, journalSize: 3 });
  const { defaultSandbox } = inspected.emulator;
  await using opened = await inspected.open(defaultSandbox);
  const { page } = opened;
  await page.getByText('No exchanges yet').waitFor();
  for (let limit = 1; limit <= 5; limit++) await callOf(defaultSandbox, `/institutions/me/users?limit=${limit}`);
  await page.getByText('?limit=5').waitFor();
  expect(await page.locator('.virtual li').count()).toBe(3);
  await page.getByRole('status').filter({ hasText: /^3$/ }).waitFor();
  defaultSandbox.reset();
  await page.getByText('No exchanges yet').waitFor();
  await callOf(defaultSandbox, '/institutions/me/human-scores');
  await page.getByRole('link', { name: /getHumanScores/ }).waitFor();
  await page.getByRole('status').filter({ hasText: /^1$/ }).waitFor();
});

test('what takes longer than the interval in which it is loaded is shown all the same', async () => {
  await using inspected = await disposable({ population: 0 });
  await using opened = await inspected.open(inspected.emulator.defaultSandbox, 'sandboxes');
  const { page } = opened;
  await page.clock.install();
  let respond = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => {
    void page.route('**/clock/upcoming', async (route) => {
      resolve();
      await new Promise<void>((go) => (respond = go));
      await route.continue().catch(() => undefined);
    });
  });
  await page.getByRole('link', { name: 'Clock' }).click();
  await isAsked;
  await page.clock.fastForward(10_000);
  respond();
  await page.getByText('credential expires').first().waitFor();
});

test('a list whose stream breaks goes on where it was, without loading all again', async () => {
  await using inspected = await disposable({ population: 0 });
  const { defaultSandbox } = inspected.emulator;
  let stream: ServerResponse | undefined;
  const note = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.url?.includes('/journal/outlines') === true) stream = response;
  };
  subscribe('http.server.request.start', note);
  await using opened = await inspected.open(defaultSandbox);
  const { page } = opened;
  for (let limit = 1; limit <= 3; limit++) await callOf(defaultSandbox, `/institutions/me/users?limit=${limit}`);
  await page.getByText('?limit=3').waitFor();
  const again = page.waitForRequest(/journal\/outlines/);
  unsubscribe('http.server.request.start', note);
  stream!.destroy();
  expect((await again).headers()['last-event-id']).toBe('2');
  await callOf(defaultSandbox, '/institutions/me/users?limit=4');
  await page.getByText('?limit=4').waitFor();
  expect(await page.locator('.virtual li').count()).toBe(4);
});
