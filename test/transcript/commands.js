/** Commands beside those of `reports.js`: help, completion, lists, what they say to a running emulator, wrong usage, MCP. */

import { NOW } from './desk.js';
import { masked } from './masks.js';

/** @typedef {import('./desk.js').Desk} Desk */

/** The help of every command, and what it says to a flag that it does not have. @param {Desk} desk @param {string[]} [command] */
async function help(desk, command = []) {
  const { printed, ended } = desk.start([...command, '--help']);
  desk.outcome([...command, '--help'], printed, await ended);
  await desk.run([...command, '--nonsense']);
  const [, list = ''] = printed.stdout.split(/^Commands:\n/m);
  for (const [, name = ''] of list.matchAll(/^ {2}([a-z][\w-]*)/gm))
    if (name !== 'help') await help(desk, [...command, name]);
}

/** What the package knows, without an emulator. @param {Desk} desk */
async function lists(desk) {
  const commands = [
    ...['', '--json'].map((format) => `scenarios list ${format}`),
    ...['rate-limit-burst', 'drip', 'unknown-enum-values'].map((name) => `scenarios show ${name}`),
    ...['', '--json'].map((format) => `states list ${format}`),
    ...['', '--json', '--variants', '--revision 2026-04', '--basis inferred --operation getUsers'].map(
      (flags) => `fidelity ${flags}`,
    ),
    ...['posix', 'dotenv', 'github', 'powershell', 'json'].map((format) => `env --format ${format}`),
    'env --port 4010 --client-id my-shop --tls',
    '--version',
  ];
  for (const command of commands) await desk.run(command.trim().split(' '));
  await desk.run(['states', 'show', 'user ben exists']);
  desk.write('scenario.yaml', 'name: x\nsumary: y\nfault: { answer: { status: 99 } }\n');
  desk.write('fixture.yaml', 'parties:\n  - { partyId: ada, emial: x }\n  - { partyId: ada, email: ada }\n');
  desk.write('good.yaml', 'parties:\n  - { partyId: ada, email: ada@example.com, firstName: Ada, lastName: Abbott }\n');
  await desk.run(['scenarios', 'check', 'scenario.yaml']);
  await desk.run(['fixtures', 'check', 'fixture.yaml', 'good.yaml']);
}

/** Pages that `npm run docs` writes as a whole, and the reference of the client, as they are in the checkout. @param {Desk} desk */
function pages(desk) {
  for (const page of ['configuration', 'fidelity', 'provider-states', 'scenarios']) desk.copy(`docs/${page}.md`);
  desk.copy('src/client/reference');
}

/** @param {Desk} desk */
async function running(desk) {
  const { end, port, printed, url } = await desk.listening(['start', ...NOW]);
  const book = await desk.book(port);
  const bundle = async () => {
    const { text } = await book.aside('GET _s/bundle');
    // The IDs of what is opened by `inspect` come from its bytes.
    desk.write('bundle.json', text.replaceAll(/"(received|duration|opened)":-?[\d.e-]+/g, '"$1":1'));
  };
  await book.all(`GET users?limit=2
    [Emulator-Scenario: rate-limit-burst;burst=1;retry-after=60] GET credentials?limit=1
    [Emulator-Scenario: rate-limit-burst;burst=1;retry-after=60] GET credentials?limit=1
    POST credentials/request {"partyId":"nobody","providers":["REDDIT"]}
    [Authorization: -] GET users`);
  await bundle();
  const there = ['--url', url];
  const commands = [
    'wait',
    'sandbox list',
    'sandbox list --json',
    'sandbox open --name mine --format json',
    'sandbox open --scenario flaky --fixture empty',
    'sandbox reset default',
    'sandbox list',
    ...['show', 'advance 2h', 'set 2026-03-01T00:00:00Z', 'freeze 2026-01-31T09:00:00Z'].map(
      (action) => `clock ${action}`,
    ),
    ...['', '--json', '--status 4xx', '--operation getUsers', '--scenario rate-limit-burst', '--limit 1'].map(
      (flags) => `journal ${flags}`,
    ),
    'judge --junit junit.xml',
    'judge --json',
    'judge --strict',
    'pact from-journal --consumer shop',
    'pact from-journal --consumer shop --provider ids --out pact.json',
    // What a running emulator refuses.
    ...['advance soon', 'set yesterday', 'show --sandbox nobody'].map((action) => `clock ${action}`),
    ...['--status 6xx', '--operation getUser', '--scenario flakey', '--sandbox nobody'].map(
      (flags) => `journal ${flags}`,
    ),
    'judge --sandbox nobody',
    'sandbox open --scenario flakey',
    'sandbox remove nobody',
    'sandbox remove default',
  ];
  for (const command of commands) {
    const args = command.trim().split(' ');
    await desk.run([...args, ...there], { files: args.filter((name) => /^(junit|pact)\./.test(name)) });
  }
  desk.outcome(['start', ...NOW], printed, await end('SIGTERM'));
  const opened = await desk.listening(['inspect', 'bundle.json']);
  book.port = opened.port;
  await book.all('GET _/health\nGET _/sandboxes\nGET _/nonsense\nPOST _/sandboxes {}');
  desk.outcome(['inspect', 'bundle.json'], opened.printed, await opened.end('SIGTERM'));
  desk.note('', masked('$ inspect', book.text));
}

