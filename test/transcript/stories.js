/** What a sandbox goes through, and what its world, its journal and the judge tell of it. */

import { setTimeout as pause } from 'node:timers/promises';
import { each } from './book.js';

/** @typedef {import('./book.js').Book} Book */

const ADA = '"email":"ada@example.com","firstName":"Ada","lastName":"Abbott"';
const AA = '{"provider":"GITHUB","contractId":"00aa","issuedAt":"-P1D"}';
/** What the institution sees of Ben, and of somebody who has joined. */
const SEEN =
  'credentials/{ben} users?search=ben.brook credentials/resolve?q=benbrook human-scores/{ben} verification/check/{link} /verify/{link}';

/** @param {Book} book @param {string} path @param {string[]} bodies @param {string} [method] */
const send = (book, path, bodies, method = 'POST') =>
  book.all(bodies.map((body) => `${method} _s/world/${path} ${body}`).join('\n'));

/** @param {Book} book */
export async function world(book) {
  await book.open();
  await book.all(
    `# parties\n${each(' ?search=BROOK ?search=ben.brook@example.com ?search=party::d62ff595 ?search=zo%C3%AB ?search=nobody-here ?search= ?limit=1&offset=3 ?offset=100000 ?limit=100&offset=200 ?limit=0 ?limit=101 ?limit=many ?offset=-1 ?page=2', 'GET _s/world/parties')}`,
  );
  await book.ask('GET _s/world/parties?limit=3&offset=23');
  await send(book, 'parties', [
    `{${ADA}}`,
    `{${ADA}}`,
    `{${ADA},"partyId":"ada","userId":4242,"username":"ada","alias":"ada-l","status":"INACTIVE","credentials":[{"provider":"GITHUB","contractId":"00ab","issuedAt":"-P1D","expiresAt":"P1D","metadata":{"username":"ada-codes","x":[1]},"social":{"githubRepos":5}}]}`,
    `{${ADA},"partyId":"open","credentials":[${AA}],"requests":[{"provider":"GITHUB","status":"PENDING","requestedAt":"-PT1H"}]}`,
    `{${ADA},"partyId":"{ben}"}`,
    `{${ADA},"credentials":[{"provider":"GITHUB","contractId":"{ben.0}","issuedAt":"-P1D"}]}`,
    `{${ADA},"credentials":[${AA.replace('aa', 'ac')},${AA.replace('aa', 'ac')}]}`,
    `{${ADA},"userId":2}`,
    `{${ADA},"userId":1001}`,
    '{"email":"a@example.com"}',
    `{${ADA},"credentials":[{"provider":"MYSPACE","contractId":"00","issuedAt":"recently","social":{"fans":3}}]}`,
    `{${ADA},"requests":[{"provider":"GITHUB","status":"PENDING","requestedAt":"2026-13-01"}]}`,
    `{${ADA},"scenario":"flakey","surname":"x"}`,
    `{${ADA},"alias":"a b"}`,
    `{${ADA},"scenario":"server-error","partyId":"failing"}`,
  ]);
  await book.all(
    each(
      'users?limit=3 users?search=ada credentials/ada credentials/open credentials/failing human-scores/ada credentials/resolve?q=ada credentials?partyIds=ada,open _s/world/parties/ada _s/world/parties?search=ada _s/world/credentials/00ab _s/world/credentials/00aa _s/world/credentials/{paula.0} _s/world/credentials/00',
      'GET ',
    ),
  );
  book.heading('parties that change');
  await send(
    book,
    'parties/{ben}',
    [
      '{"email":"new@example.com","lastName":"Bach","status":"BLOCKED"}',
      '{"scenario":"server-error"}',
      '{"scenario":null,"username":"ben2","alias":"benny"}',
      '{}',
      '{"partyId":"x"}',
      '{"status":"GONE"}',
      '{"firstName":""}',
      '{"status":"ACTIVE"}',
    ],
    'PATCH',
  );
  await book.link('{ben.0}');
  await book.all(
    `${each(`${SEEN} credentials/resolve?q=new@example.com credentials/resolve?q=ben2`, 'GET ')}\nPATCH _s/world/parties/{tara} {"scenario":null}\nGET human-scores/{tara}\nPATCH _s/world/parties/nobody {"status":"ACTIVE"}`,
  );
  book.heading('credentials that are issued');
  await send(book, 'parties/{ben}/credentials', [
    '{"provider":"REDDIT"}',
    '{"provider":"GITHUB","contractId":"00ba","issuedAt":"-1h","expiresAt":"2026-06-01"}',
    '{"provider":"GITHUB","contractId":"00bb","supersede":false}',
    '{"provider":"DISCORD","contractId":"00bc","disclose":false,"metadata":{"a":1},"social":{"verified":true}}',
    '{"provider":"GITHUB","contractId":"{alice.0}"}',
    '{}',
    '{"provider":"SUMSUB"}',
    '{"provider":"REDDIT","issuedAt":"today"}',
    '{"provider":"REDDIT","expiresAt":"2026-13-01"}',
    '{"provider":"REDDIT","issuedAt":"P1D","expiresAt":"-P1D"}',
  ]);
  await book.all(each(`${SEEN} _s/world/parties/{ben}`, 'GET '));
  await changes(book);
  await book.all(each('_s/world/events _s/state _s/journal?limit=2', 'GET '));
}

