/** Every way in which a message on the data plane is refused, or ends: what is sent, and what each reader is told. */

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

const HOST = 'Host: localhost\r\n';
const TOKEN = 'Authorization: Bearer {token}\r\n';
const CLOSE = 'Connection: close\r\n';
const USERS = 'GET /api/v1/institutions/me/users?limit=5 HTTP/1.1\r\n';
const USER_LIST = `${USERS}${HOST}${TOKEN}`;
const LINK = `POST /api/v1/verification/generate-link HTTP/1.1\r\n${HOST}${TOKEN}Content-Type: application/json\r\n`;
const BODY = '{"contractId":"nobody"}';
const PARTIES = `partyIds=party${'a'.repeat(112)}&`.repeat(140);

/** A request for users with a scenario, on a connection that ends with it. */
function under(scenario: string): string {
  return `${USER_LIST}${CLOSE}Emulator-Scenario: ${scenario}\r\n\r\n`;
}

/** Requests that keep no rule of HTTP, though their heads can be read. */
const BY_RULE: readonly Way[] = [
  {
    way: '140 parties in one target',
    sends: `GET /api/v1/institutions/me/credentials?${PARTIES} HTTP/1.1\r\n${HOST}${TOKEN}\r\n`,
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
    sends: `${USER_LIST}Cookie: a=${'x'.repeat(17_000)}\r\n\r\n`,
    status: 431,
    reason: /the header fields have 17,\d{3} bytes, the limit is 16,384; the largest is Cookie/,
  },
  {
    way: 'many headers',
    sends: `${USER_LIST}${`X-Many: ${'1'.repeat(100)}\r\n`.repeat(200)}\r\n`,
    status: 431,
    reason: /the limit is 16,384/,
  },
  { way: 'an unknown expectation', sends: `${USER_LIST}Expect: 200-maybe\r\n\r\n`, status: 417, reason: /200-maybe/ },
  { way: 'no Host', sends: `${USERS}${TOKEN}\r\n`, status: 400, reason: /the request has no Host header; send one/ },
  { way: 'two Hosts', sends: `${USERS}${HOST}${HOST}\r\n`, status: 400, reason: /the request has 2 Host/ },
  {
    way: 'CONNECT',
    sends: 'CONNECT api.test:443 HTTP/1.1\r\nHost: api.test:443\r\n\r\n',
    status: 405,
    reason: /CONNECT api\.test:443 takes the emulator for a proxy/,
  },
];

