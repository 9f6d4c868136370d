/** A client that leaks its secrets on purpose, everywhere. No output of the emulator repeats them. */

import { gzipSync } from 'node:zlib';
import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '../../cast.js';
import { outcomeOf } from '../../cli/id-emulator.js';
import { startControlledEmulator, type ControlledEmulator, type TestSandbox } from './controlled-emulator.js';

const SECRET = 'very;secret "value"/+%&~';
const CONTROL_TOKEN = 'token of the/control plane';
/** Somebody else's secret, which is removed in the places of secrets. */
const OTHER = 'somebody-elses-secret-4711';
/** The secret of a sandbox that nobody here knows. */
const GENERATED = `ide-secret-${'5eed'.repeat(8)}`;
const BENS = cast('Ben').credentials[0]!.contractId;

let controlled: ControlledEmulator;
let sandbox: TestSandbox;
let stream: () => string;
/** Everything that must not appear. */
const secrets: string[] = [SECRET, GENERATED, OTHER];

beforeAll(async () => {
  controlled = await startControlledEmulator({ population: 0, clientSecret: SECRET });
  sandbox = await controlled.sandbox('default');
  stream = await follow(sandbox);
  await leakEverywhere(sandbox);
}, 60_000);
afterAll(() => controlled.close());

async function follow({ id }: TestSandbox): Promise<() => string> {
  let text = '';
  await new Promise<void>((resolve) => {
    get(`${controlled.emulator.url}/_emulator/sandboxes/${id}/journal/stream?from=1`, { agent: false }, (response) => {
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      resolve();
    }).on('error', () => undefined);
  });
  return () => text;
}

/** Percent-encodes letters, too. */
function eachByteEncoded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

async function leakEverywhere({ apiUrl, tokenUrl, clientId, token, get: read, post }: TestSandbox): Promise<void> {
  const minted = (await sandbox.done<{ accessToken: string }>('post', '/access-tokens')).accessToken;
  const link = ((await post('/verification/generate-link', { contractId: BENS })).body as { token: string }).token;
  const basic = Buffer.from(`${clientId}:${SECRET}`).toString('base64');
  secrets.push(token, minted, link, basic);

  const leaks = [
    SECRET,
    GENERATED,
    minted,
    link,
    `${link}_and_more_of_the_word`,
    `before-${link}_and_more`,
    link + link,
    basic,
  ];
  await read(`/institutions/me/users?access_token=${OTHER}`).set('X-Api-Key', OTHER);
  await post('/institutions/me/credentials/request', { clientSecret: OTHER });
  for (const leak of leaks) {
    const encoded = encodeURIComponent(leak);
    await read(`/institutions/me/users?q=${encoded}&also=x${encoded}`);
    // Base64 that is encoded again may show.
    const twice = leak === basic ? '' : encodeURIComponent(eachByteEncoded(leak));
    await read(`/institutions/me/users?search=${twice}`);
    await read(`/institutions/me/human-scores/${twice}`);
    await read(`/institutions/me/users?${new URLSearchParams({ 'client_secret[]': leak, search: leak }).toString()}`);
    await read(`/institutions/me/human-scores/${encoded}`);
    await read(`/nowhere/${encodeURI(leak)}/${lowerCase(encoded)}`);
    await read(`/verify-me/${encoded}/extra`);
    await read('/institutions/me/users')
      .set('X-Client-Secret', leak)
      .set('Api-Key', leak)
      .set('X-Anything', `before ${leak}, after`)
      .set('Cookie', `session=${encoded}`)
      .set('User-Agent', `client/1.0 (${encoded})`)
      .set('Emulator-Scenario', `latency;from="${leak.replace(/["\\]/g, String.raw`\$&`)}"`)
      .set('Referer', `https://example.com/callback?password=${encoded}&state=${encoded}`);
    await post('/verification/generate-link', {
      contractId: leak,
      note: `see ${leak}`,
      nested: { clientSecret: [leak] },
    });
    await post('/institutions/me/credentials/request', { partyId: cast('Ben').partyId, providers: [leak] });
    for (const name of ['client_secret', 'clientSecret', 'client_secret[]', 'password', 'note']) {
      const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: leak, [name]: leak });
      await fetch(tokenUrl, { method: 'POST', body: form });
    }
    for (const type of ['application/json', 'application/x-www-form-urlencoded'])
      for (const text of [JSON.stringify({ anything: leak }), `other=${encoded}`])
        for (const coding of ['gzip', 'identity'])
          await fetch(coding === 'gzip' ? tokenUrl : `${apiUrl}/verification/generate-link`, {
            method: 'POST',
            headers: { 'Content-Type': type, 'Content-Encoding': coding, Authorization: `Bearer ${token}` },
            body: coding === 'gzip' ? gzipSync(text) : text,
          });
  }
  const basicUrl = Buffer.from(`${clientId}+latency:${encodeURIComponent(SECRET)}`).toString('base64url');
  secrets.push(basicUrl);
  await fetch(`${apiUrl}/institutions/me/users`, { headers: { Authorization: `Basic ${basicUrl}` } });
  await fetch(`${apiUrl}/institutions/me/users`, {
    headers: { Authorization: `Digest username="x", response="${OTHER}"` },
  });
  await fetch(`${apiUrl}/verification/check/${link}suffix`);
  await fetch(`${apiUrl}/verification/checks/${link}`);
}

