/** The service's operations that read, tokens, and who may ask: every status that they have without a scenario. */

import { Buffer } from 'node:buffer';
import { each } from './book.js';
import { TELLING } from './scenarios.js';
import { ages, ends, links, requests, TOO_LARGE } from './writes.js';

/** @typedef {import('./book.js').Book} Book */
/** @typedef {import('./record.js').Section} Section */

/** The parties of the fixture, by alias. */
const CAST = [
  'ben',
  'alice',
  'paula',
  'uma',
  'eva',
  'ravi',
  'axel',
  'zoe',
  'rita',
  'tom',
  'stella',
  'moritz',
  'sven',
  'boris',
  'nina',
  'emil',
  'mia',
  'tara',
  'serge',
  'nadia',
  'bela',
  'vera',
  'dora',
];
/** Of those, one of each kind comes first. */
const FEW = 8;
/** Of the requests in tables, every variant is asked one in so many. */
const SHARE = 4;
/** Paths that need a token, each with a good method. */
const PROTECTED = [
  'GET users',
  'GET human-scores',
  'GET human-scores/{ben}',
  'GET credentials',
  'GET credentials/{ben}',
  'GET credentials/resolve?q=benbrook',
  'POST credentials/request {"partyId":"{ben}","providers":["REDDIT"]}',
  'POST verification/generate-link {"contractId":"{ben.0}"}',
  'POST verification/generate-links-batch {"requests":[{"contractId":"{ben.0}"}]}',
];
const PAGES =
  '?limit=1 ?limit=21 ?limit=3&offset=3 ?offset=1&limit=2 ?offset=100000 ?offset=9007199254740991 ?limit=0 ?limit=-1 ?limit=101 ?limit=1000 ?limit=1.5 ?limit=1e1 ?limit=abc ?limit= ?limit ?limit=%201 ?limit=10&limit=10 ?limit=1,2 ?limit=99999999999999999999 ?offset=-1 ?offset=abc ?offset= ?offset=1.5 ?offset=9007199254740993 ?offset=0&offset=1 ?limit=0&offset=-1 ?limit=1&page=2 ?limit=1&Limit=5 ?limit=1&__proto__=1 ?limit=1&a&b=1 ?%zz ?limit=%E0%A4 ?limit=1&';
const FILTERS =
  'status=ACTIVE status=INACTIVE status=BLOCKED status=active status=inactive status=blocked status=Active status= status=GONE status=ACTIVE&status=BLOCKED status=ACTIVE,BLOCKED reqStatus=PENDING reqStatus=APPROVED reqStatus=REJECTED reqStatus=EXPIRED reqStatus=pending reqStatus= reqStatus=OPEN kycStatus=TO_DO kycStatus=IN_REVIEW kycStatus=SUCCESSFUL kycStatus=REJECTED kycStatus=BLOCKED kycStatus=EXPIRED kycStatus=APPROVED kycStatus=approved kycStatus= kycStatus=APPROVED,REJECTED';
const SEARCHES =
  'search=novak search=NOVAK search=ben.brook%40example.com search=party::d62ff595 search=z%C3%B6l search=%C3%85ngstr search=zo%C3%AB search=%20 search=+ search= search=nobody-has-this search=ben&search=brook search=%00 search=%E0%A4 search=a&status=ACTIVE&reqStatus=APPROVED&kycStatus=APPROVED&orderBy=email&orderType=asc&offset=2 status=GONE&limit=0&orderBy=x';

