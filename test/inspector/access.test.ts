/** The inspector for everybody: dark and light, small, without a mouse, by the rules of WCAG, with a control token. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { budget } from '../budget.js';
import { callOf, startInspected, type Inspected } from './inspector.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const VIEWS = [
  ['exchanges/2', 'Why'],
  ['exchanges/2?with=1', 'What differs'],
  ['scenarios/latency', 'For one request'],
  ['world/', 'Add a party'],
  ['clock', 'Next'],
  ['behaviour', 'followed'],
  ['coverage', 'Operations and statuses'],
  ['fidelity', 'chosen'],
  ['sandboxes', 'Open a sandbox'],
  ['exchanges?sort=slowest+first', 'usrs'],
  ['exchanges?text=xyzzy', 'No exchange matches'],
  ['world/?sort=highest+score+first', '· score'],
] as const;

let inspected: Inspected;
let guarded: Inspected;
beforeAll(async () => {
  inspected = await startInspected({ population: 20 });
  guarded = await startInspected({ population: 0, controlToken: 'open sesame' }, inspected.browser);
  const { defaultSandbox } = inspected.emulator;
  await callOf(defaultSandbox, '/institutions/me/users');
  await defaultSandbox.hold('getHumanScores');
  await callOf(defaultSandbox, '/institutions/me/usrs?limit=1', {
    headers: { 'Emulator-Scenario': 'rate-limit-burst' },
  });
});
afterAll(async () => {
  await guarded.close();
  await inspected.close();
});

const APPEARANCES: ['light' | 'dark', number, 'active'?][] = [
  ['dark', 390],
  ['light', 1_440],
  ['light', 1_024, 'active'],
  ['light', 390],
  ['light', 720],
  ['dark', 1_440],
  ['light', 2_000],
];

test.each(budget({ short: APPEARANCES.slice(0, 3), long: APPEARANCES }))(
  'every view is clean by axe, %s and %i pixels wide, and nothing is wider than the page',
  async (colorScheme, width, forcedColors) => {
    const options = {
      colorScheme,
      forcedColors: forcedColors ?? null,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    } as const;
    await using opened = await inspected.open(inspected.emulator.defaultSandbox, 'exchanges', options);
    const { page } = opened;
    const findings: string[] = [];
    for (const [place, text] of VIEWS) {
      await page.goto(`${inspected.emulator.url}/_emulator/#/default/${place}`);
      await page.locator('main').getByText(text).first().waitFor();
      if (place.startsWith('exchanges/')) await page.getByRole('button', { name: 'Edit and send' }).click();
      findings.push(...(await findingsIn(page)).map((finding) => `${place}: ${finding}`));
      const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      if (wide) findings.push(`${place}: wider than ${width} pixels`);
    }
    expect(findings).toEqual([]);
  },
);

/** What axe finds, best practices included. The page's policy allows no script in it, so axe comes by the debugger. */
async function findingsIn(page: { evaluate: (code: string) => Promise<unknown> }): Promise<string[]> {
  const run = `(async () => {
    if (!window.axe) { ${AXE} }
    const { violations } = await window.axe.run(document);
    return violations.map(({ id, nodes }) => id + ' ' + nodes.slice(0, 2).map(({ html }) => html.slice(0, 120)).join(' | '));
  })()`;
  return (await page.evaluate(run)) as string[];
}

test('everything is reached without a mouse: keys walk, search and close', async () => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/users');
  await callOf(sandbox, '/institutions/me/human-scores');
  await using opened = await inspected.open(sandbox);
  const { page } = opened;
  for (const name of [/getUsers/, /getHumanScores/]) await page.getByRole('link', { name }).waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: '#2 getHumanScores' }).waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: '#1 getUsers' }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(/exchanges$/);
  const focused = (name: RegExp) => page.locator('a:focus').filter({ hasText: name }).waitFor();
  await focused(/getUsers/);
  await page.keyboard.press('ArrowDown');
  await page.getByRole('heading', { name: '#2 getHumanScores' }).waitFor();
  await focused(/getHumanScores/);
  await page.keyboard.press('ArrowDown');
  await focused(/getUsers/);
  expect(await page.locator('.virtual a[tabindex="0"]').count()).toBe(1);
  await page.keyboard.press('ArrowUp');
  await focused(/getHumanScores/);
  await page.keyboard.press('Escape');
  await page.waitForURL(/exchanges$/);
  await focused(/getHumanScores/);
  await page.keyboard.press('/');
  await page.locator('input:focus').waitFor();
  await page.keyboard.type('scores');
  await page.getByText('1 of 2').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog');
  await keys.getByText('next exchange in the list').waitFor();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Scenarios' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Search scenarios').waitFor();
});

test('the control token is asked for once, and kept until the tab is closed', async () => {
  const { defaultSandbox } = guarded.emulator;
  await callOf(defaultSandbox, '/institutions/me/users');
  await using opened = await guarded.open(defaultSandbox);
  const { page } = opened;
  const field = page.getByLabel('Control token');
  await field.fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByText('This token is wrong.').waitFor();
  await field.fill('open sesame');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /getUsers/ }).waitFor();
  await page.getByRole('link', { name: 'Clock' }).click();
  await page.getByText('running').waitFor();
  expect(await page.evaluate('JSON.stringify([localStorage, document.cookie])')).toBe('[{},""]');
  expect(page.url()).not.toContain('sesame');
  await page.reload();
  await page.getByText('running').waitFor();
  await using other = await guarded.open(defaultSandbox);
  await other.page.getByLabel('Control token').waitFor();
});
