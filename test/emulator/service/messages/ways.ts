/** Every way in which a message on the data plane is refused, or ends: what is sent, and what each reader is told. */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Exchange } from '../../../../src/index.js';

export interface Way {
  readonly way: string;
  /** What the client sends. `{token}` is an access token of the default sandbox. */
  readonly sends: string;
  /** What it sends when it has an answer. Default: nothing. */
  readonly more?: string;
  /** `half`: it sends no more; `leave`: it leaves as soon as the exchange is known; `midway`: when it has some bytes. */
  readonly then?: 'half' | 'leave' | 'leave at once' | 'midway';
  /** The statuses that the client reads. Default: that of the exchange. */
  readonly reads?: readonly number[];
  /** The status of the exchange. */
  readonly status: number;
  readonly ending?: NonNullable<Exchange['response']['ending']>;
  readonly brokenHttp?: 'refused' | 'served';
  /** What the diagnostics say, or how it ended in words. Default: nothing. */
  readonly reason?: RegExp;
}

const USERS = 'GET /api/v1/institutions/me/users?limit=5 HTTP/1.1\r\n';
const HOST = 'Host: localhost\r\n';
const AUTHORIZATION = 'Authorization: Bearer {token}\r\n';
const LINK = `POST /api/v1/verification/generate-link HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;
const PARTIES = `partyIds=party${'a'.repeat(112)}&`.repeat(140);

/** What stands in braces in what is written. */
const PARTS: Readonly<Record<string, string>> = {
  users: USERS,
  host: HOST,
  authorization: AUTHORIZATION,
  close: 'Connection: close\r\n',
  link: LINK,
};

type Written = Omit<Way, 'reason'> & { readonly reason?: string };

const written = parse(readFileSync(new URL('ways.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<'refused' | 'served' | 'whole', readonly Written[]>
>;

function wayOf({ reason, sends, more = '', ...others }: Written): Way {
  const [first, second] = [sends, more].map((text) =>
    text.replaceAll(/\{(\w+)\}/g, (part, name) => PARTS[name as string] ?? part),
  );
  return {
    ...others,
    sends: first!,
    ...(more !== '' && { more: second! }),
    ...(reason !== undefined && { reason: new RegExp(reason) }),
  };
}

/** Requests that are too long. */
const TOO_LONG: readonly Way[] = [
  {
    way: '140 parties in one target',
    sends: `GET /api/v1/institutions/me/credentials?${PARTIES} HTTP/1.1\r\n${HOST}${AUTHORIZATION}\r\n`,
    status: 414,
    reason: /the request target has 17,\d{3} bytes, the limit is 16,384; send fewer partyIds/,
  },
  {
    way: 'a long path',
    sends: `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`,
    status: 414,
    reason: /has 20,001 bytes.*send less in it/,
  },
  {
    way: 'a long target at the token endpoint',
    sends: `POST /oauth/token?${PARTIES} HTTP/1.1\r\n${HOST}Content-Length: 0\r\n\r\n`,
    status: 414,
    reason: /send fewer partyIds/,
  },
  {
    way: 'a large cookie',
    sends: `${USERS}${HOST}${AUTHORIZATION}Cookie: a=${'x'.repeat(17_000)}\r\n\r\n`,
    status: 431,
    reason: /the header fields have 17,\d{3} bytes, the limit is 16,384; the largest is Cookie/,
  },
  {
    way: 'many headers',
    sends: `${USERS}${HOST}${AUTHORIZATION}${`X-Many: ${'1'.repeat(100)}\r\n`.repeat(200)}\r\n`,
    status: 431,
    reason: /the limit is 16,384/,
  },
  {
    way: 'a megabyte of target',
    sends: `GET /${'a'.repeat(1_100_000)}`,
    status: 414,
    reason: /more bytes than are read/,
  },
  {
    way: 'a megabyte of headers',
    sends: `${USERS}${`X: ${'a'.repeat(1_000)}\r\n`.repeat(1_100)}`,
    status: 431,
    reason: /more bytes than are read/,
  },
];

const LONG_CHUNK: Way = {
  way: 'large extensions of a chunk',
  sends: `${LINK}${AUTHORIZATION}Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  status: 413,
  reason: /the body broke off: its chunk extensions/,
};

export const WAYS: readonly Way[] = [
  ...withHttp([...TOO_LONG, ...written.refused.map(wayOf)], 'refused'),
  ...withHttp([LONG_CHUNK, ...written.served.map(wayOf)], 'served'),
  ...written.whole.map(wayOf),
];

function withHttp(ways: readonly Way[], brokenHttp: 'refused' | 'served'): Way[] {
  return ways.map((way) => ({ ...way, brokenHttp }));
}