/** Credentials and data requests that change, at once and later. @param {Book} book */
async function changes(book) {
  for (const [act, more] of [
    ['revoke', ''],
    ['archive', ''],
    ['expire', ''],
    ['supersede', '"contractId":"00ca"'],
    ['supersede', ''],
  ]) {
    for (const after of ['', '"after":"10m"']) {
      book.heading(`${act} ${after}`);
      await book.open();
      await book.link('{ben.0}');
      const body = `{${[after, more].filter((member) => member !== '').join(',')}}`;
      await book.all(
        `POST _s/world/credentials/{ben.0}/${act} ${body}\n${each(SEEN, 'GET ')}\nPOST _s/clock/advance {"by":"10m"}\n${each(SEEN, 'GET ')}\nPOST _s/world/credentials/{ben.0}/${act} ${body}\nGET _s/world/events`,
      );
    }
  }
  book.heading('changes that cannot be');
  await book.all(
    `${each('revoke expire archive supersede', 'POST _s/world/credentials/00/')}\n${['expire {"after":"P4000D"}', 'expire {"after":"-5m"}', 'revoke {"after":"soon"}', 'supersede {"contractId":"{alice.0}"}', 'revoke {"x":1}'].map((line) => `POST _s/world/credentials/{alice.1}/${line}`).join('\n')}`,
  );
  book.heading('data requests');
  await send(book, 'parties/{ben}/requests', [
    '{"provider":"REDDIT"}',
    '{"provider":"DISCORD"}',
    '{"provider":"SUMSUB"}',
    '{"provider":"TWITTER","status":"APPROVED"}',
    '{"provider":"MYSPACE"}',
    '{"provider":"REDDIT","status":"LOST"}',
    '{}',
  ]);
  await send(book, 'parties/{ben}/decisions', [
    '{"status":"REJECTED","provider":"REDDIT"}',
    '{"status":"APPROVED","provider":"DISCORD","after":"10m"}',
    '{"status":"APPROVED"}',
    '{"status":"APPROVED"}',
    '{"status":"APPROVED","requestId":999999999}',
    '{"status":"PENDING"}',
    '{}',
    '{"status":"REJECTED","requestId":7}',
    '{"status":"APPROVED","after":"-5m"}',
  ]);
  await send(book, 'parties/{paula}/decisions', ['{"status":"APPROVED","after":"PT1H"}']);
  await book.all(
    `GET _s/world/events\nPOST _s/clock/advance {"by":"PT1H"}\n${each('users?search=ben.brook credentials/{paula} _s/world/events', 'GET ')}\n${each('requests decisions credentials', 'POST _s/world/parties/nobody/', ' {"provider":"REDDIT","status":"APPROVED"}')}`,
  );
}

/** Exchanges a minute apart, of every kind. @param {Book} book */
async function life(book) {
  await book.open({ name: 'a life' });
  const lines = [
    'GET users?limit=1',
    '[Emulator-Scenario: server-error] GET human-scores/{ben}',
    'GET credentials/resolve?q=BEN.BROOK@EXAMPLE.COM',
    'POST credentials/request {"partyId":"{ben}","providers":["REDDIT"]}',
    'POST verification/generate-link {"contractId":"{ben.0}"}',
    'GET /api/v1/institution/me/users',
    '[Emulator-Scenario: body-cut;bytes=10] GET users?limit=2',
    '[Emulator-Scenario: connection-reset] GET users?limit=3',
    'GET users?limit=1&x=1',
    'POST credentials/request {',
    '[Content-Type: text/plain] POST credentials/request x',
    '[Emulator-Scenario: very-long-values] GET credentials/{ben}',
    'GET users?access_token={token}',
    '[Authorization: Basic eDp5] [Emulator-Sandbox: {id}] GET users',
    'GET credentials?partyIds={ben},{alice}&limit=1',
    'GET verification/check/{link}',
    'DELETE users',
    '[Cookie: a=b; c=d] [X-Api-Key: secret] HEAD users',
  ];
  await book.link('{ben.0}');
  for (const line of lines) await book.all(`${line}\nPOST _s/clock/advance {"by":"1m"}`);
  await book.ask('[Emulator-Scenario: no-answer] GET users?limit=4', { patience: 1_500 });
  await book.ask('POST credentials/request', { body: `{"padding":"${'x'.repeat(200_000)}"}` });
}

