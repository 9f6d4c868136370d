/** What the flags of the command line change, and bytes that are no good HTTP. */

import { Buffer } from 'node:buffer';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { each, HOST } from './book.js';

/** @typedef {import('./book.js').Book} Book */
/** @typedef {import('./record.js').Host} Host */
/** @typedef {import('./record.js').Section} Section */

/** A few calls that show most of what a flag may change. */
const LOOK = `GET _/health
  GET _/sandboxes
  ${each('users?limit=2 users?limit=60&x=1 users?limit=0 human-scores?limit=1 human-scores/{ben} human-scores/nobody credentials?limit=2 credentials/{ben} credentials/resolve?q=benbrook credentials/resolve?q=nobody nothing', 'GET ')}
  POST credentials/request {"partyId":"{ben}","providers":["REDDIT"],"x":1}
  POST verification/generate-links-batch {"requests":[{"contractId":"{ben.0}"},{"contractId":"{ben.0}"}]}
  [Authorization: -] GET users
  POST /oauth/token grant_type=client_credentials&client_id={client}&client_secret=wrong`;

/** @param {Book} book */
async function look(book) {
  await book.renew();
  await book.all(LOOK);
  await book.link('{ben.0}');
  await book.all(each('verification/check/{link} /verify/{link}', 'GET '));
  await book.advance('61s');
  await book.all(each('verification/check/{link} users?limit=1 _s/journal?limit=2 _s/clock', 'GET '));
}

/** Sets of flags that `look` shows the effect of. @type {[name: string, ...flags: string[]][]} */
const FLAGS = [
  ['none'],
  ['strict', '--strict'],
  ['revision', '--revision', '2026-04'],
  ['variants', '--variant', 'error-body=problem,max-limit=20', '--variant', 'over-limit=clamped'],
  ['mainnet', '--network', 'mainnet'],
  ['empty', '--fixture', 'empty'],
  ['nobody', '--fixture', 'empty', '--population', '0'],
  ['population', '--population', '1000000'],
  ['seed', '--seed', '7'],
  ['lifetimes', '--token-ttl', '60', '--link-ttl', '60'],
  ['time', '--now', '2028-02-29T23:59:59.5+01:00'],
  ['scenario', '--scenario', 'rate-limit-burst;burst=1;after=5, extra-members'],
  ['journal-of-three', '--journal-size', '3'],
  ['journal-off', '--journal-size', '0'],
  ['host', '--host', 'localhost'],
];

/** Flags that keep it from starting. @type {string[][]} */
const WRONG = [
  ['--seed', '-1'],
  ['--population', 'many'],
  ['--fixture', 'nonsense'],
  ['--scenario', 'flakey'],
  ['--scenario', 'drip, drip'],
  ['--scenarios', 'nowhere'],
  ['--network', 'testnet'],
  ['--now', 'yesterday'],
  ['--now', '2026-01-31T09:00:00Z', '--time', '2026-01-31T09:00:00Z'],
  ['--revision', '2026-05'],
  ['--variant', 'error-body'],
  ['--variant', 'error-body=nonsense'],
  ['--variant', 'eror-body=text'],
  ['--client-id', ''],
  ['--client-id', 'a+b'],
  ['--signing-key', 'nowhere.pem'],
  ['--token-ttl', '0'],
  ['--nonsense'],
  ['extra'],
];

const SCENARIO = `name: second-page-fails
summary: Every second page of a list is a 503 that says when to come back.
group: server
basis: an outage
recoverable: true
breaksContract: true
operations: [getUsers, getCredentials]
parameters:
  wait: { type: integer, description: What Retry-After says., default: 2, minimum: 0 }
when: { skip: 1, every: 2 }
fault:
  answer: { status: 503, headers: { Retry-After: '{wait}' }, error: service_unavailable, message: Back soon. }
`;
const STEPS = SCENARIO.replace('second-page-fails', 'two-then-expired').replace(
  /parameters:[^]*/,
  'steps:\n  - calls: 2\n  - calls: 1\n    fault: { token: { as: expired, lasting: true } }\n',
);
const BREAKING = SCENARIO.replace('second-page-fails', 'breaking')
  .replace('breaksContract: true\n', '')
  .replace('[getUsers, getCredentials]', '[getUser]');
const FIXTURE = `parties:
  - { partyId: ada, email: ada@example.com, firstName: Ada, lastName: Abbott, alias: ada, credentials: [{ provider: GITHUB, contractId: 00aa, issuedAt: -P3D }] }
`;