/** @param {Book} book */
async function tokens(book) {
  const { client, secret } = book.names;
  const good = `grant_type=client_credentials&client_id=${client}&client_secret=${secret}`;
  const basic = (/** @type {string} */ text) => `Basic ${Buffer.from(text).toString('base64')}`;
  const schemes = [
    basic(`${client}:${secret}`).replace('Basic', 'bASIC'),
    basic(`${client}:wrong`),
    basic(`stranger:${secret}`),
    basic(`${client}:%zz`),
    basic('no colon'),
    basic(':'),
    'Basic',
    'Basic !!',
    'Bearer {token}',
    'Digest x',
  ];
  await book.all(`
    # token requests by form
    ${['', '&scope=openid', '&scope=', '&audience=x', '&client_id={client}', '&grant_type=client_credentials', '&'].map((more) => `POST /oauth/token ${good}${more}`).join('\n')}
    POST /oauth/token?x=1 ${good}
    POST /oauth/token client_secret={secret}&client_id={client}&grant_type=client%5Fcredentials
    ${each('{client}&client_secret={secret} {client} {client}&client_secret=wrong {client}&client_secret= &client_secret= stranger&client_secret={secret} %zz&client_secret=x %ff&client_secret=x %00&client_secret=x', 'POST /oauth/token grant_type=client_credentials&client_id=')}
    ${each('client_id={client}&client_secret={secret} grant_type=&client_id={client}&client_secret={secret} grant_type=password&client_id={client}&client_secret={secret} grant_type=refresh_token grant_type=client_credentials grant_type=client_credentials&client_secret={secret} nonsense = &&', 'POST /oauth/token ')}
    # token requests of other media types
    POST /oauth/token
    [Content-Type: application/json] POST /oauth/token {"grant_type":"client_credentials","client_id":"{client}","client_secret":"{secret}"}
    ${['text/plain', '-', 'application/x-www-form-urlencoded; charset=utf-8', 'application/x-www-form-urlencoded; charset=latin1', 'multipart/form-data; boundary=x'].map((type) => `[Content-Type: ${type}] POST /oauth/token ${good}`).join('\n')}
    [Content-Encoding: gzip] POST /oauth/token ${good}
    [Content-Encoding: zip] POST /oauth/token ${good}
    [Accept: text/html] POST /oauth/token ${good}
    # token requests with HTTP Basic
    [Authorization: ${basic(`${client}:${secret}`)}] POST /oauth/token grant_type=client_credentials
    ${schemes.map((value) => `[Authorization: ${value}] POST /oauth/token grant_type=client_credentials`).join('\n')}
    ${[good, 'grant_type=client_credentials&client_id={client}', 'grant_type=password'].map((form) => `[Authorization: ${basic(`${client}:${secret}`)}] POST /oauth/token ${form}`).join('\n')}
    [Authorization: ${basic(`${client}:wrong`)}] POST /oauth/token ${good}
    # methods and places of token requests
    ${each('GET HEAD PUT DELETE PATCH OPTIONS', '', ' /oauth/token')}
    ${each('/oauth /oauth/token/ /oauth/tokens /OAuth/token /api/v1/oauth/token', 'POST ', ` ${good}`)}
    [Emulator-Sandbox: {id}] POST /oauth/token grant_type=client_credentials&client_id=stranger&client_secret=x
    [Emulator-Sandbox: nowhere] POST /oauth/token grant_type=client_credentials&client_id=stranger&client_secret=x
  `);
  await book.ask('POST /oauth/token', { body: `padding=${TOO_LARGE}` });
}