/** Where nothing listens. */
const NOWHERE = 'http://127.0.0.1:2';

/** Calls of which each is wrong in another way; those of `start` are among the settings over HTTP. */
const WRONG = [
  '',
  'stop',
  'help stop',
  'start --prot 0',
  'start --port many --seed lucky',
  'start --tls-cert nowhere.pem',
  ...[
    '--pacts',
    'nowhere',
    'consumer-plain/README.md',
    '--target nonsense',
    `--target ${NOWHERE} consumer-plain/pacts`,
  ].map((flags) => `verify ${flags}`),
  ...[
    '--timeout soon',
    '--variant error-body',
    '--variant eror-body=text',
    '--revision 2026-05',
    '--description (',
    '--state x --no-state',
    '--consumer nobody',
    '--provider nobody',
    '--every-variant --variant error-body=text',
    '--states nowhere.js',
    '--junit nowhere/junit.xml',
    '--publish 1',
    '--include-pending',
    '--consumer-version-selectors {',
    `--broker-url ${NOWHERE}`,
  ].map((flags) => `verify consumer-plain/pacts/risk-engine-identity-service.json ${flags}`),
  'conform',
  'conform --base-url nonsense',
  ...[
    '',
    '--only nonsense',
    '--rate 0',
    '--max-requests x',
    '--max-wait -1',
    '--revision x',
    '--evidence no/where',
  ].map((flags) => `conform --base-url ${NOWHERE} --token-url ${NOWHERE}/t --client-id a --client-secret b ${flags}`),
  `conform --base-url ${NOWHERE} --token-url ${NOWHERE}/t --client-id a`,
  ...['audit', 'mutate'].flatMap((command) => [
    command,
    `${command} -- nowhere`,
    `${command} -- true`,
    `${command} -- false`,
    ...[
      '--only nonsense',
      '--budget 0',
      '--minutes x',
      '--patience -1',
      '--limit x',
      '--env x',
      '--env x={nonsense}',
    ].map((flags) => `${command} ${flags} -- true`),
  ]),
  ...[
    '--skip nonsense',
    '--accept nowhere.yaml',
    '--expect nowhere.yaml',
    '--write-accepted no/where',
    '--junit no/where',
  ].map((flags) => `audit ${flags} -- true`),
  'proxy',
  'proxy --upstream nonsense',
  `proxy --upstream ${NOWHERE} --token-upstream ${NOWHERE}/t --port 0`,
  ...['--timeout x', '--max-body 0', '--ca nowhere.pem'].map(
    (flags) => `proxy --upstream ${NOWHERE} --token-upstream ${NOWHERE}/t --no-probe --port 0 ${flags}`,
  ),
  'exec',
  'exec -- nowhere',
  ...['getUser#2:server-error', 'getUsers', 'getUsers#0:server-error', 'getUsers#1:flakey'].map(
    (call) => `exec --inject ${call} -- true`,
  ),
  'exec --judge -- false',
  'wait --timeout x',
  `wait --timeout 1 --url ${NOWHERE}`,
  'wait --url nonsense',
  'env --format tables',
  ...['sandbox list', 'clock show', 'journal', 'tail', 'judge', 'pact from-journal --consumer shop'].flatMap(
    (command) => [`${command} --url ${NOWHERE}`, `${command} --url nonsense`],
  ),
  'clock',
  'clock advance',
  'sandbox',
  'sandbox remove',
  'pact',
  'pact from-journal',
  'journal --limit x',
  'inspect nowhere.json',
  'inspect consumer-plain/README.md',
  'inspect',
  'scenarios show rate-limit-bursts',
  'scenarios check',
  'scenarios check nowhere.yaml',
  'scenarios list --scenarios nowhere',
  'fixtures check',
  'fixtures check nowhere.yaml',
  'states show nonsense',
  'states list --states nowhere.js',
  ...['--basis guessed', '--operation getUser', '--revision x', '--evidence nowhere.json'].map(
    (flags) => `fidelity ${flags}`,
  ),
  'mcp --port many',
];

/** @param {Desk} desk */
async function wrongUsage(desk) {
  for (const line of WRONG) await desk.run(line.split(' ').filter((word) => word !== ''));
  desk.write('wrong.yaml', 'prot: 1\nseed: lucky\nscenario: flakey\nvariants: { eror-body: text }\n');
  desk.write('broken.yaml', 'port: [\n');
  for (const file of ['wrong.yaml', 'broken.yaml', 'nowhere.yaml']) await desk.run(['start', '--config', file]);
  await desk.run(['start'], { variables: { ID_EMULATOR_TOKEN_TTL: 'long', ID_EMULATOR_PROT: '1' } });
}