/** @param {Book} book @param {Host} host */
async function files(book, host) {
  const folder = host.folder({ 'second-page-fails.yaml': SCENARIO, 'two-then-expired.yaml': STEPS });
  await host.start(['--scenarios', folder]);
  await book.renew();
  await book.all(
    `${'[Emulator-Scenario: second-page-fails;wait=5] GET users?limit=1\n'.repeat(4)}${'[Emulator-Scenario: two-then-expired] GET users?limit=1\n'.repeat(4)}[Emulator-Scenario: second-page-fail] GET users\nGET _s/bundle`,
  );
  await host.start(['--scenarios', host.folder({ 'breaking.yaml': BREAKING, 'other.yaml': 'name: x' })]);
  const own = join(host.folder({ 'fixture.yaml': FIXTURE }), 'fixture.yaml');
  await host.start(['--fixture', own, '--population', '0']);
  await look(book);
  await book.all(each('users credentials human-scores _s/state', 'GET '));
  await host.start([
    '--fixture',
    join(host.folder({ 'fixture.yaml': `${FIXTURE}  - { partyId: ada, emial: x }\n` }), 'fixture.yaml'),
  ]);
}

/** Clients that go from one process to another. @param {Book} book @param {Host} host */
async function processes(book, host) {
  const first = await host.start([]);
  await book.renew();
  const ofFirst = book.names.token;
  await first.stop();
  for (const flags of [['--network', 'mainnet'], ['--client-id', 'somebody-else', '--client-secret', 'x y:z'], []]) {
    await host.start(flags);
    await book.ask(`[Authorization: Bearer ${ofFirst}] GET users?limit=1`);
    await book.all('POST /oauth/token grant_type=client_credentials&client_id=somebody-else&client_secret=x%20y%3Az');
  }
  await host.start(['--sandbox-idle-ttl', '2']);
  await book.all('POST _/sandboxes {"name":"idle"}\nGET _/sandboxes');
  await pause(2_500);
  await book.ask('GET _/sandboxes');
}

/** @param {Book} book @param {Host} host */
async function signingKeys(book, host) {
  // An Ed25519 key is 32 bytes behind a fixed beginning, so a fixed one needs no file; an RSA key cannot be made so.
  const ed25519 = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]),
    format: 'der',
    type: 'pkcs8',
  });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
  const folder = host.folder({
    'ed25519.pem': pem(ed25519),
    'rsa.pem': pem(rsa),
    'none.pem': 'open sesame\n',
    'weak.pem': pem(generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey),
  });
  await host.start(['--signing-key', join(folder, 'ed25519.pem')]);
  await look(book);
  await host.start(['--signing-key', join(folder, 'rsa.pem')]);
  const { json } = await book.aside(
    'POST /oauth/token grant_type=client_credentials&client_id={client}&client_secret={secret}',
  );
  book.names.token = json?.access_token ?? '';
  const [, claims = ''] = String(book.names.token).split('.');
  book.note(
    '# The key is another one in each recording: of the token, only the claims are written down.',
    Buffer.from(claims, 'base64url').toString(),
  );
  await book.ask('GET users?limit=1');
  for (const name of ['none.pem', 'weak.pem']) await host.start(['--signing-key', join(folder, name)]);
}

/** @param {import('node:crypto').KeyObject} key */
const pem = (key) => String(key.export({ type: 'pkcs8', format: 'pem' }));

/** Where the connection is not closed by the emulator. */
const STAYS = /never end|stays|nothing but|upgrade/;

