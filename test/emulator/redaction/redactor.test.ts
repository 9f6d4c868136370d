/** What a redactor removes from a text, and that the time of it grows no faster than the text. */

import { describe, expect, test } from 'vitest';
import { KnownValues } from '../../../src/emulator/redaction/known-values.js';
import { MARKERS } from '../../../src/emulator/redaction/markers.js';
import { Redactor } from '../../../src/emulator/redaction/redactor.js';
import { budget } from '../../budget.js';

const SECRET = 'correct horse battery staple';
const CHARACTERS = budget({ short: 100_000, long: 1_048_576 });

function redactorOf(...own: readonly string[]): Redactor {
  const values = new KnownValues();
  for (const secret of own) values.add(secret, MARKERS.clientSecret);
  values.add('the-control-token');
  return new Redactor({ values });
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const JWT = [{ alg: 'HS256' }, { sub: 'somebody' }].map((part) =>
  Buffer.from(JSON.stringify(part)).toString('base64url'),
);
const TOKEN = `${JWT.join('.')}.c2lnbmF0dXJl`;
const GENERATED = `ide-secret-${'0123456789abcdef'.repeat(2)}`;

describe.each([
  'eyJ-',
  'eyJhbGciOi',
  'eyJhbGciOi.eyJb.',
  'eyJaaaaaaaaaaaaaaaaaaaa.b',
  '/verify/',
  '/verification/check',
  '%2fverify%2f',
  '%25',
  String.raw`\u002B`,
  '"token":"',
  '"token":["a",',
  String.raw`"\"`,
  '"token"   ',
  'token=',
  'client_secret=x&',
  'x-api-key: ',
  'correct horse battery stapl ',
  SECRET,
  base64(SECRET),
  `${base64(SECRET)}/`,
  base64(base64(SECRET)),
  'FFFF',
  'VVVV',
  'ide-secret-',
  '; name="token"\r\n\r\n',
  '~text:',
  '~client-secret',
  '=',
  '.',
  'a',
])('%j, repeated', (piece) => {
  const text = piece.repeat(Math.ceil(CHARACTERS / piece.length));

  test('is searched as text, form and header', () => {
    const redactor = redactorOf(SECRET, `${'a'.repeat(40)}b`);
    const [, header] = redactor.field('X-Any', text);
    for (const shown of [redactor.text(text), redactor.form(text), header]) expect(shown).not.toContain(SECRET);
  });
});

test.each([
  ['a known value', SECRET, `see ${SECRET}!`, 'see ~client-secret~!'],
  ['the beginning of a known value', `${'long '.repeat(8)}end`, `"${'long '.repeat(7)}"`, '"~client-secret~"'],
  ['a value of a form', SECRET, 'q=correct+horse+battery+staple', 'q=~client-secret~'],
  ['a percent-encoded value', SECRET, `q=${encodeURIComponent(SECRET)}`, 'q=~client-secret~'],
  ['a value of which each byte is percent-encoded', 'sesame7', 'q=%73%65%73%61%6d%65%37', 'q=~client-secret~'],
  ['a value in escapes of JSON', 'ses"me', String.raw`{"a":"ses\u0022m\u0065"}`, '{"a":"~client-secret~"}'],
  [
    'a value in JSON within JSON',
    'ses"me',
    String.raw`"{\"a\":\"ses\\\"me\"}"`,
    String.raw`"{\"a\":\"~client-secret~\"}"`,
  ],
  ['digits within a longer word', '73519482', 'th73519482x', 'th~client-secret~x'],
  ['a value in base64', SECRET, `a ${base64(`xy:${SECRET}`)} b`, 'a ~basic-credentials~ b'],
  ['a value in base64 between slashes', SECRET, `/a/${base64(SECRET)}/b`, '/a/~basic-credentials~/b'],
  ['a value beyond ASCII in base64', 'pässwörter', base64('pässwörter'), '~basic-credentials~'],
  ['another known value', SECRET, 'the-control-token', '~other-secret~'],
  ['a generated secret of any sandbox', SECRET, `a${GENERATED}!`, 'a~other-secret~!'],
  ['a generated secret that is cut off', SECRET, 'found "ide-secret-0123...', 'found "~other-secret~...'],
  ['a token of anybody', SECRET, `jwt ${TOKEN}, and`, 'jwt ~other-secret~, and'],
  ['a token in base64', SECRET, base64(TOKEN), '~other-secret~'],
  ['a token whose dots are percent-encoded', SECRET, TOKEN.replaceAll('.', '%2E'), '~other-secret~'],
  [
    'what follows the path of a link',
    SECRET,
    'see https://a.example/verify/abc?d',
    'see https://a.example/verify/~other-secret~?d',
  ],
  ['a field', SECRET, 'https://a.example/?b=c&X-Api-Key=d e', 'https://a.example/?b=c&X-Api-Key=~other-secret~ e'],
  ['a field with the known value', 'ab', 'password=ab', 'password=~client-secret~'],
  ['a member', SECRET, '{"a":"b","private_key" : "c", "d":"e"}', '{"a":"b","private_key" : "~other-secret~", "d":"e"}'],
  ['a member that is cut off', SECRET, String.raw`{"token":"a\"b`, '{"token":"~other-secret~'],
  [
    'a member that is a list',
    SECRET,
    '{"tokens":["a"],"token":["b","c"]}',
    '{"tokens":["a"],"token":["~other-secret~"]}',
  ],
  ['a member that is a number', SECRET, '{"password":47.11}', '{"password":"~other-secret~"}'],
  ['a property of an object', SECRET, "{ clientSecret: 'a b', c: 1 }", "{ clientSecret: '~other-secret~', c: 1 }"],
  ['a header in a text', SECRET, "-H 'Authorization: Bearer abc' x", "-H 'Authorization: Bearer ~other-secret~' x"],
  ['a cookie in a text', SECRET, "-H 'Cookie: a=b; c=d' x", "-H 'Cookie: ~other-secret~' x"],
])('%s is removed', (_, secret, text, shown) => {
  expect(redactorOf(secret).text(text)).toBe(shown);
});

test.each([
  ['a key that is no secret', 'Idempotency-Key: abc, key=def, {"monkey":"ghi"}'],
  ['a sentence about a token', 'invalid token: the second one, tokenType=Bearer'],
  ['an empty value', 'client_secret=&token=""'],
  ['a template of a path', '/api/v1/verification/check/{token}'],
  ['a code that resembles a token', 'at keyJson.parse.value (file.js:1:2)'],
  ['hexadecimal digits of a value', Buffer.from(SECRET).toString('hex')],
  ['base64 of base64', base64(base64(SECRET))],
])('%s stays', (_, text) => {
  expect(redactorOf(SECRET).text(text)).toBe(text);
});

test('a field is a secret up to the next one, whatever it contains', () => {
  expect(redactorOf().form('a=b&client_secret=c;d "e"&f=g')).toBe('a=b&client_secret=~other-secret~&f=g');
  expect(redactorOf().form('client%5Fsecret=c%&f')).toBe('client%5Fsecret=~other-secret~%&f');
});

test.each(['Authorization', 'Proxy-Authorization'])('credentials in %s are removed, and their scheme stays', (name) => {
  const redactor = redactorOf(SECRET);
  const basic = (password: string): string => `Basic ${base64(`me:${password}`)}`;
  expect(redactor.field(name, 'Bearer abc')).toEqual([name, 'Bearer ~other-secret~']);
  expect(redactor.field(name, basic(SECRET))).toEqual([name, basic('~client-secret~')]);
  expect(redactor.field(name, basic('wrong'))).toEqual([name, basic('~other-secret~')]);
});

test.each(['Cookie', 'Set-Cookie', 'X-Client-Secret', 'Signing-Key', 'client_assertion', 'client_secret[12]'])(
  '%s is removed',
  (name) => {
    expect(redactorOf().field(name, 'a=b; c=d')).toEqual([name, '~other-secret~']);
  },
);

test('names are searched as values are', () => {
  expect(redactorOf(SECRET).field(`X-${GENERATED}`, 'a')).toEqual(['X-~other-secret~', 'a']);
  expect(redactorOf(SECRET).form(`${encodeURIComponent(SECRET)}=a`)).toBe('~client-secret~=a');
});

test('of many known values, the oldest are forgotten', () => {
  const values = new KnownValues(2);
  for (const value of ['first-value', 'second-value', 'third-value']) values.add(value);
  const redactor = new Redactor({ values });
  expect(redactor.text('first-value second-value third-value')).toBe('first-value ~other-secret~ ~other-secret~');
});

test.each([
  ['~client-secret~', '~text:client-secret~'],
  ['x~text:seal~y', 'x~text:text:seal~y'],
  ['~text:text:signature~', '~text:text:text:signature~'],
  ['~~client-secret~~', '~~text:client-secret~~'],
  ['~', '~'],
])('the text %j, which looks like a marker, is shown as %j', (text, shown) => {
  expect(redactorOf().text(text)).toBe(shown);
});

test.each([
  ['a short secret in a word stays', 'sesame', 'sesames', 'sesames'],
  ['a short secret that is a word is removed', 'sesame', 'open sesame!', 'open ~client-secret~!'],
  ['an encoded character before a secret is no part of a word', 'sesame', 'q=%20sesame', 'q=%20~client-secret~'],
  ['a secret that is too short stays outside its places', 's3', 'as s3', 'as s3'],
])('%s', (_, secret, text, shown) => {
  expect(redactorOf(secret).text(text)).toBe(shown);
});

test.each(['\r\n', '\n'])('in a multipart form with %j, the value below the name of a secret is removed', (end) => {
  const formOf = (secret: string): string =>
    ['--b', 'Content-Disposition: form-data; name="client_secret"', 'Content-Type: text/plain', '', secret, 'line 2']
      .concat('--b', 'Content-Disposition: form-data; name="scope"', '', 'all', '--b--')
      .join(end);

  const shown = formOf('~').replace(`~${end}line 2`, MARKERS.otherSecret);
  expect(redactorOf().form(formOf('a stranger'))).toBe(shown);
});

test('an address that ends in /token is no member whose value is a secret', () => {
  const text = '"POST http://127.0.0.1:8080/oauth/token": 500';
  expect(redactorOf().text(text)).toBe(text);
  expect(redactorOf().text('{ "token": 4711 }')).not.toContain('4711');
});
