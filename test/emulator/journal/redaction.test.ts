/** The search for secrets takes a bounded number of steps for each byte of a text. */

import { describe, expect, test } from 'vitest';
import { restoreMarkers } from '../../../src/emulator/journal/markers.js';
import { Redaction } from '../../../src/emulator/journal/redaction.js';
import { SecretValues } from '../../../src/emulator/journal/secrets/secret-values.js';
import { FOREIGN_TOKENS } from '../../../src/emulator/journal/secrets/token-shapes.js';
import { budget } from '../../budget.js';

const SECRET = 'correct horse battery staple';
const CHARACTERS = budget({ short: 200_000, long: 400_000 });

function redactionOf(...seen: readonly string[]): Redaction {
  const values = new SecretValues();
  values.addOwn(SECRET);
  for (const secret of seen) values.addSeen(secret);
  return new Redaction({
    tokenOperation: 'issueToken',
    linkPaths: ['verification/check', 'verify'],
    values,
    clientSecret: SECRET,
    tokenForms: { jwt: (headerAndClaims) => `${headerAndClaims}.~signature~`, link: () => undefined },
  });
}

describe.each([
  'eyJ-',
  'eyJa.eyJb.',
  'eyJaaaaaaaaaaaaaaaaaaaa.b',
  '/verify/',
  '/verification/check',
  '%2fverify%2f',
  '"token":"',
  String.raw`"\"`,
  '"token"   ',
  'client_secret=',
  'client_secret=x&',
  'correct horse battery stapl ',
  '~text:',
  '~client-secret',
  '%25',
  'a',
])('400,000 characters of %j', (piece) => {
  const text = piece.repeat(CHARACTERS / piece.length);

  test('are searched as path, query, header and body', () => {
    const searched = redactionOf('a'.repeat(20), `${'a'.repeat(40)}b`, 'correct horse battery b');
    for (const shown of [searched.path(text), searched.query(text), searched.header('X-Any', text)])
      expect(shown).not.toContain(SECRET);
    expect(searched.body(text, () => undefined)).toHaveProperty('text');
    searched.learn({ url: text, requestHeaders: ['Cookie', text], requestBody: text, responseBody: text });
  });
});

/** A step looks at one byte. A text is searched as it is, and as what escapes and digits mean, two encodings deep. */
const MOST_STEPS = 150;
const SECRET_IN_BASE64 = Buffer.from(`client:${SECRET}`).toString('base64');

test.each([
  ['base64 of the secret', SECRET_IN_BASE64],
  ['base64 of that', Buffer.from(SECRET_IN_BASE64).toString('base64')],
  ['hex of the secret', Buffer.from(SECRET).toString('hex')],
  ['the secret', SECRET],
  ['almost the secret', SECRET.slice(0, -1)],
  ['dots', '.'],
  ['what base64 means text at every place', 'V'],
  ['escapes of escapes', '%2541'],
  ['escapes of JSON', String.raw`\u002B`],
  ['beginnings of tokens', 'eyJa.eyJb.'],
  ['the beginning of other secrets', 'a'],
])('%s, repeated, takes at most 150 steps for each byte', (_, piece) => {
  const values = new SecretValues();
  values.addOwn(SECRET);
  for (let length = 6; length < 40; length++) values.addSeen(`${'a'.repeat(length)}b`);
  for (const characters of [20_000, CHARACTERS]) {
    const before = values.steps;
    values.find(piece.repeat(characters / piece.length), FOREIGN_TOKENS);
    expect((values.steps - before) / characters).toBeLessThan(MOST_STEPS);
  }
});

test('a text is searched again only when there is another secret', () => {
  const values = new SecretValues();
  values.addOwn(SECRET);
  const redaction = new Redaction({ tokenOperation: '', linkPaths: ['verify'], values });
  const show = () => redaction.body(`{"note":"${SECRET} open-sesame-4711"}`, () => undefined);
  const stepsOf = (action: () => void): number => {
    const before = values.steps;
    action();
    return values.steps - before;
  };
  expect(stepsOf(show)).toBeGreaterThan(0);
  expect(stepsOf(show)).toBe(0);
  values.addSeen('open-sesame-4711');
  expect(stepsOf(show)).toBeGreaterThan(0);
  expect(show()).toEqual({ text: '{"note":"~client-secret~ ~other-secret~"}' });
});

test('a thousand secrets with one beginning are searched for as fast as one', () => {
  const beginning = 'a'.repeat(16);
  const searched = redactionOf(...Array.from({ length: 1_000 }, (_, at) => `${beginning}${at}${'a'.repeat(2_000)}`));
  expect(searched.text(`${'a'.repeat(CHARACTERS)} ${SECRET}`)).toContain('~client-secret~');
});

test.each(['~client-secret~', 'x~text:seal~y', '~text:text:signature~', '~~client-secret~~', '~'])(
  'the text %j is escaped and restored',
  (text) => {
    const shown = redactionOf().text(text);
    expect(restoreMarkers(shown, () => 'a secret')).toBe(text);
  },
);

test.each([
  ['a short secret in a word stays', 'sesame', 'sesames', 'sesames'],
  ['a short secret that is a word is removed', 'sesame', 'open sesame!', 'open ~client-secret~!'],
  ['an encoded character before a secret is no part of a word', 'sesame', 'q=%20sesame', 'q=%20~client-secret~'],
  ['a secret that is too short stays outside its places', 's3', 'as s3', 'as s3'],
])('%s', (_, secret, text, shown) => {
  const values = new SecretValues();
  values.addOwn(secret);
  const redaction = new Redaction({ tokenOperation: '', linkPaths: ['verify'], values });
  expect(redaction.text(text)).toBe(shown);
});