/** Bytes that are no good HTTP, or come otherwise than a client library sends them. @param {Book} book */
async function malformed(book) {
  await book.renew();
  await book.link('{ben.0}');
  const host = `Host: ${HOST}\r\n`;
  const [token, close] = ['Authorization: Bearer {token}\r\n', 'Connection: close\r\n'];
  const users = 'GET /api/v1/institutions/me/users?limit=1';
  const check = `GET /api/v1/verification/check/{link} HTTP/1.1\r\n${host}`;
  const post = `POST /api/v1/verification/generate-link HTTP/1.1\r\n${host}Content-Type: application/json\r\n`;
  const good = `{"contractId":"${book.names['ben.0']}"}`;
  const chunk = (/** @type {string} */ text) => `${text.length.toString(16)}\r\n${text}\r\n`;
  /** @type {[string, ...(string | number)[]][]} */
  const alone = [
    ['no HTTP', 'hello\r\n\r\n'],
    ['nothing but an end of line', '\r\n\r\n'],
    ['a broken request line', 'GET\r\n\r\n'],
    ['HTTP/1.0', `${users} HTTP/1.0\r\n${host}${token}\r\n`],
    ['HTTP/1.0 that stays', `${users} HTTP/1.0\r\n${host}${token}Connection: keep-alive\r\n\r\n`],
    ['HTTP/1.0 at the control plane', `GET /_emulator/health HTTP/1.0\r\n\r\n`],
    ['an unknown method', `FETCH / HTTP/1.1\r\n${host}\r\n`],
    ['no Host', `${users} HTTP/1.1\r\n${token}${close}\r\n`],
    ['two hosts', `${users} HTTP/1.1\r\n${host}Host: other\r\n${token}${close}\r\n`],
    [
      'a host that is none',
      `${post.replace(HOST, 'a b/c')}${token}${close}Content-Length: ${good.length}\r\n\r\n${good}`,
    ],
    ['an IPv6 host', `GET /_emulator/sandboxes HTTP/1.1\r\nHost: [::1]:4010\r\n${close}\r\n`],
    ['a whole URL', `GET http://other:1/api/v1/institutions/me/users?limit=1 HTTP/1.1\r\n${host}${token}${close}\r\n`],
    ['a folded header', `${users} HTTP/1.1\r\n${host}${token}X: a\r\n b\r\n${close}\r\n`],
    ['huge headers', `${users} HTTP/1.1\r\n${host}${token}X-Padding: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['a huge path', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`],
    ['length and chunks', `${post}${token}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a broken chunk', `${post}${token}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    [
      'a good body in chunks',
      `${post}${token}${close}Transfer-Encoding: chunked\r\n\r\n${chunk(good.slice(0, 7))}`,
      50,
      `${chunk(good.slice(7))}0\r\n\r\n`,
    ],
    [
      'too many chunks',
      `${post}${token}${close}Transfer-Encoding: chunked\r\n\r\n${chunk('0'.repeat(0x10000)).repeat(17)}`,
    ],
    ['a body that never ends', `${post}${token}Content-Length: 1000\r\n\r\n{"contract`],
    ['a body that never ends, without a token', `${post}Content-Length: 1000\r\n\r\n{"contract`],
    ['headers that never end', `${users} HTTP/1.1\r\n${host}${token}`],
    ['a tunnel', `CONNECT ${HOST} HTTP/1.1\r\n${host}\r\n`],
    ['an upgrade', `${users} HTTP/1.1\r\n${host}${token}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
  ];
  for (const [title, ...pieces] of alone)
    await book.raw(title, pieces, {
      patience: STAYS.test(title) ? 1_500 : undefined,
      path: /^no Host|control|IPv6/.test(title) ? '/_emulator/health' : title,
    });
  const [one = '', last = ''] = ['', close].map((more) => `${users} HTTP/1.1\r\n${host}${token}${more}\r\n`);
  /** @type {[string, string[], ...(string | number)[]][]} */
  const several = [
    ['two requests at once', ['GET', 'GET'], `${one}${check}${close}\r\n`],
    ['two requests, one after the other, on a connection that stays', ['GET', 'GET'], one, 300, `${check}\r\n`],
    [
      'a slow answer before a quick one',
      ['GET', 'GET'],
      `${check}Emulator-Scenario: slow-body;delay="100ms"\r\n\r\n${last}`,
    ],
    [
      'an answer, then a connection that is closed',
      ['GET', 'GET'],
      `${check}Emulator-Scenario: slow-body;delay="100ms"\r\n\r\n${check}Emulator-Scenario: connection-closed\r\n\r\n`,
    ],
    [
      'a refusal whose body is on its way, then another request',
      ['POST', 'GET'],
      `${post}Content-Length: 2\r\n\r\n{}${last}`,
    ],
    ['a head, then another request', ['HEAD', 'GET'], `${one}${last}`.replace('GET', 'HEAD')],
  ];
  for (const [title, methods, ...pieces] of several)
    await book.raw(title, pieces, { methods, patience: STAYS.test(title) ? 1_500 : undefined });
  await book.ask('GET _s/journal');
}

/** @returns {Section[]} */
export function settingSections() {
  return [
    ...FLAGS.map(([name, ...flags]) => ({ name: `flags-${name}`, flags, run: look })),
    {
      name: 'flags-wrong',
      run: async (_, host) => {
        for (const flags of WRONG) await host.start(flags);
      },
    },
    {
      name: 'flags-running-clock',
      flags: ['--time', '2026-01-31T09:00:00Z'],
      run: (book) => book.all('GET _/sandboxes\nPOST _s/clock/freeze {"time":"2026-01-31T10:00:00Z"}\nGET users'),
    },
    { name: 'flags-files', run: files },
    { name: 'flags-processes', run: processes },
    { name: 'flags-signing-key', run: signingKeys },
    { name: 'malformed', run: malformed },
  ];
}