/** @param {Book} book */
export async function journal(book) {
  await life(book);
  const queries =
    '?operation=getUsers ?method=post ?method=GET&limit=1 ?path=/api/v1/institutions/me/users ?path=/api/v1/*/me/users ?status=204 ?status=4xx ?party={ben} ?party={ben.0} ?party={ben.email} ?party=nobody ?scenario=server-error ?scenario=nonsense ?clientId={client} ?clientId=x ?since=2026-01-31T09:10:00Z ?until=2026-01-31T10:01:00%2B01:00 ?since=2026-01-31T09:01:00Z&until=2026-01-31T09:03:00Z ?after=15 ?after=99 ?limit=2 ?operation=getUsers&status=404 ?operation=getNothing ?status=6xx ?status=20 ?since=yesterday ?until=2026-01-31 ?limit=0 ?after=-1 ?path=users ?party= ?provider=GITHUB ?limit=1&limit=2 /1 /3 /7 /8 /9 /10 /11 /14 /22 /23 /99 /0 /first /1.5 /har';
  await book.all(
    `# the journal\nGET _s/journal\n${each(queries, 'GET _s/journal')}\n# what else is told of it\n${each('_s _s/fidelity _s/behaviour _s/pact?consumer=shop _s/pact?consumer=shop&provider=ids _s/pact?consumer=%20 _s/pact _s/bundle _s/state _/metrics', 'GET ')}`,
  );
  const expectations = [
    '{"expect":[{"operation":"getUsers","count":3}]}',
    '{"expect":[{"operation":"getHumanScoreByPartyId","status":200,"party":"{ben}"}]}',
    '{"expect":[{"operation":"generateVerificationLink"},{"operation":"getUsers"}]}',
    '{"expect":[{"operation":"generateVerificationLink"},{"operation":"getHumanScoreByPartyId"}],"inOrder":false}',
    '{"expect":[{"status":"2xx","atLeast":5},{"status":"2xx","atMost":4},{"status":"5xx","atLeast":1,"atMost":1}]}',
    '{"expect":[{"operation":"getUsers","count":1},{"operation":"getUsers","count":0,"within":"30s"}]}',
    '{"expect":[{"operation":"getUsers"},{"operation":"getHumanScoreByPartyId","within":"PT30S"}]}',
    '{"expect":[{"method":"POST","path":"/oauth/token","clientId":"{client}","since":"2026-01-31T09:00:00Z","until":"2026-01-31T09:00:00Z"},{"scenario":"server-error"},{"scenario":"flaky"}]}',
    '{}',
    '{"expect":[]}',
    '{"expect":[{},{"operation":"getNothing"}]}',
    '{"expect":[{"count":-1}]}',
    '{"expect":[{"count":1,"atLeast":1}]}',
    '{"expect":[{"within":"soon"}]}',
    '{"expect":[{"provider":"GITHUB"}]}',
  ];
  await book.all(
    `# expectations\n${expectations.map((body) => `POST _s/journal/verify ${body}`).join('\n')}\nDELETE _s/journal\nPOST _s/journal/verify {"expect":[{"operation":"getUsers"}]}\n${each('/journal /journal/3 /bundle /behaviour /fidelity /pact?consumer=shop /journal/har', 'GET _s')}\nGET users?limit=1\nGET _s/journal`,
  );
}

/** Stands among requests for one that gets a new token. */
const RENEW = 'renew';

