/** Every scenario of the catalogue, on every operation, with every parameter, and by every way to select it. */

import { each } from './book.js';

/** @typedef {import('./book.js').Book} Book */
/** @typedef {import('./book.js').Options} Options */
/** @typedef {import('./record.js').Section} Section */
/** @typedef {{ name: string, operations: string[], parameters: Record<string, Parameter> }} Scenario */
/** @typedef {{ type: string, choices?: string[], minimum?: number }} Parameter */

const ASKED = [
  '{uma}","providers":["GOOGLE"]',
  '{ben}","providers":["REDDIT"]',
  '{uma}","providers":["GOOGLE"]',
  '{alice}","providers":["REDDIT","DISCORD"]',
];
/** The n-th of several calls in a row; lists go on, so that walks through them show. @type {Record<string, (n: number) => string>} */
const CALLS = {
  issueToken: () => 'POST /oauth/token grant_type=client_credentials&client_id={client}&client_secret={secret}',
  getUsers: (n) => `GET users?limit=3&offset=${3 * n}`,
  getHumanScores: (n) => `GET human-scores?limit=2&offset=${2 * n}`,
  getHumanScoreByPartyId: () => 'GET human-scores/{ben}',
  getCredentials: (n) => `GET credentials?limit=3&offset=${3 * n}`,
  getCredentialByPartyId: () => 'GET credentials/{ben}',
  resolveCredentials: () => 'GET credentials/resolve?q=benbrook',
  createCredentialsRequest: (n) => `POST credentials/request {"partyId":"${ASKED[n % ASKED.length]}}`,
  generateVerificationLink: () => 'POST verification/generate-link {"contractId":"{ben.0}"}',
  generateVerificationLinksBatch: () =>
    'POST verification/generate-links-batch {"requests":[{"contractId":"{alice.0}"},{"contractId":"{alice.1}"},{"contractId":"{alice.2}"},{"contractId":"00"},{"contractId":"{ben.0}"}]}',
  checkVerificationStatus: () => 'GET verification/check/{link}',
};
const OPERATIONS = Object.keys(CALLS);

/** Those that wait long or answer with much, made short; timers may end a millisecond early. @type {Record<string, [string, Options?]>} */
const SHORTER = {
  'token-endpoint-slow': [';delay="80ms"', { waits: 75 }],
  'batch-slow': [';delay="80ms"', { waits: 75 }],
  'slow-body': [';delay="80ms"', { waits: 75 }],
  latency: [';from="80ms";to="90ms"', { waits: 75 }],
  'latency-tail': [';median="5ms";spread=0.5'],
  drip: [';bytes=500;every="2ms"'],
  'huge-page': [';limit=12'],
  'no-answer': ['', { patience: 1_500 }],
};
/** Values of parameters whose type does not say enough. @type {Record<string, string[]>} */
const VALUES = {
  integer: ['1', '2', '0', '-1', '1.5', '"two"'],
  number: ['0', '1', '0.5', '1.5', '-0.1', '"x"'],
  duration: ['"30ms"', '"PT0.02S"', '"0s"', '"-5m"', '"soon"', '5'],
  boolean: ['?1', '?0', 'true', '"yes"', '1'],
  string: ['"nonsense"', '5', '""'],
  integers: ['0', '"0,2"', '"0,77"', '"x"', '-1'],
  strings: ['"{alice.1}"', '"{alice.1},{ben.0}"', '5'],
};
/** @type {Record<string, string[]>} */
const SPECIAL = {
  message: ['"Hello."', '""'],
  party: ['"{ben}"', '"{alice}"', '"nobody"'],
  per: ['"1s"', '"PT1M"', '"soon"', '"0s"'],
};

