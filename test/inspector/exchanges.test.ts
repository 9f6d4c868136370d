/** The inspector's view of exchanges, in a real browser. */

import { expect, test } from 'vitest';
import { callOf, startInspected } from './inspector.js';
import { untilEnd } from '../until-end.js';

const inspected = await untilEnd(startInspected({ population: 20 }));

test('an exchange appears as it is answered, and one click shows why', async () => {
  using sandbox = inspected.emulator.sandbox();
  await using opened = await inspected.open(sandbox);
  const { page } = opened;
  await page.getByText('No exchanges yet').waitFor();
  await callOf(sandbox, '/institutions/me/users', { headers: { 'Emulator-Scenario': 'rate-limit-burst;burst=2' } });
  await page.getByRole('link', { name: /429.*getUsers.*rate-limit-burst/ }).click();
  const reasons = page.getByRole('region', { name: 'Why it got this response' });
  await reasons.getByText('rate-limit-burst').waitFor();
  expect(await reasons.innerText()).toMatch(/selected by the request’s header: the first call that met it/);
  expect(page.url()).toMatch(new RegExp(`#/${sandbox.id}/exchanges/1$`));
});

test('an exchange shows violations of the contract, the judge, and guesses that lead to the fidelity list', async () => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/users?limit=500');
  await callOf(sandbox, '/institutions/me/usrs');
  await using opened = await inspected.open(sandbox, 'exchanges/1');
  const { page } = opened;
  const reasons = page.getByRole('region', { name: 'Why it got this response' });
  await reasons.getByText('expected an integer from 1 to 100').waitFor();
  await page.locator('.virtual li[aria-setsize="2"]').first().waitFor();
  await page.keyboard.press('k');
  await reasons.getByText('A client calls only endpoints of the contract').waitFor();
  await reasons.getByText('did you mean GET /api/v1/institutions/me/users?', { exact: true }).waitFor();
  await reasons.getByText(/Rests on \d+ guesses/).click();
  await reasons.getByRole('link', { name: 'every operation, unknown path' }).click();
  await page.locator('.points li[aria-current]').getByText('service:unknown-path').waitFor();
});

test('the filters by text, status, operation and client are in the address', async () => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/users?limit=7');
  await callOf(sandbox, '/institutions/me/human-scores');
  await callOf(sandbox, '/institutions/me/usrs');
  await using opened = await inspected.open(sandbox, 'exchanges?status=4xx');
  const { page } = opened;
  const count = page.getByRole('status').filter({ hasText: /of 3$/ });
  await count.getByText('1 of 3').waitFor();
  await page.getByLabel('Status', { exact: true }).selectOption('');
  await page.getByLabel('Operation', { exact: true }).selectOption('getHumanScores');
  await page.getByLabel('Client', { exact: true }).selectOption(sandbox.clientId);
  await count.getByText('1 of 3').waitFor();
  await page.getByLabel('Operation', { exact: true }).selectOption('');
  await page.getByLabel('Search exchanges').fill('limit=7');
  await count.getByText('1 of 3').waitFor();
  expect(page.url()).toContain('text=limit%3D7');
  expect(page.url()).toContain(`client=${sandbox.clientId}`);
});

test('an exchange that is sent again gets a new token, and the page shows the new exchange', async () => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/users?limit=2');
  await using opened = await inspected.open(sandbox, 'exchanges/1');
  await opened.page.getByRole('button', { name: 'Send again' }).click();
  await opened.page.waitForURL(/exchanges\/2\?with=1$/);
  await opened.page.getByText('It says nothing of the client').waitFor();
  expect(sandbox.requests().map(({ status, query, sentByEmulator }) => [status, query, sentByEmulator])).toEqual([
    [200, 'limit=2', undefined],
    [200, 'limit=2', true],
  ]);
});

