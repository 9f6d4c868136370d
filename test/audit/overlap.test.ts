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

test.concurrent('pages that are joined by their requests are no finding', { timeout: 60_000 }, async () => {
  const report = await audit(`${CLIENT} await check(await Promise.all(offsets.map(page)));`, 'overlap');
  expect(idsOf(report)).toEqual([]);
  const tried = new Set(report.plan.flatMap(({ fault, reaction }) => (reaction === undefined ? [] : fault)));
  expect([...tried].toSorted()).toEqual(['late-refusal', 'overtaken', 'refused-together', 'renewal-fails']);
});

test.concurrent('a job that calls one after another is not held at all', { timeout: 60_000 }, async () => {
  const report = await audit(`${CLIENT} await check([await page(0), await page(2)]);`, 'overlap');
  expect(report.findings).toEqual([]);
  expect(report.counts.runs).toBe(3);
});

test.concurrent('a client that fails even if nothing overlaps has no race', { timeout: 60_000 }, async () => {
  const helpless = CLIENT.replace('await send(await renewed(used), path)', 'undefined');
  const report = await audit(
    `${helpless} await page(0); await check(await Promise.all(offsets.map(page)));`,
    'getUsers:refused-together',
  );
  expect(report.findings).toEqual([]);
  expect(report.asides[0]!.what).toMatch(/^The same waits without the overlap show it, too: wrong result\./);
});

test.concurrent('a client that renews again after a late refusal breaks a rule', { timeout: 60_000 }, async () => {
  const forgetful = CLIENT.replace('if (token !== old) return token;', '');
  const job = `${forgetful} await page(0); await check(await Promise.all(offsets.map(page)));`;
  const { findings } = await audit(job, 'getUsers:late-refusal');
  expect(findings.map(({ id }) => id)).toEqual(['getUsers:late-refusal:misbehaved']);
  expect(findings[0]!.details.at(-1)).toBe(
    'After the refusal of an older access token, the client threw the newer one away, and requested another.',
  );
});

test.concurrent(
  'a write that two workers do because neither has seen the other is a finding',
  { timeout: 60_000 },
  async () => {
    const worker = `${CLIENT}
    const [{ contractId }] = (await get('/institutions/me/credentials?limit=1')).items;
    let made;
    const work = async () => {
      made ??= await (await send(token, '/verification/generate-link', { contractId })).json();
    };
    const first = work();
    // The second worker waits for the first one, but not for ever: without the fault, a busy machine changes nothing.
    await Promise.all([first, Promise.race([first, pause(1_000)]).then(work)]);
  `;
    const { findings } = await audit(worker, 'generateVerificationLink:same-call');
    expect(findings.map(({ id }) => id)).toEqual(['generateVerificationLink:same-call:wrong-result']);
    expect(findings[0]!.details.at(-1)).toBe(
      'The client wrote once more than without the fault: POST /api/v1/verification/generate-link.',
    );
  },
);

/** A job that requests its access token ahead. @param wait what it does if it has none when it needs one */
function jobWithTokenAhead(wait: string): string {
  return `${CLIENT}
    const ahead = login().then((issued) => (token = issued));
    await pause(300);
    if (token === undefined) ${wait};
    await page(0);
    await ahead;
  `;
}

// Beside other tests, the first token request might be open for so long without a fault.
test('a second token request while the first one is open is a finding', { timeout: 60_000 }, async () => {
  const report = await audit(jobWithTokenAhead('token = await login()'), 'issueToken:slow-token');
  expect(idsOf(report)).toEqual(['issueToken:slow-token:misbehaved']);
});

test.concurrent('a client that waits for its open token request has no finding', { timeout: 60_000 }, async () => {
  const report = await audit(jobWithTokenAhead('await ahead'), 'issueToken:slow-token');
  expect(idsOf(report)).toEqual([]);
});

/** A client that gives up a read after 300 ms, repeats it, and shows what comes. @param isLatest whether it is shown */
function jobThatRepeats(isLatest: string): string {
  return `${CLIENT}
    const path = '/institutions/me/users?orderBy=id&limit=1';
    let shown, sent = 0;
    const refresh = async () => {
      for (let repetitions = 0; repetitions < 2; repetitions += 1) {
        const number = (sent += 1);
        const read = get(path).then(() => { if (${isLatest}) shown = number; return true; });
        if (await Promise.race([read, pause(300)])) return;
      }
    };
    await page(0);
    await refresh();
    await page(2);
    if (shown !== sent) throw new Error('an old response is shown');
  `;
}

test.concurrent('a late response that replaces that to its repetition is a finding', { timeout: 60_000 }, async () => {
  const report = await audit(jobThatRepeats('true'), 'getUsers:late-answer');
  expect(idsOf(report)).toEqual(['getUsers:late-answer:wrong-result']);
  const [{ repeat, control }] = report.findings as [(typeof report.findings)[0]];
  expect(repeat).toMatch(/#1:hold;until=answered;same.+offset=2]#1:hold;until=limit;limit="300ms"'/);
  expect(control).toMatch(/#1:hold;until=arrived;same.+limit=1]#2:hold;until=limit;limit="150ms"'/);
});

/** A client that loads a list in the background, and loads it again after a write. */
const RELOADS = `${CLIENT}
  const ben = 'party::d62ff595c625550dad66d6bb49132674::12205fff2edcd8437d6b3f612cce50c3df868c24ae60181128e61471ab6816458128';
  let shown;
  const load = async () => (shown = await get('/institutions/me/users?reqStatus=PENDING&search=ben.brook'));
  await load();
  const background = load();
  await pause(5);
  await send(token, '/institutions/me/credentials/request', { partyId: ben, providers: ['DISCORD'] });
  await load();
  await background;
  if (!shown.items.some(({ kycProvider }) => kycProvider === 'DISCORD')) throw new Error('an old list is shown');
`;

test.concurrent('a list that replaces the one loaded after a write is a finding', { timeout: 60_000 }, async () => {
  const report = await audit(RELOADS, 'getUsers:across-write');
  expect(idsOf(report)).toEqual(['getUsers:across-write:wrong-result']);
  expect(report.findings[0]!.repeat).toMatch(/search=ben\.brook]#2:hold;until=answered;same[; ']/);
});

test.concurrent('a client that drops late responses has no finding', { timeout: 60_000 }, async () => {
  const classes = 'getUsers:late-before-answer,getUsers:late-answer';
  expect(idsOf(await audit(jobThatRepeats('number === sent'), classes))).toEqual([]);
});

test.concurrent('--list names the classes of overlap', async () => {
  const { stdout } = await outcomeOf(['audit', '--list']);
  expect(stdout).toContain('late-refusal');
});