/** A new sandbox with a token and a link, got without the service, where a scenario could be in the way. @param {Book} book @param {object} [options] */
async function fresh(book, options = {}) {
  const { json } = await book.ask(`POST _/sandboxes ${JSON.stringify(options)}`);
  Object.assign(book.names, {
    id: json?.id ?? 'default',
    client: json?.clientId ?? 'none',
    secret: json?.clientSecret ?? 'none',
  });
  book.names.token = (await book.ask('POST _s/access-tokens')).json?.accessToken ?? 'none';
  book.names.link = (await book.ask('POST _s/verification-links {"contractId":"{ben.0}"}')).json?.token ?? 'none';
}

/** @param {Book} book @param {Scenario} scenario @param {string} operation */
async function onOperation(book, { name }, operation) {
  const [parameters, options] = SHORTER[name] ?? [''];
  const header = `[Emulator-Scenario: ${name}${parameters}] `;
  const call = CALLS[operation] ?? String;
  await fresh(book);
  let last = 0;
  for (let n = 0; n < 4; n++) last = (await book.ask(`${header}${call(n)}`, options)).status;
  if (last === 401) {
    await book.renew();
    await book.ask(`${header}${call(0)}`);
  }
  if (operation === 'createCredentialsRequest') await book.ask('GET users?limit=4');
  await book.advance('PT31S');
  await book.ask(`${header}${call(4)}`, options);
  if (operation === 'createCredentialsRequest') await book.all(each('users?limit=4 credentials/{uma}', 'GET '));
}

/** @param {Book} book @param {Scenario} scenario */
async function withParameters(book, { name, operations, parameters }) {
  const operation = operations[0] ?? '';
  const [shorter = '', options] = SHORTER[name] ?? [];
  for (const [parameter, { type, choices }] of Object.entries(parameters)) {
    for (const value of [...(choices ?? []), ...(SPECIAL[parameter] ?? VALUES[type] ?? [])]) {
      const others = shorter.replace(new RegExp(`;${parameter}=[^;]*`), '');
      book.heading(`${name};${parameter}=${value}`);
      await fresh(book);
      // A selection that is refused is so each time.
      for (let [n, status] = [0, 0]; n < 3 && status !== 400; n++)
        ({ status } = await book.ask(
          `[Emulator-Scenario: ${name};${parameter}=${value}${others}] ${CALLS[operation]?.(n)}`,
          options?.patience === undefined ? {} : options,
        ));
    }
  }
}

/** @param {Book} book @param {Scenario} scenario */
async function bySelectors(book, { name, operations }) {
  const [parameters = '', { patience } = {}] = SHORTER[name] ?? [];
  const selection = `${name}${parameters}`;
  const options = patience === undefined ? {} : { patience };
  const main = operations.filter((operation) => operation !== 'issueToken').slice(0, 2);
  const lines = [...main, 'issueToken']
    .flatMap((operation) => [0, 1].map((n) => CALLS[operation]?.(n) ?? ''))
    .join('\n');
  book.heading(`${name}: by the sandbox when it is made, and while it is there`);
  await fresh(book, { scenario: selection });
  await book.all(`${lines}\nGET _s/scenarios`, options);
  await book.ask(`PUT _s/scenarios ${JSON.stringify({ select: selection })}`);
  await book.all(lines, options);
  book.heading(`${name}: by the client`);
  await fresh(book);
  await book.renew(`+${selection}`);
  await book.all(lines.replaceAll('{client}', encodeURIComponent(`${book.names.client}+${selection}`)), options);
  book.heading(`${name}: by a party`);
  await fresh(book);
  await book.ask(`PATCH _s/world/parties/{ben} ${JSON.stringify({ scenario: selection })}`);
  const concerning = [
    'GET human-scores/{ben}',
    'GET credentials/{ben}',
    'GET credentials?partyIds={alice},{ben}',
    'GET credentials/resolve?q=benbrook',
    'GET credentials/resolve?partyId={ben}',
    ...[
      'createCredentialsRequest',
      'generateVerificationLink',
      'generateVerificationLinksBatch',
      'checkVerificationStatus',
    ].map((operation) => CALLS[operation]?.(1)),
  ];
  await book.all([...concerning, 'GET human-scores/{alice}', 'GET users?limit=1'].join('\n'), options);
}