/** A client that does nearly everything wrong, with pauses that the judge takes for certain. @param {Book} book */
export async function behaviour(book) {
  const slowly = async (/** @type {string[]} */ lines, by = 'PT2S') => {
    for (const line of lines) {
      await pause(600);
      if (line === RENEW) await book.renew();
      else await book.all(`${line}\nPOST _s/clock/advance {"by":"${by}"}`);
    }
  };
  await book.open({ name: 'a bad client' });
  await book.link('{ben.0}');
  const twice = (/** @type {string} */ line, times = 2) => Array(times).fill(line);
  await slowly([
    ...twice('[Emulator-Scenario: rate-limit-burst;retry-after=60] GET users?limit=1', 3),
    ...twice('[Emulator-Scenario: server-error;times=9] GET credentials?limit=1', 4),
    ...twice('[Emulator-Scenario: token-expired] GET human-scores?limit=1', 3),
    ...[0, 1].flatMap(() => ['[Emulator-Scenario: institution-suspended] GET users?limit=2', RENEW]),
    ...twice('GET users?limit=0', 3),
    'GET users?limit=5&access_token={token}',
    '[Emulator-Scenario: server-error;activation=p] POST credentials/request {"partyId":"{ben}","providers":["REDDIT"]}',
    ...twice('POST credentials/request {"partyId":"{ben}","providers":["REDDIT"]}'),
    `POST verification/generate-links-batch {"requests":[${Array(101).fill('{"contractId":"{ben.0}"}').join(',')}]}`,
    'GET /api/v1/institution/me/users',
    '[Content-Type: text/plain] POST verification/generate-link {}',
    ...twice('[Authorization: Bearer {token}] GET verification/check/{link}'),
    ...[0, 20, 40, 60].map((offset) => `GET credentials?limit=10&offset=${offset}`),
    '[Authorization: -] [Emulator-Sandbox: {id}] GET users',
    ...twice('POST /oauth/token grant_type=client_credentials&client_id={client}&client_secret={secret}', 3),
  ]);
  await book.all(each('_s/behaviour _s/fidelity _s/pact?consumer=bad', 'GET '));
  await book.open({ name: 'a good client' });
  await book.link('{ben.0}');
  await slowly(
    [
      'GET verification/check/{link}',
      ...[0, 100, 200, 300, 400].map((offset) => `GET users?limit=100&offset=${offset}`),
      '[Emulator-Scenario: rate-limit-burst;burst=1] GET credentials?limit=1',
      '[Emulator-Scenario: rate-limit-burst;burst=1] GET credentials?limit=1',
      'POST verification/generate-links-batch {"requests":[{"contractId":"{ben.0}"}]}',
    ],
    'PT90S',
  );
  await book.ask('GET _s/behaviour');
}

/** States that go from one sandbox to another. @param {Book} book */
export async function states(book) {
  await book.open({ name: 'the first', scenario: 'extra-members', seed: 9, population: 30, linkTtl: 60 });
  await book.all(
    'GET users?limit=1\nPOST credentials/request {"partyId":"{ben}","providers":["REDDIT"]}\nPOST _s/world/credentials/{ben.0}/revoke {"after":"10m"}\nPOST _s/scenarios {"select":"rate-limit-burst;burst=1","count":5}\nGET users?limit=2\nPOST _s/clock/advance {"by":"5m"}',
  );
  const { json: state } = await book.ask('GET _s/state');
  await book.ask('GET _s/bundle');
  await book.open({ name: 'the second' });
  await book.ask(`PUT _s/state ${JSON.stringify(state)}`);
  await book.all(
    `${each('_s _s/state _s/journal _s/scenarios _s/world/events users?limit=2 credentials/{ben}', 'GET ')}\nPOST _s/clock/advance {"by":"5m"}\n${each('credentials/{ben} _s/bundle', 'GET ')}\nPOST _s/reset\nGET users?limit=1`,
  );
  const wrong = [
    { ...state, version: 2 },
    { ...state, format: 'x' },
    { ...state, epoch: 'x', more: 1 },
    { ...state, options: { ...state.options, fixture: 'nonsense', revision: '2026-05', variants: { x: 'y' } } },
    { ...state, events: [{ type: 'nonsense' }] },
    { ...state, events: [...state.events, ...state.events] },
    { ...state, activations: [{ ...state.activations?.[0], scenario: 'flakey' }] },
    { format: 'id-emulator-bundle', version: 1 },
    {},
  ];
  for (const document of wrong) await book.ask(`PUT _s/state ${JSON.stringify(document)}`);
  await book.open({
    name: 'of its own',
    fixture: {
      parties: [
        {
          partyId: 'ada',
          email: 'ada@example.com',
          firstName: 'Ada',
          lastName: 'Abbott',
          scenario: 'nulls',
          credentials: [{ provider: 'GITHUB', contractId: '00aa', issuedAt: '-P3D' }],
        },
      ],
    },
    population: 0,
    revision: '2026-04',
    variants: { 'error-body': 'text' },
  });
  await book.all(each('users credentials credentials/ada human-scores/ada _s/state _s/bundle', 'GET '));
}
