/** The control plane: each of its operations with what its document says and with what is wrong, and stories through several. */

import { setTimeout as pause } from 'node:timers/promises';
import { each } from './book.js';
import * as stories from './stories.js';

/** @typedef {import('./book.js').Book} Book */
/** @typedef {import('./record.js').Section} Section */
/** @typedef {{ method: string, path: string, query: string, bodies: string[], takesBody: boolean, tag: string }} Operation */

/** What path parameters stand for. @type {Record<string, string>} */
const KNOWN = { id: '{id}', partyId: '{ben}', contractId: '{ben.0}', activation: '1', exchange: '1' };
/** @type {Record<string, string>} */
const UNKNOWN = { id: '{id}', partyId: 'nobody', contractId: '00', activation: '99', exchange: '99' };
const BAD_BODIES = ['{"broken":', '{"nonsense":true}', '[]', '"text"', '5', 'null', ''];

/** Every operation of the document, with the examples of its bodies. @param {any} document @returns {Operation[]} */
function operationsOf({ paths }) {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => /^(get|put|post|patch|delete)$/.test(method))
      .map(([method, operation]) => {
        const { example, examples = {} } = operation.requestBody?.content['application/json'] ?? {};
        const bodies = [
          ...(example === undefined ? [] : [example]),
          ...Object.values(examples).map((/** @type {any} */ { value }) => value),
        ].map((body) => JSON.stringify(body));
        const demanded = (operation.parameters ?? []).filter(
          (/** @type {any} */ each) => each.in === 'query' && each.required === true,
        );
        return {
          method: method.toUpperCase(),
          path,
          query: demanded.map((/** @type {any} */ { name, example: value }) => `?${name}=${value}`).join(''),
          bodies: bodies.length === 0 ? [''] : bodies,
          takesBody: operation.requestBody !== undefined,
          tag: operation.tags[0],
        };
      }),
  );
}

/** @param {Operation} operation @param {Record<string, string>} values */
const lineOf = ({ method, path, query }, values) =>
  `${method} _${path.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')}${query}`;

/** A sandbox in which every operation finds what it is about. @param {Book} book */
async function prepared(book) {
  await book.open({ scenario: 'extra-members' });
  await book.ask('POST _s/world/parties/{ben}/requests {"provider":"GOOGLE"}');
}

/** @param {Operation} operation @param {Book} book */
async function matrix(operation, book) {
  const [first = ''] = operation.bodies;
  // A stream has no end of its own.
  const options = operation.path.endsWith('/stream') ? { patience: 1_500 } : {};
  const line = lineOf(operation, KNOWN);
  book.heading(`${operation.method} ${operation.path}`);
  for (const body of operation.bodies) {
    await prepared(book);
    await book.ask(`${line} ${body}`, options);
  }
  await prepared(book);
  if (operation.path.includes('{')) {
    for (const values of [{ ...KNOWN, id: 'nobody' }, UNKNOWN])
      if (lineOf(operation, values) !== line) await book.ask(`${lineOf(operation, values)} ${first}`, options);
  }
  if (operation.takesBody) {
    for (const body of BAD_BODIES) await book.ask(`${line} ${body}`);
    for (const type of ['text/plain', 'application/json; charset=latin1', '-'])
      await book.ask(`[Content-Type: ${type}] ${line} {}`);
  }
  const joined = line.includes('?') ? '&' : '?';
  for (const query of ['nonsense=1', '%zz', 'nonsense=1&other']) await book.ask(`${line}${joined}${query} ${first}`);
  for (const header of ['Host: evil.example', 'Origin: https://evil.example'])
    await book.ask(`[${header}] ${line} ${first}`);
  for (const method of ['HEAD', 'OPTIONS', 'PATCH'].filter((other) => other !== operation.method))
    await book.ask(`${method} ${line.slice(line.indexOf(' ') + 1)}`, options);
}

const NOW = '2026-01-31T09:00:00Z';
const ADA = '"email":"ada@example.com","firstName":"Ada","lastName":"Abbott"';