/** Calls of tools, in this order. @type {[tool: string, parameters: object][]} */
const CALLS = [
  ['open_sandbox', { name: 'mine', now: '2026-01-31T09:00:00Z', seed: 7 }],
  ['open_sandbox', { fixture: 'nonsense' }],
  ['find_scenarios', {}],
  ['find_scenarios', { search: 'rate' }],
  ['find_scenarios', { offset: 20 }],
  ['use_scenario', { select: 'server-error;times=1' }],
  ['use_scenario', { select: 'flakey' }],
  ['clock', {}],
  ['clock', { advance: 'PT2H' }],
  ['clock', { set: 'yesterday' }],
  ['read_world', { search: 'ben' }],
  ['read_world', {}],
  ['read_world', { party: 'nobody' }],
  ['change_world', { operation: 'addParty', body: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Abbott' } }],
  ['change_world', { operation: 'revokeCredential', target: '00' }],
  ['change_world', { operation: 'nonsense' }],
  ['what_happened', {}],
  ['what_happened', { status: '4xx' }],
  ['what_happened', { sandbox: 'nobody' }],
  ['explain_exchange', { exchange: 1 }],
  ['explain_exchange', { exchange: 3 }],
  ['explain_exchange', { exchange: 99 }],
  ['contract', {}],
  ['contract', { operation: 'getUsers' }],
  ['contract', { search: 'partyIds' }],
  ['docs', { search: 'provider state' }],
  ['docs', { page: 'nonsense' }],
  ['verify', { pacts: ['consumer-plain/mistakes'] }],
  ['verify', { pacts: ['nowhere'] }],
  ['audit', { command: ['node', '--test', 'audit/no-retry-on-429/directory.test.js'], only: ['throttled'] }],
  ['close_sandbox', { sandbox: 'default' }],
  ['close_sandbox', {}],
  ['nonsense', {}],
];

/** @param {Desk} desk */
async function mcp(desk) {
  const command = ['mcp', ...NOW];
  const { printed, ended, stdin, stdout } = desk.start(command, {}, 'pipe');
  let count = 0;
  const send = (/** @type {object} */ message) => stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  /** @param {string} method @param {object} [parameters] */
  const ask = async (method, parameters = {}) => {
    const id = ++count;
    const answer = () =>
      printed.stdout
        .split('\n')
        .slice(0, -1)
        .find((line) => JSON.parse(line).id === id);
    const answered = new Promise((done) => {
      const look = () => answer() !== undefined && (stdout.off('data', look), done(undefined));
      stdout.on('data', look);
    });
    send({ id, method, params: parameters });
    await Promise.race([answered, ended]);
    const { result, error } = JSON.parse(answer() ?? '{}');
    const shown = JSON.stringify(error ?? result, undefined, 1).split('\n');
    desk.note(
      '',
      `> ${method} ${JSON.stringify(parameters)}`,
      ...shown.map((line) => desk.masked(command, `| ${line}`)),
    );
    return result;
  };
  const clientInfo = { name: 'transcript', version: '1' };
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  send({ method: 'notifications/initialized' });
  for (const method of ['tools/list', 'resources/list', 'prompts/list', 'nonsense']) await ask(method);
  const [first, ...others] = CALLS;
  const { content } = await ask('tools/call', { name: first?.[0], arguments: first?.[1] });
  const book = await desk.book(Number(/127\.0\.0\.1:(\d+)/.exec(content[0].text)?.[1]));
  await book.all('GET users?limit=1\nGET users?limit=0\nGET users/1');
  for (const [name, parameters] of others) await ask('tools/call', { name, arguments: parameters });
  stdin?.end();
  const { stderr } = printed;
  desk.outcome(command, { stdout: '', stderr }, await ended);
}

/** What test/cli/read-at-start.test.ts counts, and the same for two other commands. @param {Desk} desk */
async function loadedFiles(desk) {
  const flags = ['start', '--log', 'json', ...NOW];
  const [other, measured] = [
    await desk.listening(flags),
    await desk.listening(flags, { NODE_V8_COVERAGE: 'of-start' }),
  ];
  const book = await desk.book(other.port);
  // A token of its own would load what issues tokens.
  book.port = measured.port;
  const { status } = await book.ask('GET users');
  if (status !== 200) throw new Error(`the first response has status ${status}`);
  await Promise.all([other, measured].map(({ end }) => end('SIGTERM')));
  const others = [
    ['verify', 'consumer-plain/pacts/risk-engine-identity-service.json'],
    ['exec', '--', 'true'],
  ];
  for (const args of others) await desk.start(args, { NODE_V8_COVERAGE: `of-${args[0]}` }).ended;
  for (const args of [flags, ...others])
    for (const files of desk.loaded(`of-${args[0]}`))
      desk.note('', `$ id-emulator ${args.join(' ')}`, ...files.map((file) => `| ${file}`));
}

/** @type {Record<string, (desk: Desk) => void | Promise<void>>} */
export const COMMANDS = {
  help,
  'command-lists': lists,
  'command-running': running,
  'generated-pages': pages,
  'wrong-usage': wrongUsage,
  mcp,
  'program-library': (desk) => desk.program('library.mjs'),
  'program-required': (desk) => desk.program('required.cjs'),
  'program-client': (desk) => desk.program('client.mjs'),
  'files-loaded': loadedFiles,
};
