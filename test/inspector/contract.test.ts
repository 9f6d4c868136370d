/** The view of the contract, whose parts are inside components where axe does not look. */

import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PALE_TEXTS } from './contrast.js';
import { startInspected, type Inspected } from './inspector.js';

let inspected: Inspected;
beforeAll(async () => {
  inspected = await startInspected({ population: 5 });
});
afterAll(() => inspected.close());

function referenceIn(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="API reference"]');
}

async function paleTexts(page: Page): Promise<string[]> {
  return await page.frames()[1]!.evaluate<string[]>(PALE_TEXTS);
}

test.each(['light', 'dark'] as const)(
  'in %s colours, every text of the API reference is easy to read',
  async (colorScheme) => {
    await using opened = await inspected.open(inspected.emulator.defaultSandbox, 'contract', { colorScheme });
    const { page } = opened;
    const reference = referenceIn(page);
    await reference.getByText('Institution credentials and human-score service').first().waitFor();
    expect(await paleTexts(page)).toEqual([]);
    await reference.getByText('List the institution').first().click();
    await reference.getByRole('button', { name: /execute/i }).click();
    await reference.getByText('"pagination"').first().waitFor();
    expect(await paleTexts(page)).toEqual([]);
    await reference.getByText('Ask a party to disclose').first().click();
    await reference.getByText('REQUEST BODY').first().waitFor();
    expect(await paleTexts(page)).toEqual([]);
  },
);

test('the reference shows an example of a parameter', async () => {
  await using opened = await inspected.open(inspected.emulator.defaultSandbox, 'contract');
  const { page } = opened;
  await referenceIn(page).getByText('List the institution').first().click();
  await referenceIn(page).getByPlaceholder('ben.brook').waitFor();
  expect(await referenceIn(page).getByPlaceholder('[object').count()).toBe(0);
});