/** @param {Book} book */
async function sandboxes(book) {
  await book.all(`
    # sandboxes that can be made
    ${['', '{}', '{"name":"größe"}', '{"fixture":"empty"}', '{"fixture":"empty","population":3,"seed":7}', `{"now":"${NOW}"}`, '{"now":"2026-01-31T10:30:00.5+01:30"}', `{"time":"${NOW}"}`, '{"scenario":"rate-limit-burst;burst=2, latency"}', '{"scenario":""}', '{"tokenTtl":60,"linkTtl":30,"strict":true,"clientId":"my-shop","clientSecret":"hush hush"}', '{"revision":"2026-04","variants":{"error-body":"problem","bad-client":"bad-request"}}', '{"variants":{"error-body":"error-message"}}', `{"fixture":{"parties":[{"partyId":"ada",${ADA},"credentials":[{"provider":"GITHUB","contractId":"00aa","issuedAt":"-P3D"}]}]},"population":0}`].map((body) => `POST _/sandboxes ${body}`).join('\n')}
    # sandboxes that cannot
    ${['{"clientId":"demo-institution"}', '{"clientId":"my-shop"}', '{"scenario":"flakey"}', '{"scenario":"drip, drip"}', '{"fixture":"nonsense"}', '{"fixture":"./fixtures/default.yaml"}', '{"fixture":{}}', `{"fixture":{"parties":[{"partyId":"a",${ADA}},{"partyId":"a",${ADA}}]}}`, `{"fixture":{"parties":[{"partyId":"a",${ADA},"scenario":"flakey","status":"GONE","x":1}]}}`, '{"seed":-1}', '{"population":"5","name":5,"nonsense":true}', '{"now":"yesterday"}', '{"time":"2026-02-30T00:00:00Z"}', '{"now":"9999-01-01T00:00:00Z"}', `{"now":"${NOW}","time":"${NOW}"}`, '{"tokenTtl":0}', '{"clientId":"a+b"}', '{"clientSecret":"ü"}', '{"sede":1}', '{"revision":"2026-05"}', '{"variants":{"error-body":"nonsense","eror-body":"text"}}', '{"variants":[]}', '{"name":""}'].map((body) => `POST _/sandboxes ${body}`).join('\n')}
    GET _/sandboxes
    # one sandbox from its beginning to its end
  `);
  await book.open({ name: 'again', now: NOW, scenario: 'rate-limit-burst;burst=1' });
  await book.all(`
    GET users?limit=1
    POST credentials/request {"partyId":"{ben}","providers":["REDDIT"]}
    PUT _s/scenarios {"select":"flaky;share=1"}
    POST _s/clock/advance {"by":"5m"}
    GET _s
    POST _s/reset
    ${each('scenarios clock world/events journal state', 'GET _s/')}
    GET users?limit=1
    POST _s/access-tokens
    POST _s/access-tokens {"lifetime":60}
    POST _s/access-tokens {"lifetime":0}
    POST _s/verification-links {"contractId":"{ben.0}","lifetime":0}
    POST _s/verification-links {"contractId":"{paula.0}"}
    POST _s/verification-links {"contractId":"00"}
    DELETE _s
    ${each('_s users verification/check/{link}', 'GET ')}
    DELETE _s
    POST /oauth/token grant_type=client_credentials&client_id={client}&client_secret={secret}
    DELETE _/sandboxes/default
    POST _/reset
    GET _/sandboxes
    # places where there is nothing
    ${each('/_emulator /_emulator/ _/nonsense _/sandboxes/ _/sandboxes/default/ _/sandboxes/default/nonsense _/health/x /_emulator//health _/sandboxes/%E0 _/sandboxes/%zz _/sandboxes/default/world/parties/%ff _/sandboxes/default/journal?party=%E0%A0 _/sandboxes/default/world/parties?search=%', 'GET ')}
  `);
}

/** @param {Book} book */
async function clocks(book) {
  await book.open();
  const advance = [
    'PT2H',
    '-15m',
    '250ms',
    '1.5h',
    '+3d',
    'P1W',
    'P1DT1H1M1.5S',
    '-P100Y',
    'P9000W',
    'P99999999W',
    '-P60000D',
    'soon',
    '',
    '5',
    'PT',
    'P1Y',
  ].map((by) => `POST _s/clock/advance {"by":"${by}"}`);
  await book.all(`
    ${advance.join('\n')}
    POST _s/clock/advance {"by":5}
    ${['{"time":"2026-06-01T00:00:00Z"}', '{"time":"2026-06-01T02:00:00+02:00","frozen":true}', '{}', '{"time":"1969-01-01T00:00:00Z"}', '{"time":"2026-06-31T00:00:00Z"}', '{"frozen":"yes"}', '{"frozen":false}', '{"time":"2026-06-01T00:00:00Z","frozen":true}'].map((body) => `PUT _s/clock ${body}`).join('\n')}
    ${['', '{}', '{"time":"2026-07-01T00:00:00Z"}', '{"time":"then"}'].map((body) => `POST _s/clock/freeze ${body}`).join('\n')}
    POST _s/clock/thaw
    GET _s/clock
    POST _s/clock/thaw {}
    POST _s/clock/freeze {"time":"${NOW}"}
    GET users?limit=1
  `);
}