test('an exchange shows its body first, whose token it was, and folds what is routine', async () => {
  using sandbox = inspected.emulator.sandbox();
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  await callOf(sandbox, '/institutions/me/users?limit=1', {
    headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` },
  });
  await using opened = await inspected.open(sandbox, 'exchanges/1');
  const { page } = opened;
  await page.getByText(`Bearer, ${sandbox.clientId}, expires in`).waitFor();
  await page.locator('.start').getByText('200').waitFor();
  await page.getByText(`trace ${trace}`).waitFor();
  expect(await page.getByText('user-agent').isVisible()).toBe(false);
  await page
    .getByText(/routine headers?/)
    .first()
    .click();
  await page.getByText('user-agent').waitFor();
  const body = (await page.locator('.message .code').boundingBox())!;
  const headers = (await page.locator('.message .headers').last().boundingBox()) ?? body;
  expect(body.y).toBeLessThanOrEqual(headers.y);
  await page.locator('.code a').first().click();
  await page.getByRole('article', { name: 'Party' }).waitFor();
});

test('the exchange before stays until the next has come, and a link to it can be copied', async () => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/users');
  await callOf(sandbox, '/institutions/me/human-scores');
  const options = { permissions: ['clipboard-read', 'clipboard-write'] };
  await using opened = await inspected.open(sandbox, 'exchanges/1', options);
  const { page } = opened;
  await page.getByRole('heading', { name: '#1 getUsers' }).waitFor();
  let respond = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => {
    void page.route('**/journal/2', async (route) => {
      resolve();
      await new Promise<void>((go) => (respond = go));
      await route.continue();
    });
  });
  await page.getByRole('link', { name: /getHumanScores/ }).click();
  await isAsked;
  expect(await page.getByRole('heading', { name: '#1 getUsers' }).isVisible()).toBe(true);
  respond();
  await page.getByRole('heading', { name: '#2 getHumanScores' }).waitFor();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(new RegExp(`#/${sandbox.id}/exchanges/2$`));
});

test('a paused list stays as it is', async () => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/users');
  await using opened = await inspected.open(sandbox);
  const { page } = opened;
  await page.getByRole('link', { name: /getUsers/ }).waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await callOf(sandbox, '/institutions/me/human-scores');
  await page.getByText('1 of 2').waitFor();
  expect(await page.locator('.virtual li').count()).toBe(1);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('link', { name: /getHumanScores/ }).waitFor();
});

test('a call that never ended appears at once', async () => {
  using sandbox = inspected.emulator.sandbox();
  await using opened = await inspected.open(sandbox);
  const abort = new AbortController();
  const hanging = callOf(sandbox, '/institutions/me/users', {
    headers: { 'Emulator-Scenario': 'no-answer' },
    signal: abort.signal,
  });
  await opened.page.getByRole('link', { name: /none.*getUsers.*no-answer/ }).waitFor();
  abort.abort();
  await hanging;
});

test('what clients send is text: a script in a path, a header, a body and a name', async () => {
  const script = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
  using sandbox = inspected.emulator.sandbox({ name: script });
  await callOf(sandbox, `/institutions/me/users?search=${script}`, { headers: { 'X-Text': script } });
  await callOf(sandbox, '/institutions/me/credentials/request', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ partyId: script }),
  });
  sandbox.world.addParty({ firstName: script });
  await using opened = await inspected.open(sandbox, 'exchanges/1');
  const { page } = opened;
  await page.getByRole('heading', { name: 'Request' }).waitFor();
  await page.getByRole('main').getByText(script).first().waitFor();
  await page.keyboard.press('k');
  await page.getByRole('heading', { name: '#2 createCredentialsRequest' }).waitFor();
  await page.goto(`${inspected.emulator.url}/_emulator/#/${sandbox.id}/world?text=img`);
  await page.getByRole('main').getByText(script).first().waitFor();
  expect(await page.locator('img, main script').count()).toBe(0);
  expect(await page.title()).toContain(script);
});

test('of 10,000 exchanges, only the lines in sight are in the page, and scrolling reaches the last one', async () => {
  using sandbox = inspected.emulator.sandbox();
  await using opened = await inspected.open(sandbox, 'clock');
  const { page } = opened;
  // Ten thousand requests would take seconds; the stream of them is the same.
  const streams = [`event: journal\ndata: {"size":50000}\n\n${outlines(1, 10_000)}`, outlines(10_000, 10_001)];
  await page.route('**/journal/outlines*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: streams.shift() ?? '' }),
  );
  await page.reload();
  await page.getByRole('link', { name: 'Exchanges' }).click();
  const list = page.locator('.virtual');
  await list.locator('li[aria-setsize="10001"]').first().waitFor();
  expect(await list.locator('li').count()).toBeLessThan(80);
  await list.hover();
  await page.mouse.wheel(0, 1_000_000);
  await list.getByText('/nothing-1', { exact: true }).waitFor();
  await list.locator('li[aria-posinset="10001"]').waitFor();
});

test('who has scrolled down keeps seeing the same lines while new ones come', async () => {
  using sandbox = inspected.emulator.sandbox();
  await Promise.all(Array.from({ length: 60 }, () => callOf(sandbox, '/institutions/me/users')));
  await using opened = await inspected.open(sandbox);
  const list = opened.page.locator('.virtual');
  await list.locator('li[aria-setsize="60"]').first().waitFor();
  await list.hover();
  await opened.page.mouse.wheel(0, 600);
  await list.locator('li[aria-posinset="50"]').waitFor();
  const topOf = async () => (await list.locator('a[href$="/30"]').boundingBox())?.y;
  const before = await topOf();
  await callOf(sandbox, '/institutions/me/human-scores');
  await list.locator('li[aria-setsize="61"]').first().waitFor();
  expect(await topOf()).toBe(before);
});

test('a list that samples says how many exchanges it leaves out', async () => {
  using sandbox = inspected.emulator.sandbox();
  await using opened = await inspected.open(sandbox);
  const { page } = opened;
  // A busy machine does not reach the 200 a second that the page asks for.
  await page.route('**/journal/outlines?*', (asked) =>
    asked.continue({ url: asked.request().url().replace('rate=200', 'rate=10') }),
  );
  await page.reload();
  await page.getByText('No exchanges yet').waitFor();
  const { accessToken } = sandbox.accessToken();
  const headers = { Authorization: `Bearer ${accessToken}` };
  const call = async (): Promise<unknown> =>
    (await fetch(`${sandbox.apiUrl}/institutions/me/users`, { headers })).arrayBuffer();
  await Promise.all(Array.from({ length: 200 }, call));
  await page.getByText(/\d+ exchanges? left out: more than 200/).waitFor();
  await page.getByRole('link', { name: '#200 ' }).waitFor();
  await page.getByRole('button', { name: 'Load what the journal has' }).click();
  await page.getByRole('status').getByText('200', { exact: true }).waitFor();
});

/** The events of so many exchanges. */
function outlines(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, at) => {
    const id = from + at;
    const outline = {
      id,
      at: '2026-01-31T09:00:00.000Z',
      method: 'GET',
      path: `/nothing-${id}`,
      query: '',
      status: 404,
    };
    return `event: exchange\ndata: ${JSON.stringify({ ...outline, scenarios: [], diagnostics: [] })}\n\n`;
  }).join('');
}