/** @param {Book} book */
async function access(book) {
  const token = String(book.names.token);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const encoded = (/** @type {object} */ value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  // In the variant with opaque tokens there are no claims to change.
  const longer = () => encoded({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), exp: 9_999_999_999 });
  const wrong = [
    ...(claims === '' ? [] : [`${head}.${longer()}.${signature}`, `${encoded({ alg: 'none' })}.${claims}.`]),
    `${token.slice(0, -4)}AAAA`,
    token.slice(0, 40),
    token + 'A'.repeat(8_000),
    'nonsense',
    '<script>',
    'a b',
    '=',
    '',
  ];
  const paths = [
    'users',
    'human-scores',
    'human-scores/{ben}',
    'credentials',
    'credentials/{ben}',
    'credentials/resolve',
    'credentials/request',
    'verification/generate-link',
    'verification/generate-links-batch',
    'verification/check/none',
  ];
  await book.all(`
    # without a token, and with one that is none
    ${PROTECTED.map((line) => `[Authorization: -] ${line}\n[Authorization: Bearer nonsense] ${line}`).join('\n')}
    ${wrong.map((value) => `[Authorization: Bearer ${value}] GET users?limit=1`).join('\n')}
    ${['Bearer', 'bearer {token}', 'BEARER  {token} ', 'Basic ZGVtbzpkZW1v', 'Token {token}', '{token}'].map((value) => `[Authorization: ${value}] GET users?limit=1`).join('\n')}
    [Authorization: Bearer {token}] [Authorization: Bearer other] GET users
    [Authorization: -] GET users?access_token={token}
    [Authorization: -] [Emulator-Sandbox: {id}] GET users
    [Authorization: -] [Emulator-Sandbox: nowhere] GET users
    [Emulator-Sandbox: default] GET users?limit=1
    # methods and paths that there are not
    ${paths.map((path) => `${each('HEAD OPTIONS PUT DELETE PATCH', '', ` ${path}`)}\n${/request$|link|batch/.test(path) ? 'GET' : 'POST'} ${path}`).join('\n')}
    ${each('TRACE PROPFIND LOCK', '', ' users')}
    ${each('/ /api /api/v1 /api/v1/ /api/v2/institutions/me/users /institutions/me/users /api/v1/institutions/you/users /api/v1/institution/me/users /api/v1/institutions/me/user /API/V1/institutions/me/users users/ /api/v1/institutions/me//users users/1 credentials/{ben}/x credentials/resolve/x human-scores/{ben}/ verification/ verification/check verification/check/ verification/generate-links /../../etc/passwd credentials/.. credentials/%2e%2E /favicon.ico /_emulato /verify', 'GET ')}
    [Authorization: -] GET /api/v1/institution/me/users
    OPTIONS *
    # headers that change nothing
    ${['Origin: https://example.com', 'Accept: text/html', 'Accept-Encoding: gzip, br', 'If-None-Match: *', 'Range: bytes=0-10', 'Expect: 100-continue', 'X-HTTP-Method-Override: DELETE'].map((header) => `[${header}] GET users?limit=1`).join('\n')}
    [Origin: https://example.com] [Access-Control-Request-Method: GET] OPTIONS users
    GET users?limit=1 {"x":1}
  `);
}

/** @param {Book} book */
async function users(book) {
  await book.all(`
    # users: pages
    GET users
    ${each(PAGES, 'GET users')}
    # users: order
    ${each('id fullName email regDate kycStatus reqStatus status', 'GET users?limit=4&orderBy=')}
    ${each('id fullName email regDate kycStatus reqStatus status', 'GET users?limit=4&orderType=ASC&orderBy=')}
    ${each('orderType=asc orderType=desc orderType=DESC orderType=Asc orderType= orderType=up orderBy=name orderBy= orderBy=FULLNAME orderBy=id&orderBy=email', 'GET users?limit=2&')}
    # users: filters
    ${each(`${FILTERS} ${SEARCHES}`, 'GET users?limit=2&')}
  `);
}

/** @param {Book} book @param {string[]} cast */
async function lists(book, cast) {
  for (const list of ['human-scores', 'credentials']) {
    await book.all(`
      # ${list}: pages
      GET ${list}
      ${each(PAGES, `GET ${list}`)}
      # ${list}: of some parties
      ${each('{ben} {ben},{alice} {ben}&partyIds={alice} {ben},{alice}&partyIds={ben} {alice},{alice} nobody {ben},nobody {uma} {ben}%2C{alice} {ben},&limit=1 ,{ben} , %20 %00 {ben}&offset=1 {tara} {ben},{serge} {alice},{ben},{nina},{emil}&limit=2&offset=2', `GET ${list}?partyIds=`)}
      ${each('partyIds= partyIds partyids={ben} emails={ben.email} emails={ben.email},{alice.email}&partyIds={alice} emails={ben.email}&emails=ALICE.ARCHER@EXAMPLE.COM emails=nobody@example.com,mia@work.example.org,{paula.email} emails= emails={tara.email}', `GET ${list}?limit=5&`)}
      # ${list}: of one party
      ${each(`${cast.map((name) => `{${name}}`).join(' ')} nobody {ben}?x=1 {ben}?limit=1 %00 %20 % %ff%fe %zz a%2Fb %3A%3A %C3%BC %F0%9F%99%82 %22%3Cscript%3E ..x ${'y'.repeat(2_000)}`, `GET ${list}/`)}
    `);
  }
}