/** What the parser takes for no request. */
const BY_PARSER: readonly Way[] = [
  {
    way: 'a method in small letters',
    sends: `get / HTTP/1.1\r\n${HOST}\r\n`,
    status: 400,
    reason: /write it in capital/,
  },
  {
    way: 'an unknown method',
    sends: `BREW /pot HTTP/1.1\r\n${HOST}\r\n`,
    status: 400,
    reason: /the method BREW is unknown/,
  },
  { way: 'garbage', sends: 'hello\r\nworld\r\n', status: 400, reason: /does not begin with a request line/ },
  {
    way: 'the PROXY protocol',
    sends: `PROXY TCP4 1.2.3.4 1.2.3.4 1 2\r\n${USERS}\r\n`,
    status: 400,
    reason: /does not begin with a request line/,
  },
  {
    way: 'a byte order mark',
    sends: `\ufeff${USERS}${HOST}\r\n`,
    status: 400,
    reason: /does not begin with a request line/,
  },
  {
    way: 'a header without a colon',
    sends: `${USERS}${HOST}Broken header\r\n\r\n`,
    status: 400,
    reason: /line 3 of the/,
  },
  { way: 'a header without a name', sends: `${USERS}: b\r\n\r\n`, status: 400, reason: /is no header field/ },
  { way: 'a blank before the colon', sends: `${USERS}Host : a\r\n\r\n`, status: 400, reason: /without a blank before/ },
  { way: 'a folded header', sends: `${USERS}X: a\r\n b\r\n\r\n`, status: 400, reason: /without line breaks/ },
  { way: 'NUL in a header', sends: `${USERS}X: a\0b\r\n\r\n`, status: 400, reason: /Invalid header value char/ },
  {
    way: 'two lengths',
    sends: `${LINK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc`,
    status: 400,
    reason: /two Content-Length headers/,
  },
  {
    way: 'a length beside a coding',
    sends: `${LINK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    status: 400,
    reason: /Transfer-Encoding/,
  },
  {
    way: 'a negative length',
    sends: `${LINK}Content-Length: -1\r\n\r\n`,
    status: 400,
    reason: /Content-Length is not a number/,
  },
  { way: 'é in a target', sends: `GET /é HTTP/1.1\r\n${HOST}\r\n`, status: 400, reason: /percent-encode it/ },
  { way: 'a target without a slash', sends: `GET x HTTP/1.1\r\n${HOST}\r\n`, status: 400, reason: /percent-encode it/ },
  {
    way: 'a blank in a target',
    sends: `GET /a b HTTP/1.1\r\n${HOST}\r\n`,
    status: 400,
    reason: /blanks in the target as %20/,
  },
  { way: 'HTTP/1.2', sends: `GET / HTTP/1.2\r\n${HOST}\r\n`, status: 400, reason: /let the client speak HTTP\/1\.1/ },
  {
    way: 'no version',
    sends: `GET / \r\n${HOST}\r\n`,
    status: 400,
    reason: /the request line does not end in HTTP\/1\.1/,
  },
  { way: 'a line feed alone', sends: 'GET / HTTP/1.1\nHost: a\n\n', status: 400, reason: /CR LF/ },
  { way: 'half a request line', sends: 'GET / HT', then: 'half', status: 400, reason: /ends before the empty line/ },
  {
    way: 'half a head',
    sends: `${USERS}Host: a\r\nX`,
    then: 'half',
    status: 400,
    reason: /ends before the empty line/,
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
  {
    way: 'a second request that is none, with the first',
    sends: `${USER_LIST}\r\nget / HTTP/1.1\r\n${HOST}\r\n`,
    reads: [200, 400],
    status: 400,
    reason: /write it in capital/,
  },
  {
    way: 'a second request that is none, after the first',
    sends: `${USER_LIST}\r\n`,
    more: `get / HTTP/1.1\r\n${HOST}\r\n`,
    reads: [200, 400],
    status: 400,
    reason: /write it in capital/,
  },
];

/** Requests whose body breaks HTTP. */
const BY_BODY: readonly Way[] = [
  {
    way: 'a body that is longer than it says',
    sends: `${LINK}Content-Length: ${BODY.length}\r\n\r\n${BODY} `,
    status: 404,
    reason: /Content-Length says 23, the body has 24 bytes/,
  },
  {
    way: 'a longer body of a request that is refused before',
    sends: `${LINK.replace(TOKEN, '')}Content-Length: ${BODY.length}\r\n\r\n${BODY}ab`,
    status: 401,
    reason: /Content-Length says 23, the body has 25 bytes/,
  },
  {
    way: 'a longer body on a connection that ends',
    sends: `${LINK}${CLOSE}Content-Length: ${BODY.length}\r\n\r\n${BODY}ab`,
    status: 404,
    reason: /the body has 25 bytes/,
  },
  {
    way: 'bytes that come after the response',
    sends: `${LINK}Content-Length: ${BODY.length}\r\n\r\n${BODY}`,
    more: '}',
    status: 404,
    reason: /Content-Length says 23, the body has 24 bytes/,
  },
  {
    way: 'a body without a length',
    sends: `${USER_LIST}\r\n{"a":1}`,
    status: 200,
    reason: /Content-Length is missing or 0, the body has 7 bytes/,
  },
  {
    way: 'bytes behind the last chunk',
    sends: `${LINK}Transfer-Encoding: chunked\r\n\r\n17\r\n${BODY}\r\n0\r\n\r\n}`,
    status: 404,
    reason: /1 bytes follow the last chunk/,
  },
  {
    way: 'a length that is no length of a chunk',
    sends: `${LINK}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}`,
    status: 400,
    reason: /the body broke off: it is not chunked as it says/,
  },
  {
    way: 'a chunk that is longer than it says',
    sends: `${LINK}Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n`,
    status: 400,
    reason: /the body broke off: it is not chunked as it says/,
  },
  {
    way: 'large extensions of a chunk',
    sends: `${LINK}Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    status: 413,
    reason: /the body broke off: its chunk extensions/,
  },
  {
    way: 'an unknown coding',
    sends: `${LINK}Transfer-Encoding: gzip\r\n\r\nabc`,
    status: 400,
    reason: /the body broke off: .*Transfer-Encoding/,
  },
  {
    way: 'a body that ends too early',
    sends: `${LINK}Content-Length: 99\r\n\r\n${BODY}`,
    then: 'half',
    status: 400,
    reason: /the body broke off: the connection ended before the 99 bytes that Content-Length says/,
  },
  {
    way: 'a client that leaves in the middle of its body',
    sends: `${LINK}Content-Length: 99\r\n\r\n${BODY}`,
    then: 'leave at once',
    reads: [],
    status: 400,
    ending: 'client-left',
    reason: /^client left after \d+ ms, before the response$/,
  },
  {
    way: 'chunks without an end',
    sends: `${LINK}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`,
    then: 'half',
    status: 400,
    reason: /the body broke off: the connection ended before its last chunk/,
  },
];

