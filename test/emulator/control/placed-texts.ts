/** The places of a request where a text may stand, and how a client may encode it. */

import { gzipSync } from 'node:zlib';

export type Encoding = (text: string) => string;
const hex = (text: string): string => Buffer.from(text).toString('hex');
const everyByte = (text: string): string => hex(text).replace(/../g, (byte) => `%${byte}`);
export const ENCODINGS: Readonly<Record<string, Encoding>> = {
  none: (text) => text,
  percent: encodeURIComponent,
  'percent in lower case': (text) => encodeURIComponent(text).replace(/%../g, (escape) => escape.toLowerCase()),
  'percent of every byte': everyByte,
  'percent of signs': (text) => text.replace(/\W|_/g, everyByte),
  form: (text) => new URLSearchParams({ '': text }).toString().slice(1),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  'JSON as .NET writes it': (text) => text.replace(/[^\w.]/g, unicode),
  'JSON of every character': (text) => text.replace(/[^]/g, unicode),
  'percent of percent': (text) => encodeURIComponent(everyByte(text)),
  URI: encodeURI,
  'part of a word': (text) => `before-${text}_and_more`,
  twice: (text) => text + text,
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 behind a character': (text) => Buffer.from(`x${text}y`).toString('base64'),
  'base64 behind two': (text) => Buffer.from(`a:${text}`).toString('base64'),
  base64url: (text) => Buffer.from(`client:${text}`).toString('base64url'),
};

function unicode(character: string): string {
  return String.raw`\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Buffer;
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
export const USERS = '/api/v1/institutions/me/users';
const LINK = '/api/v1/verification/generate-link';
/** A GET request. */
export const get = (path: string, headers = {}): Placed => ({ method: 'GET', path, headers });
const post = (path: string, body: string | Buffer, headers: Record<string, string>): Placed => ({
  method: 'POST',
  path,
  headers,
  body,
});

/** By name. */
export const PLACES: Readonly<Record<string, (text: string) => Placed>> = {
  segment: (text) => get(`/api/v1/nowhere/${text}`),
  'segments before others': (text) => get(`/api/v1/verification/check/${text}/extra?again`),
  'part of a segment': (text) => get(`/api/v1/institutions/me/human-scores/x-${text}`),
  'path without a slash before': (text) => get(`${USERS}${text}`),
  check: (text) => get(`/api/v1/verification/check/${text}`),
  'query value': (text) => get(`${USERS}?q=${text}`),
  'query name': (text) => get(`${USERS}?${text}=1`),
  'secret field of a query': (text) => get(`${USERS}?limit=5&client%5fsecret=${text}`),
  header: (text) => get(USERS, { 'X-Any': `see ${text}, please` }),
  'header of a secret': (text) => get(USERS, { 'X-Api-Key': text }),
  cookie: (text) => get(USERS, { Cookie: `a=b; session=${text}` }),
  'list of secrets in a query': (text) => get(`${USERS}?client_secret[]=${text}&client_secret[]=x`),
  'link in a referer': (text) => get(USERS, { Referer: `https://example.com/verify/${text}` }),
  referer: (text) => get(USERS, { Referer: `https://example.com/?state=${text}` }),
  agent: (text) => get(USERS, { 'User-Agent': `client/1.0 (${text})` }),
  bearer: (text) => get(USERS, { Authorization: `Bearer ${text}` }),
  'second authorization': (text) => get(USERS, { Authorization: ['Bearer abc', `Basic ${text}`] }),
  digest: (text) => get(USERS, { Authorization: `Digest username="x", response="${text}"` }),
  'other scheme': (text) => get(USERS, { Authorization: `${text} Bearer` }),
  'no scheme': (text) => get(USERS, { Authorization: text }),
  basic: (text) => post('/oauth/token', 'grant_type=client_credentials', { ...FORM, Authorization: `Basic ${text}` }),
  'password of basic': (text) =>
    post('/oauth/token', 'grant_type=client_credentials', {
      ...FORM,
      Authorization: `Basic ${Buffer.from(`demo-institution:${text}`).toString('base64')}`,
    }),
  scenario: (text) => get(USERS, { 'Emulator-Scenario': text }),
  'form value': (text) => post('/oauth/token', `grant_type=client_credentials&client_id=${text}`, FORM),
  'form name': (text) => post('/oauth/token', `grant_type=x&${text}=y`, FORM),
  'secret of a form': (text) => post('/oauth/token', `grant_type=x&client_secret=${text}`, FORM),
  'compressed form': (text) => post('/oauth/token', gzipSync(`other=${text}`), { ...FORM, 'Content-Encoding': 'gzip' }),
  'JSON value': (text) => post(LINK, `{"contractId":"${text}","note":"a"}`, JSON_TYPE),
  'JSON name': (text) => post(LINK, `{"contractId":"a","${text}":true}`, JSON_TYPE),
  'JSON member of a secret': (text) => post(LINK, String.raw`{"client\u005fsecret":"${text}"}`, JSON_TYPE),
  'secrets within JSON': (text) => post(LINK, `{"nested":{"clientSecret":["${text}"]}}`, JSON_TYPE),
  'JSON that is broken': (text) => post(LINK, `{"contractId":${text}`, JSON_TYPE),
  batch: (text) =>
    post('/api/v1/verification/generate-links-batch', `{"requests":[{"contractId":"${text}"}]}`, JSON_TYPE),
};

/** Where any value is a secret. */
export const OF_SECRETS = new Set([
  'secret field of a query',
  'list of secrets in a query',
  'header of a secret',
  'cookie',
  'bearer',
  'second authorization',
  'digest',
  'password of basic',
  'secret of a form',
  'JSON member of a secret',
  'secrets within JSON',
]);
