/** The service's operations that make something: credentials requests, verification links, and what time does to them. */

import { each } from './book.js';

/** @typedef {import('./book.js').Book} Book */

/** More than a body may have. */
export const TOO_LARGE = 'x'.repeat(1_048_577);
/** Bodies that fit no operation. */
const BAD_BODIES = ['', '{', '{}', 'null', '[]', '1', '"00"', '{"__proto__":{}}', '{}{}', "{'a':1}", '\ufeff{}'];
const MEDIA_TYPES = [
  'text/plain',
  '-',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-8',
  'application/json; charset="UTF-8"',
  'application/json; charset=utf-16',
  'application/problem+json',
  'APPLICATION/JSON',
  'nonsense',
];

/** What a link shows, as the API tells it and as people see it. @param {Book} book */
async function check(book) {
  await book.ask('GET verification/check/{link}');
  await book.ask('GET /verify/{link}');
}

/** @param {Book} book @param {string} path @param {string} good */
async function bodies(book, path, good) {
  book.heading(`${path}: bodies`);
  await book.all(`
    POST ${path}?x=1 ${good.replace(/\}$/, ',"extra":1}')}
    ${BAD_BODIES.map((body) => `POST ${path} ${body}`).join('\n')}
    ${MEDIA_TYPES.map((type) => `[Content-Type: ${type}] POST ${path} ${good}`).join('\n')}
    ${each('zip gzip identity', '[Content-Encoding: ', `] POST ${path} ${good}`)}
    [Authorization: -] POST ${path} {
  `);
  const deep = `{"contractId":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`;
  for (const body of [`{"padding":"${TOO_LARGE}"}`, '['.repeat(20_000) + ']'.repeat(20_000), deep])
    await book.ask(`POST ${path}`, { body });
}

/** @param {Book} book */
export async function requests(book) {
  const path = 'credentials/request';
  await bodies(book, path, '{"partyId":"{alice}","providers":["REDDIT"]}');
  const ask = (/** @type {unknown} */ partyId, /** @type {unknown} */ providers, more = {}) =>
    book.ask(`POST ${path} ${JSON.stringify({ partyId, providers, ...more })}`);
  book.heading('credentials requests');
  for (const providers of [
    ['REDDIT'],
    ['REDDIT'],
    ['GOOGLE', 'GITHUB', 'GOOGLE'],
    [],
    ['SUMSUB'],
    ['MYSPACE', 5],
    'REDDIT',
    null,
    undefined,
    [null],
    ['LINKEDIN', 'DISCORD', 'TWITTER', 'REDDIT', 'GOOGLE', 'GITHUB'],
  ])
    await ask('{ben}', providers);
  for (const party of [
    'nobody',
    '',
    5,
    null,
    undefined,
    '\u0000',
    '{uma}',
    '{tom}',
    '{boris}',
    '{axel}',
    '{tara}',
    '{serge}',
    '{dora}',
    '{zoe}',
  ])
    await ask(party, ['GITHUB']);
  await ask('{paula}', ['GOOGLE'], { note: 'x' });
  await ask(5, ['MYSPACE'], { note: 'x' });
  await book.all(
    each(
      'users?limit=20 users?search=ben.brook users?search=dora users?search=uma&reqStatus=PENDING credentials/{dora} credentials/{ben} human-scores/{dora}',
      'GET ',
    ),
  );
}

/** @param {Book} book */
export async function links(book) {
  await bodies(book, 'verification/generate-link', '{"contractId":"{alice.0}"}');
  book.heading('links');
  for (const contractId of [
    5,
    null,
    '',
    '\u0000',
    '00',
    '{paula.0}',
    '{rita.0}',
    '{tom.0}',
    '{uma.0}',
    '{axel.0}',
    '{tara.0}',
    '{serge.0}',
    '{BEN.0}',
  ])
    await book.ask(`POST verification/generate-link ${JSON.stringify({ contractId })}`);
  for (const name of [
    'ben.0',
    'ben.0',
    'eva.0',
    'ravi.0',
    'stella.0',
    'moritz.0',
    'sven.0',
    'sven.1',
    'sven.2',
    'zoe.0',
    'bela.0',
    'vera.0',
    'boris.0',
  ]) {
    await book.link(`{${name}}`);
    await check(book);
  }
  await bodies(book, 'verification/generate-links-batch', '{"requests":[{"contractId":"{alice.0}"}]}');
  await batches(book);
  await book.link('{ben.0}');
  const link = String(book.names.link);
  const others = `none %00 %zz %ff %20 a%2Fb ${link.slice(0, -3)}AAA ${link.slice(1)} ${link.toLowerCase()} ${'y'.repeat(2_000)} {token}`;
  await book.all(`
    # checks
    ${each(`{link} ${others}`, 'GET verification/check/')}
    ${each(`{link} ${others}`, 'GET /verify/')}
    [Authorization: Bearer nonsense] GET verification/check/{link}
    [Emulator-Sandbox: nowhere] GET verification/check/none
    HEAD verification/check/{link}
    ${each('HEAD POST OPTIONS DELETE', '', ' /verify/{link}')}
    ${each('verification/check/{link}?x=1 /verify/{link}/ /verify/ /verify/{link}?x=1', 'GET ')}
  `);
}

/** @param {Book} book */
async function batches(book) {
  book.heading('batches');
  const { json } = await book.ask('GET credentials?limit=20&offset=2');
  const known = (json?.items ?? []).map((/** @type {any} */ item) => item.contractId);
  const batch = (/** @type {unknown} */ value) =>
    book.ask(`POST verification/generate-links-batch ${JSON.stringify({ requests: value })}`);
  for (const ids of [
    [],
    ['{ben.0}'],
    ['{ben.0}', '{ben.0}'],
    ['{ben.0}', '00', '{alice.0}', '{paula.0}', '{ben.0}', '00'],
    known,
    Array(101).fill('{ben.0}'),
    ['{ben.0}', '{bela.0}'],
    ['{ben.0}', '{serge.0}'],
    ['', 5, null],
  ]) {
    await batch(ids.map((/** @type {unknown} */ contractId) => ({ contractId })));
  }
  for (const value of [null, {}, 'x', [5], [{}], [{ contractId: '{ben.0}', x: 1 }], Array(101).fill({})])
    await batch(value);
}

/** Links and tokens to their last millisecond, and beyond. @param {Book} book */
export async function ends(book) {
  book.heading('what time does to links and tokens');
  await book.link('{ben.0}');
  for (const by of ['PT14M59.999S', '1ms', 'PT44M59.999S', '1ms', 'PT1H', '-PT3H']) {
    await book.advance(by);
    await check(book);
    await book.ask('GET users?limit=1');
  }
}

/** A hundred links at once, and credentials as they age. @param {Book} book */
export async function ages(book) {
  const { json } = await book.ask('GET credentials?limit=100');
  await book.ask(
    `POST verification/generate-links-batch ${JSON.stringify({ requests: json.items.map((/** @type {any} */ { contractId }) => ({ contractId })) })}`,
  );
  for (const by of ['PT20H', 'P28D', 'P35D', 'P70D', 'P400D']) {
    await book.advance(by);
    await book.renew();
    for (const name of ['alice.0', 'ben.0', 'eva.0', 'moritz.0', 'nina.1', 'ravi.0']) {
      await book.link(`{${name}}`);
      await check(book);
    }
    await book.all(
      each(
        'credentials/{alice} credentials/{ben} human-scores/{alice} human-scores/{ben} users?search=archer users?search=brook users?kycStatus=EXPIRED&limit=3 credentials?limit=5 human-scores?limit=3',
        'GET ',
      ),
    );
  }
}
