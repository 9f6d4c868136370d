/** What `audit` finds where calls overlap: by tests, writes and renewals, each with a control that passes. */

import { expect, test } from 'vitest';
import { outcomeOf } from '../cli/id-emulator.js';
import { audit, idsOf } from './job.js';

/** A client that renews its access token once for all calls, and only if it is still the refused one. */
const CLIENT = `
  let token, renewal;
  const renewed = (old) => {
    if (token !== old) return token;
    renewal ??= login().then((issued) => (token = issued)).finally(() => (renewal = undefined));
    return renewal;
  };
  const get = async (path) => {
    const used = token ?? (await renewed());
    let response = await send(used, path);
    if (response.status === 401) response = await send(await renewed(used), path);
    return response.json();
  };
  const offsets = [0, 2, 4];
  const page = (offset) => get('/institutions/me/users?orderBy=id&limit=2&offset=' + offset);
  const idsOf = ({ items }) => items.map(({ id }) => id);
  const check = async (pages) => {
    const whole = await get('/institutions/me/users?orderBy=id&limit=' + 2 * pages.length);
    if (String(pages.flatMap(idsOf)) !== String(idsOf(whole))) throw new Error('the pages are mixed up');
  };
`;
const JOINED_BY_ARRIVAL = `${CLIENT}
  await page(0);
  const pages = [];
  await Promise.all(offsets.map(async (offset) => pages.push(await page(offset))));
  await check(pages);
`;

test.concurrent(
  'pages that are joined by their arrival are a finding with its control',
  { timeout: 60_000 },
  async () => {
    const report = await audit(JOINED_BY_ARRIVAL, 'getUsers:overtaken');
    expect(idsOf(report)).toEqual(['getUsers:overtaken:wrong-result']);
    expect(report.findings[0]).toMatchObject({
      details: expect.arrayContaining([expect.stringContaining('the pages are mixed up')]) as string[],
      repeat: expect.stringMatching(/--inject 'getUsers\[\S+offset=0]#2:hold;until=answered' /) as string,
      control: expect.stringMatching(
        /offset=0]#2:hold;until=arrived' .+offset=2]#1:hold;until=limit;limit="150ms"'/,
      ) as string,
    });
  },
);

test.concurrent('--list names the classes of overlap', async () => {
  const { stdout } = await outcomeOf(['audit', '--list']);
  expect(stdout).toContain('late-refusal');
});