/** @param {Scenario} scenario @returns {Section} */
function sectionOf(scenario) {
  return {
    name: `scenario-${scenario.name}`,
    run: async (book) => {
      for (const operation of scenario.operations) {
        book.heading(`${scenario.name} on ${operation}`);
        await onOperation(book, scenario, operation);
      }
      book.heading(`${scenario.name} on operations in turn, those included that it is not for`);
      await fresh(book);
      const [parameters = '', { patience } = {}] = SHORTER[scenario.name] ?? [];
      for (const [n, operation] of [...OPERATIONS, ...OPERATIONS.slice(0, 3)].entries())
        await book.ask(
          `[Emulator-Scenario: ${scenario.name}${parameters}] ${CALLS[operation]?.(n)}`,
          patience === undefined ? {} : { patience },
        );
      await withParameters(book, scenario);
      await bySelectors(book, scenario);
    },
  };
}

/** Calls that tell variants apart. */
export const TELLING = [
  ...each(
    'users?limit=0 users?limit=60&x=1 users?limit=2&status=active users?limit=2&reqStatus=PENDING human-scores/nobody credentials/nobody credentials/{ben} credentials/resolve?q=nobody verification/check/none verification/check/{link} /verify/{link} /api/v1/nothing',
    'GET ',
  ).split('\n'),
  '[Authorization: -] GET users',
  'POST credentials/request {"partyId":"nobody","providers":["REDDIT"],"x":1}',
  'POST credentials/request {}',
  'POST credentials/request {',
  'POST verification/generate-link {"contractId":"00"}',
  'POST verification/generate-link {"contractId":"{ben.0}"}',
  'POST verification/generate-links-batch {"requests":[]}',
  'POST verification/generate-links-batch {"requests":[{"contractId":"{ben.0}"},{"contractId":"{ben.0}"}]}',
  'POST /oauth/token grant_type=client_credentials&client_id={client}&client_secret=wrong',
  'POST /oauth/token grant_type=password',
  CALLS.issueToken?.(0) ?? '',
];

/** @param {Scenario} variant @returns {Section} */
function variantsByHeader({ parameters }) {
  const lists = Object.entries(parameters).map(([point, { choices: names = [] }]) =>
    [...names, 'nonsense'].map((name) => `${point}=${/^[a-z]/.test(name) ? name : `"${name}"`}`),
  );
  const [choices, defaults] = [lists.flat(), lists.map(([first]) => first)];
  return {
    name: 'scenario-variant',
    run: async (book) => {
      for (const choice of [...choices, 'nonsense=1', 'error-body=problem;bad-client=bad-request;activation=x']) {
        await fresh(book);
        await book.all(
          TELLING.slice(0, defaults.includes(choice) || choice.includes('nonsense') ? 1 : undefined)
            .map((line) => `[Emulator-Scenario: variant;${choice}] ${line}`)
            .join('\n'),
        );
        if (choice.includes('retry-after'))
          await book.ask(`[Emulator-Scenario: variant;${choice}, rate-limit-burst] GET users`);
        await book.advance('PT16M');
        await book.ask(`[Emulator-Scenario: variant;${choice}] GET verification/check/{link}`);
      }
      await bySelectors(book, {
        name: 'variant;error-body=problem',
        operations: ['getUsers', 'createCredentialsRequest'],
        parameters,
      });
    },
  };
}