/** @param {Book} book */
async function activations(book) {
  await book.open({ scenario: 'extra-members' });
  const bodies = [
    '{"scenario":"rate-limit-burst","parameters":{"after":1,"burst":2}}',
    '{"scenario":"rate-limit-steady","parameters":{"requests":1,"per":"PT1M","fields":true}}',
    '{"select":"flaky;share=1","count":2}',
    '{"select":"latency;from=\\"0ms\\";to=\\"1ms\\", server-error","for":"PT30S"}',
    '{"scenario":"batch-partial-failure","parameters":{"indexes":[0,2],"contracts":["a","b"]}}',
    '{"scenario":"flakey"}',
    '{"select":"flakey"}',
    '{"scenario":"drip","parameters":{"bytes":0}}',
    '{"scenario":"drip","parameters":{"nonsense":1}}',
    '{"select":"extra-members"}',
    '{"select":"drip, drip;bytes=5"}',
    '{"select":"drip"}',
    '{"select":"drip;bytes=5"}',
    '{"select":""}',
    '{"select":"drip","scenario":"drip"}',
    '{}',
    '{"select":"drip","parameters":{}}',
    '{"select":"drip;activation=x","count":0}',
    '{"select":"drip;activation=x","for":"soon"}',
    '{"select":"drip;activation=x","for":"-5s"}',
  ];
  await book.all(`
    ${bodies.map((body) => `POST _s/scenarios ${body}`).join('\n')}
    ${'GET users?limit=1\n'.repeat(5)}
    GET _s/scenarios
    POST _s/clock/advance {"by":"29999ms"}
    GET users?limit=1
    POST _s/clock/advance {"by":"1ms"}
    GET users?limit=1
    GET _s/scenarios
    ${each('2 2 99 x', 'DELETE _s/scenarios/')}
    ${['{"select":"rate-limit-burst;burst=1"}', '{"select":"flakey, drip;x=1"}', '{"select":["flaky"]}', '{}', '{"select":""}'].map((body) => `PUT _s/scenarios ${body}\nGET users?limit=1`).join('\n')}
    DELETE _s/scenarios
    GET _s/scenarios
  `);
}

/** Who may ask. @param {Book} book @param {import('./record.js').Host} host */
async function guard(book, host) {
  const hosts =
    'localhost localhost:4010 LOCALHOST:1 127.0.0.1 [::1] [::1]:4010 192.168.1.5:4010 emulator app.localhost host.docker.internal:4010 evil.example evil.example:4010 127.0.0.1.evil.example evil.localhost.example'.split(
      ' ',
    );
  const asked = [
    ...hosts.filter((name) => !name.includes('[')).map((name) => `[Host: ${name}] GET _/sandboxes`),
    ...['https://evil.example', 'null', 'http://localhost:1', 'http://emulator:4010', 'https://emulator:4010'].map(
      (origin) => `[Origin: ${origin}] GET _/sandboxes`,
    ),
    '[Origin: https://evil.example] [Content-Type: text/plain] POST _/sandboxes {"name":"evil"}',
    '[Host: evil.example] GET _/health',
    '[Host: evil.example] GET users?limit=1',
    '[Host: evil.example] GET /verify/x',
    '[Host: evil.example:1] GET _/nonsense',
  ];
  await book.all(asked.join('\n'));
  await host.start(['--control-token', 'let-me-in']);
  const paths =
    '_/health _/sandboxes _/scenarios _/openapi.json _/control.json _/sandboxes/default/state _/nonsense /_emulator users';
  const tokens = [
    'Bearer let-me-out',
    'Bearer ',
    'Bearer let-me-in,',
    'Basic bGV0LW1lLWlu',
    'bearer let-me-in',
    'Bearer  let-me-in',
  ].map((value) => `[Authorization: ${value}] GET _/sandboxes`);
  await book.all(
    `${each(paths, 'GET ')}\n${tokens.join('\n')}\n[Authorization: Bearer let-me-in] [Host: emulator.test.svc.cluster.local] GET _/sandboxes\n[Authorization: Bearer let-me-in] [Origin: https://evil.example] GET _/health\nPOST _/sandboxes {}`,
  );
}

/** Sends lines while another request is under way, which is left when they are answered. @param {Book} book @param {string} line @param {string[]} meanwhile */
async function during(book, line, meanwhile) {
  const send = async () => {
    await pause(500);
    for (const each of meanwhile) await book.aside(each);
  };
  await book.ask(line, { until: send() });
}

/** @param {Book} book */
async function streams(book) {
  await book.open();
  await book.ask('GET users?limit=1');
  const lines = ['GET users?limit=1', '[Emulator-Scenario: server-error] GET credentials/{ben}', 'GET nothing'];
  for (const query of ['', '?from=1', '?from=4', '?from=99'])
    await during(book, `GET _s/journal/stream${query}`, lines);
  await book.all(each('from=0 from=x after=1', 'GET _s/journal/stream?'));
  await during(book, 'GET _s/journal/stream', [
    ...lines,
    'DELETE _s/journal',
    'GET users?limit=2',
    'POST _s/reset',
    'GET users?limit=3',
    'DELETE _s',
  ]);
}

/** @param {{ control: any }} found @returns {Section[]} */
export function controlSections({ control }) {
  const operations = operationsOf(control);
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const told = Object.entries({ sandboxes, clocks, activations, guard, streams, ...stories });
  return [
    ...tags.map((tag) => ({
      name: `control-${tag}-each`,
      run: async (/** @type {Book} */ book) => {
        for (const operation of operations.filter((other) => other.tag === tag)) await matrix(operation, book);
      },
    })),
    ...told.map(([name, run]) => ({ name: `control-${name}`, run })),
  ];
}