/** A percent-encoded text with lower-case digits. */
function lowerCase(encoded: string): string {
  return encoded.replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase());
}

/** The encodings in which a secret might appear. */
function formsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    encoded,
    eachByteEncoded(secret),
    lowerCase(encoded),
    encoded.replaceAll('%20', '+'),
    new URLSearchParams({ '': secret }).toString().slice(1),
    encodeURI(secret),
    json,
    ...[secret, `x:${secret}`, `xy:${secret}`].flatMap((text) =>
      (['base64', 'base64url'] as const).map((encoding) => Buffer.from(text).toString(encoding).slice(4, -4)),
    ),
  ];
}

function expectClean(text: string): void {
  expect(text.length).toBeGreaterThan(20);
  const forms = [...new Set(secrets.flatMap(formsOf))];
  expect(forms.filter((form) => text.includes(form))).toEqual([]);
  // A compressed body in base64.
  expect(text).not.toContain('H4sI');
}

test.each(['/journal', '/journal/har', '/bundle', '/behaviour', '/fidelity', '/pact?consumer=leaky'])(
  'GET %s repeats no secret in any encoding',
  async (path) => {
    const { status, text } = await sandbox.control('get', path);
    expect(status).toBe(200);
    expectClean(text);
  },
);

test('no single exchange repeats a secret', async () => {
  const { exchanges } = await sandbox.done<{ exchanges: { id: number }[] }>('get', '/journal');
  for (const { id } of exchanges.slice(-100)) expectClean((await sandbox.control('get', `/journal/${id}`)).text);
});

test('the stream of the journal repeats no secret', async () => {
  const { exchanges } = await sandbox.done<{ exchanges: { id: number }[] }>('get', '/journal');
  await expect.poll(stream).toContain(`id: ${exchanges.at(-1)!.id}\n`);
  expectClean(stream());
});

test('a failed verification of the journal repeats no secret', async () => {
  const expectation = { expect: [{ operation: 'getUsers', count: 0 }] };
  expectClean((await sandbox.control('post', '/journal/verify', expectation)).text);
});

test('the report of the judge repeats no secret', async () => {
  const { stdout, stderr } = await outcomeOf(['judge', '--url', controlled.emulator.url]);
  expectClean(stdout + stderr);
});

test('the pact that a command prints repeats no secret', async () => {
  const command = ['pact', 'from-journal', '--url', controlled.emulator.url, '--consumer', 'leaky'];
  const { code, stdout, stderr } = await outcomeOf(command);
  expect(code).toBe(0);
  expectClean(stdout + stderr);
});

test('a state contains no secret that is not part of the world', async () => {
  expectClean((await sandbox.control('get', '/state')).text);
});

test('text that looks like a marker is not taken for one', async () => {
  const own = await controlled.open();
  await own.get('/institutions/me/users?q=~client-secret~');
  expect((await own.control('get', '/journal')).text).toContain('q=~text:client-secret~');
});

test('the control token is removed from exchanges', async () => {
  const own = await startControlledEmulator({ population: 0, controlToken: CONTROL_TOKEN });
  const { defaultSandbox, apiUrl } = own.emulator;
  await fetch(`${apiUrl}/institutions/me/users?x=${encodeURIComponent(CONTROL_TOKEN)}`, {
    headers: { 'X-Token-Of-Control': CONTROL_TOKEN },
  });
  expect(JSON.stringify(defaultSandbox.journal.exchanges())).not.toContain('of the');
  expect(JSON.stringify(defaultSandbox.journal.exchanges())).not.toContain('of%20the');
  await own.close();
});
