/** The inspector's view of exchanges, in a real browser. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { callOf, startInspected, type Inspected } from './inspector.js';

let inspected: Inspected;
beforeAll(async () => {
  inspected = await startInspected({ population: 20 });
});
afterAll(() => inspected.close());

test('an exchange appears as it is answered, and one click shows why', async () => {
  using sandbox = inspected.emulator.sandbox();
  await using opened = await inspected.open(sandbox);
  const { page } = opened;
  await page.getByText('No exchanges yet').waitFor();
  await callOf(sandbox, '/institutions/me/users', { headers: { 'Emulator-Scenario': 'rate-limit-burst;burst=2' } });
  const line = page.getByRole('link', { name: /429.*getUsers.*rate-limit-burst/ });
  await line.click();
  const reasons = page.getByRole('region', { name: 'Why it was answered so' });
  await reasons.getByText('rate-limit-burst').waitFor();
  expect(await reasons.innerText()).toMatch(/selected by the request’s header: call 1 of the activation/);
  expect(page.url()).toMatch(new RegExp(`#/${sandbox.id}/exchanges/1$`));
});