const SELECTIONS = [
  '',
  'nonsense',
  'token-expierd',
  'rate-limit-burst;bust=1',
  'rate-limit-burst;;',
  '(token-expired)',
  '"token-expired"',
  'TOKEN-EXPIRED',
  'nonsense, rate-limit-burst;a=1;b=2',
  'flaky;share=0.5;share=0.7',
  'server-error, server-error',
  'server-error;activation=a, server-error;activation=b',
  'server-error;activation=5',
  'connection-reset, body-cut',
  'html-page, empty-body',
  'html-page, malformed-json',
  'drip, drip;bytes=5',
  'huge-page, huge-page;activation=x',
  'latency;from="9ms";to="1ms"',
  'rate-limit-burst;burst=2, server-error',
  'rate-limit-burst;burst=2, server-error',
  'rate-limit-burst;burst=2, server-error',
  'rate-limit-steady;requests=2;fields, server-error',
  'rate-limit-steady;requests=2;fields, server-error',
  'numbers-as-strings, empty-lists',
  'empty-lists, numbers-as-strings',
  'nulls, non-ascii, extra-members',
  'other-error-shape, server-error',
  'wrong-content-type, numbers-as-strings',
  'check-token-unknown',
  'caf\u00e9',
  ',',
  'token-revoked, token-expired',
];
const PREFERENCES = [
  'code=200',
  'code=201',
  'code=204',
  'code=400',
  'code=401',
  'code=403',
  'code=404',
  'code=413',
  'code=415',
  'code=429',
  'code=500',
  'code=418',
  'code=20',
  'example=one',
  'example=none',
  'example=strong',
  'example=revoked',
  'example=nonsense',
  'code=200, example=none',
  'code=400; example="one"',
  'respond-async, code=404',
  'CODE="404"',
  'wait=10',
  'code=x',
];

/** @returns {Section[]} */
function otherWays() {
  return [
    {
      name: 'scenario-selections',
      run: async (book) => {
        await fresh(book);
        for (const text of SELECTIONS) await book.ask(`[Emulator-Scenario: ${text}] GET users?limit=1`);
        await book.all(
          [
            '[Emulator-Scenario: latency;to="1ms";from="0ms"] [Emulator-Scenario: server-error] GET users',
            '[Authorization: -] [Emulator-Scenario: nonsense] GET users',
            '[Authorization: -] [Emulator-Scenario: server-error;activation=q] GET users',
            '[Emulator-Scenario: server-error;activation=r] GET nothing',
            '[Emulator-Scenario: server-error;activation=s] POST users',
          ].join('\n'),
        );
        for (const text of SELECTIONS) await book.renew(`+${text.replaceAll(', ', '+')}`);
        for (const text of SELECTIONS)
          await book.ask(`PATCH _s/world/parties/{ben} ${JSON.stringify({ scenario: text })}`);
        await fresh(book, { scenario: 'rate-limit-burst;burst=1', clientId: 'first' });
        await book.ask('PATCH _s/world/parties/{serge} {"scenario":"bad-gateway, flaky;share=1"}');
        await book.renew('+gateway-timeout+service-unavailable');
        for (let n = 0; n < 6; n++) await book.ask('[Emulator-Scenario: server-error] GET human-scores/{serge}');
        await book.all(
          each(
            'connection-reset body-cut empty-body latency;from="0ms";to="1ms"',
            '[Emulator-Scenario: ',
            '] GET human-scores/{serge}',
          ),
        );
      },
    },
    ...['', ' with variants'].map((more) => ({
      name: `preferences${more.replaceAll(' ', '-')}`,
      run: async (/** @type {Book} */ book) => {
        await fresh(
          book,
          more === '' ? {} : { variants: { 'error-body': 'text', 'link-status': '201', 'invalid-body': '422' } },
        );
        for (const operation of OPERATIONS)
          for (const preference of PREFERENCES) await book.ask(`[Prefer: ${preference}] ${CALLS[operation]?.(0)}`);
        await book.ask('[Prefer: code=404] [Emulator-Scenario: server-error] GET users');
        await book.ask('[Prefer: code=404] GET users?limit=0');
        await book.ask('[Prefer: code=404] GET nothing');
      },
    })),
  ];
}

/** @param {{ scenarios: Scenario[] }} found @returns {Section[]} */
export function scenarioSections({ scenarios }) {
  return [
    ...scenarios.map((scenario) => (scenario.name === 'variant' ? variantsByHeader(scenario) : sectionOf(scenario))),
    ...otherWays(),
  ];
}