/** Calls that do not get the whole response, and such that do. */
const BY_END: readonly Way[] = [
  {
    way: 'a client that leaves before the response',
    sends: under('latency;from="30s";to="30s"'),
    then: 'leave',
    reads: [],
    status: 200,
    ending: 'client-left',
    reason: /^client left after \d+ ms, before the response$/,
  },
  {
    way: 'a client that leaves before the body',
    sends: under('slow-body;delay="30s"'),
    then: 'midway',
    reads: [200],
    status: 200,
    ending: 'client-left-midway',
    reason: /^client left after \d+ ms, in the middle of the response$/,
  },
  {
    way: 'a client that leaves in the middle of the body',
    sends: under('drip;bytes=100;every="1s"'),
    then: 'midway',
    reads: [200],
    status: 200,
    ending: 'client-left-midway',
    reason: /in the middle of the response$/,
  },
  {
    way: 'a client that leaves before a fault',
    sends: under('latency;from="30s";to="30s", connection-closed'),
    then: 'leave',
    reads: [],
    status: 200,
    ending: 'client-left',
    reason: /^client left/,
  },
  {
    way: 'a client that sends no more before it is answered',
    sends: under('latency;from="30s";to="30s"'),
    then: 'half',
    reads: [],
    status: 200,
    ending: 'client-left',
    reason: /^client left/,
  },
  { way: 'a reset', sends: under('connection-reset'), reads: [], status: 200, ending: 'reset', reason: /reset by/ },
  { way: 'a close', sends: under('connection-closed'), reads: [], status: 200, ending: 'close', reason: /closed by/ },
  { way: 'a body that is cut', sends: under('body-cut'), status: 200, ending: 'cut', reason: /response cut off/ },
  {
    way: 'a broken chunk',
    sends: under('chunks-broken'),
    status: 200,
    ending: 'broken-chunks',
    reason: /broken chunk/,
  },
  { way: 'a whole response', sends: `${USER_LIST}${CLOSE}\r\n`, status: 200 },
  { way: 'a whole response after a while', sends: under('latency;from="50ms";to="50ms"'), status: 200 },
  { way: 'a whole response in pieces', sends: under('drip;bytes=2000;every="1ms"'), status: 200 },
  { way: 'a head alone', sends: `${USER_LIST.replace('GET', 'HEAD')}${CLOSE}\r\n`, status: 200 },
  { way: 'HTTP/1.0', sends: `${USER_LIST.replace('HTTP/1.1', 'HTTP/1.0')}\r\n`, status: 200 },
  {
    way: 'an unknown path',
    sends: `GET /nowhere HTTP/1.1\r\n${HOST}${CLOSE}\r\n`,
    status: 404,
    reason: /no path like/,
  },
  { way: 'a wrong method', sends: `${USER_LIST.replace('GET', 'PUT')}${CLOSE}\r\n`, status: 405 },
];

function withHttp(ways: readonly Way[], brokenHttp: 'refused' | 'served'): Way[] {
  return ways.map((way) => ({ ...way, brokenHttp }));
}

export const WAYS: readonly Way[] = [
  ...withHttp([...BY_RULE, ...BY_PARSER], 'refused'),
  ...withHttp(BY_BODY, 'served'),
  ...BY_END,
];
