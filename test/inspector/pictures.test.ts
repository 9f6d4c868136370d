/** The pictures of docs/inspector.md; `npm run docs:pictures` takes them. */

import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '../cast.js';
import { callOf, startInspected, type Inspected } from './inspector.js';
import { asWebp, PICTURES_WANTED } from '../webp.js';

const FOLDER = new URL('../../docs/inspector/', import.meta.url);
const PARTY = encodeURIComponent(cast('Ben').partyId);
/** Name, place, colours, a text that is there when everything is, and a button to press then. */
const PICTURES: readonly (readonly [string, string, 'light' | 'dark', string, string?])[] = [
  ['exchange-light', 'exchanges/8', 'light', 'A client waits as long as Retry-After says'],
  ['clock-light', 'clock', 'light', 'credential expires'],
  ['behaviour-dark', 'behaviour', 'dark', 'followed'],
  ['world-light', `world/${PARTY}`, 'light', 'What links show', 'Revoke'],
];

let inspected: Inspected;
beforeAll(async () => {
  if (PICTURES_WANTED) inspected = await startInspected({ time: '2026-01-31T09:00:00Z' });
});
afterAll(() => (PICTURES_WANTED ? inspected.close() : undefined));

test.runIf(PICTURES_WANTED)('the pictures are taken', async () => {
  const { defaultSandbox: sandbox } = inspected.emulator;
  await mkdir(FOLDER, { recursive: true });
  for (let offset = 0; offset < 20; offset += 5)
    await callOf(sandbox, `/institutions/me/users?limit=5&offset=${offset}`);
  await callOf(sandbox, '/institutions/me/users?limit=500');
  await callOf(sandbox, '/institutions/me/usrs');
  await callOf(sandbox, '/institutions/me/credentials/resolve?q=benbrook');
  for (let call = 0; call < 3; call++)
    await callOf(sandbox, '/institutions/me/users', { headers: { 'Emulator-Scenario': 'rate-limit-burst;burst=2' } });
  await callOf(sandbox, '/institutions/me/human-scores?limit=3');
  await callOf(sandbox, '/institutions/me/credentials', { headers: { 'Emulator-Scenario': 'connection-reset' } });
  for (const [name, place, colorScheme, text, button] of PICTURES) {
    const viewport = { width: 1_280, height: 720 };
    await using opened = await inspected.open(sandbox, place, { colorScheme, viewport, reducedMotion: 'reduce' });
    await opened.page.getByText(text).first().waitFor();
    if (button !== undefined) {
      await opened.page.getByRole('button', { name: button }).first().click();
      await opened.page.getByText(/^Score: /).waitFor();
    }
    const picture = await asWebp(opened.page, await opened.page.screenshot());
    await writeFile(fileURLToPath(new URL(`${name}.webp`, FOLDER)), picture);
    expect(picture.length).toBeLessThan(120_000);
  }
});
