/** `id-emulator inspect` opens what is over. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Behaviour } from '../../src/emulator/control/documents.js';
import { startEmulator } from '../../src/index.js';
import { tokenOf } from '../institution.js';
import { idEmulator, outcomeOf } from './id-emulator.js';
import { SERVICE, serviceHar } from '../traffic/service-har.js';
import { temporaryFolder } from './temporary-folder.js';

async function bundleText(name: string): Promise<string> {
  await using emulator = await startEmulator({ population: 0 });
  using sandbox = emulator.sandbox({ name });
  await tokenOf(sandbox);
  return JSON.stringify(sandbox.bundle());
}

test('every bundle of a folder is opened, with the address of its page', async () => {
  await using folder = await temporaryFolder({
    '01-first/bundle.json': await bundleText('one'),
    '02-second/bundle.json': await bundleText('two'),
    '02-second/journal.json': '{}',
  });
  await using command = idEmulator(['inspect', folder.path, '--port', '0']);
  const text = await command.printed(/(?:.*bundle\.json: .*\n){2}/);
  const places = [...text.matchAll(/(\d\d-\w+)\/bundle\.json: (\S+)\/_emulator\/#\/(\S+)\/exchanges/g)];
  expect(places.map(([, found]) => found)).toEqual(['01-first', '02-second']);
  for (const [, , url, id] of places) {
    const sandbox = await (await fetch(`${url}/_emulator/sandboxes/${id}`)).json();
    expect(sandbox).toMatchObject({ recorded: true, exchanges: 1 });
  }
  expect((await command.end('SIGINT')).code).toBe(0);
});

test('an impossible event is reported', async () => {
  const bundle = JSON.parse(await bundleText('odd')) as { end: { events: object[] } };
  bundle.end.events.push({ type: 'credential-changed', partyId: 'nobody', contractId: 'none', state: 'revoked' });
  await using folder = await temporaryFolder({ 'bundle.json': JSON.stringify(bundle) });
  const { code, stderr } = await outcomeOf(['inspect', `${folder.path}/bundle.json`, '--port', '0']);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /\/end\/events\/0: Event 0 cannot be applied: event "credential-changed" of nobody: there is no such party/,
  );
});

test('a HAR file of the service is opened without its secrets, with verdicts and situations', async () => {
  const got = { access_token: 'secret-of-the-service', expires_in: 3_600 };
  const text = serviceHar([
    { at: 0, method: 'POST', path: 'https://api.acme.test/oauth/token', token: undefined, got },
    { at: 50, token: 'secret-of-the-service', status: 429, headers: { 'Retry-After': '2' } },
    { at: 9_000, token: 'secret-of-the-service' },
  ]);
  await using folder = await temporaryFolder({ 'a.har': text, 'a.json': text });
  const file = join(folder.path, 'a.har');
  await using command = idEmulator(['inspect', join(folder.path, 'a.json'), '--service', SERVICE, '--port', '0']);
  const [, url, id] = /a\.json: (\S+)\/_emulator\/#\/(\S+)\/exchanges/.exec(
    await command.printed(/a\.json: .*exchanges\n/),
  )!;
  const read = async (path: string): Promise<string> =>
    await (await fetch(`${url}/_emulator/sandboxes/${id}${path}`)).text();

  expect(JSON.parse(await read(''))).toMatchObject({ recorded: true, traffic: true, exchanges: 3 });
  const { verdicts, situations } = JSON.parse(await read('/behaviour')) as Behaviour;
  expect(verdicts.find(({ rule }) => rule === 'wait-as-told')?.verdict).toBe('pass');
  expect(situations).toMatchObject([{ situation: '429 with seconds', next: ['1 sent again after 8.9 s'] }]);
  expect(await read('/journal')).not.toContain('secret-of-the-service');
  expect((await command.end('SIGINT')).code).toBe(0);
  expect(await outcomeOf(['inspect', file, '--service', SERVICE, '--host', '0.0.0.0'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--host 0\.0\.0\.0: others could read .*a\.har; add --control-token/) as string,
  });
});