/** @param {Book} book @param {string[]} cast */
async function resolution(book, cast) {
  await book.all(`
    # resolution
    ${each(cast.flatMap((name) => [`q={${name}.email}`, `q={${name}.username}`, `partyId={${name}}`]).join(' '), 'GET credentials/resolve?')}
    ${each('q=BENBROOK q=%20benbrook%20 q=+benbrook q=Ben.Brook%40Example.com q=mia@work.example.org q=zo%C3%AB_%C3%A5 q=ZO%C3%8B q=ben q=nobody q= q=%20 q=%00 q q=benbrook&q=alicearcher q=benbrook&partyId={ben} q=&partyId={ben} partyId= partyId=nobody partyId=%00 partyId={ben}&partyId={alice} a=ben a=BEN a=%20ben%20 a=ben.5n.xyz a=Ben.5N.xyz a=nobody a=paula a=tara a= a=%20 a=ben&q=benbrook a=ben&partyId={ben} x=1 q=benbrook&x=1 q=%zz', 'GET credentials/resolve?')}
    GET credentials/resolve
  `);
}

/** Whole lists, page by page. @param {Book} book */
async function walks(book) {
  for (const page of [
    'limit=100&offset=0',
    'limit=100&offset=100',
    'limit=100&offset=200',
    'limit=100&offset=300',
    'limit=100&offset=400',
  ]) {
    await book.all(
      each(
        `users?${page} users?orderBy=fullName&orderType=ASC&${page} credentials?${page} human-scores?${page}`,
        'GET ',
      ),
    );
  }
}

const EVERYTHING = [users, lists, resolution, access, tokens, requests, links, ends];

/** All that tells variants apart, and a share of everything, each time another one: they differ in little. @param {Book} book @param {Book['share']} share */
async function shareOfEverything(book, share) {
  await book.link('{ben.0}');
  await book.all(TELLING.join('\n'));
  book.share = share;
  for (const part of EVERYTHING) await part(book, CAST.slice(0, FEW));
}

/** @param {{ points: any[], full: boolean }} found @returns {Section[]} */
export function serviceSections({ points, full }) {
  /** @param {string} name @param {object} options @param {(book: Book) => Promise<void>} run @returns {Section} */
  const inSandbox = (name, options, run) => ({
    name: `service-${name}`,
    run: async (book) => {
      await book.open(options);
      await run(book);
    },
  });
  const choices = points.flatMap(({ variants }) =>
    Object.keys(variants?.others ?? {}).map((other) => [variants.point, other]),
  );
  /** @type {[string, object][]} */
  const varied = [
    ['empty', { fixture: 'empty', population: 0 }],
    ['seed', { seed: 4_000_000_000, population: 50, tokenTtl: 1_800, linkTtl: 60 }],
    ['revision-2026-04-strict', { revision: '2026-04', strict: true }],
    ...choices.map(
      ([point = '', other = '']) =>
        /** @type {[string, object]} */ ([`variant-${point}-${other}`, { variants: { [point]: other } }]),
    ),
    ['variants-together', { variants: Object.fromEntries(choices) }],
    ['variants-of-revision', { revision: '2026-04', variants: Object.fromEntries(choices.toReversed()) }],
  ];
  const everything = async (/** @type {Book} */ book) => {
    for (const part of EVERYTHING) await part(book, CAST);
  };
  return [
    ...[...EVERYTHING, ages, walks].map((part) => inSandbox(part.name, {}, (book) => part(book, CAST))),
    inSandbox('strict', { strict: true }, everything),
    inSandbox('revision-2026-04', { revision: '2026-04' }, everything),
    ...varied.map(([name, options], turn) =>
      inSandbox(name, options, (book) => shareOfEverything(book, { every: full ? 1 : SHARE, from: turn })),
    ),
  ];
}
