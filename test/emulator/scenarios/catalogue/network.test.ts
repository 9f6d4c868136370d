/** Tests read the bytes over bare sockets, and use Node's own client. */

import { expect, test } from 'vitest';
import { startInstitution } from '../../../institution.js';
import { responseTo, goodCalls, statusesOf, type GoodCalls } from '../good-calls.js';
import { fieldOf, rawExchange } from '../raw-exchange.js';
import { untilEnd } from '../../../until-end.js';

/** Its clock is stopped, so equal calls have equal responses. */
const institution = await untilEnd(startInstitution({ now: '2026-01-31T09:00:00Z' }));
const good = await goodCalls(institution);
// The same request again changes nothing, so tests may repeat it.
await responseTo(institution, good.createCredentialsRequest);
const usual: string = (await responseTo(institution, good.getUsers)).text;

const raw = (selection: string, operation: keyof GoodCalls = 'getUsers', patience = 10_000) =>
  rawExchange(institution, { call: good[operation], selection, patience });

/** The call succeeds as usual. */
async function expectNormal(selection?: string): Promise<void> {
  expect(await responseTo(institution, good.getUsers, selection)).toMatchObject({ status: 200, text: usual });
}

/** How a connection ends. */
const ENDINGS = [
  ['connection-reset', 'ECONNRESET'],
  ['connection-closed', 'closed'],
] as const;

test.each(ENDINGS)('%s: the connection ends before anything arrives', async (scenario, end) => {
  expect(await raw(`${scenario};activation=raw`)).toMatchObject({ end, pieces: [] });
});

test.each([
  ['connection-reset', 'read ECONNRESET'],
  ['connection-closed', 'socket hang up'],
  ['body-cut', 'aborted'],
  ['chunks-broken', 'Parse Error'],
])('%s: a client fails, its next call succeeds, and so does one without the scenario', async (scenario, message) => {
  const selection = `${scenario};activation=client`;
  await expect(responseTo(institution, good.getUsers, selection)).rejects.toThrow(message);
  await expectNormal(selection);
  await expectNormal();
});

test.each(ENDINGS)('%s: some calls pass first, then the given number fails', async (scenario, end) => {
  const ends = [];
  for (let call = 0; call < 4; call++) {
    const { end: ended, head } = await raw(`${scenario};after=1;times=2`);
    ends.push(head === '' ? ended : head.slice(0, 12));
  }
  expect(ends).toEqual(['HTTP/1.1 200', end, end, 'HTTP/1.1 200']);
});

test('connection-reset: the operation is performed nevertheless', async () => {
  const writing = await startInstitution();
  const { createCredentialsRequest, getUsers } = await goodCalls(writing);
  const total = async () => ((await responseTo(writing, getUsers)).json as { totalCount: number }).totalCount;
  const before = await total();
  await rawExchange(writing, { call: createCredentialsRequest, selection: 'connection-reset' });
  const after = await total();
  await writing.close();
  expect(after).toBe(before + 1);
});

test('body-cut: half of the bytes that Content-Length promises arrive, then the connection ends', async () => {
  const cut = await raw('body-cut;activation=half');
  expect(cut.head).toMatch(/^HTTP\/1\.1 200 /);
  expect(Number(fieldOf(cut, 'Content-Length'))).toBe(Buffer.byteLength(usual));
  expect(cut.body.toString()).toBe(
    Buffer.from(usual)
      .subarray(0, Math.floor(Buffer.byteLength(usual) / 2))
      .toString(),
  );
  expect(cut.end).toBe('closed');
});

test.each([0, 1, 17])('body-cut: exactly the requested %i bytes arrive', async (bytes) => {
  expect((await raw(`body-cut;bytes=${bytes}`)).body.toString()).toBe(usual.slice(0, bytes));
});

/** Reads a chunked body (RFC 9112 section 7.1). */
function decodeChunks(body: Buffer): string {
  let text = '';
  for (let at = 0; ;) {
    const lineEnd = body.indexOf('\r\n', at);
    const line = lineEnd === -1 ? '' : body.toString('latin1', at, lineEnd);
    if (!/^[0-9a-f]+$/i.test(line)) throw new Error(`"${line}" is not the length of a chunk`);
    const length = Number.parseInt(line, 16);
    if (length === 0) return text;
    text += body.toString('utf8', lineEnd + 2, lineEnd + 2 + length);
    at = lineEnd + 4 + length;
  }
}

test('chunks-broken: the body is chunked, and cannot be decoded to its end', async () => {
  const broken = await raw('chunks-broken;activation=raw');
  expect(fieldOf(broken, 'Transfer-Encoding')).toBe('chunked');
  expect(fieldOf(broken, 'Content-Length')).toBeUndefined();
  expect(broken.body.toString()).toContain(usual.slice(0, 100));
  expect(() => decodeChunks(broken.body)).toThrow('"zz" is not the length of a chunk');
});

test('no-answer: nothing arrives, and the connection stays open', async () => {
  expect(await raw('no-answer;activation=raw', 'getUsers', 300)).toMatchObject({ end: 'open', pieces: [] });
});

test('no-answer: after a client gives up, its next call succeeds, with and without the scenario', async () => {
  await expect(responseTo(institution, good.getUsers, 'no-answer', AbortSignal.timeout(200))).rejects.toThrow(
    'aborted',
  );
  await expectNormal('no-answer');
  await expectNormal();
});

test('no-answer: an emulator can be closed while a client still waits', async () => {
  const closing = await startInstitution();
  const call = (await goodCalls(closing)).issueToken;
  const { defaultSandbox } = closing.emulator;
  const before = defaultSandbox.requests().length;
  const waiting = rawExchange(closing, { call, selection: 'no-answer' });
  await expect.poll(() => defaultSandbox.requests().length).toBe(before + 1);
  await closing.close();
  expect((await waiting).pieces).toEqual([]);
});

test('drip: the complete body arrives in pieces with pauses', async () => {
  const bytes = Math.ceil(Buffer.byteLength(usual) / 5);
  const dripped = await raw(`drip;bytes=${bytes};every="80ms"`);
  expect(dripped.body.toString()).toBe(usual);
  // A busy machine reads some of them together.
  expect(dripped.pieces.length).toBeGreaterThanOrEqual(2);
  expect(dripped.pieces.at(-1)!.at).toBeGreaterThan(4 * 80 - 20);
});

test('slow-body: the body arrives after the delay', async () => {
  const slow = await raw('slow-body;delay="200ms"');
  expect(slow.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(slow.pieces.at(-1)!.at).toBeGreaterThan(180);
  expect(slow.body.toString()).toBe(usual);
});

test('slow-body: the head does not wait for the body', async () => {
  const { path, headers } = good.getUsers;
  const client = new AbortController();
  const { status } = await fetch(institution.emulator.url + path, {
    headers: { ...headers, 'Emulator-Scenario': 'slow-body;delay="60s"' },
    signal: client.signal,
  });
  client.abort();
  expect(status).toBe(200);
});

test.each([
  ['latency: the usual response is sent after the shortest wait', 'latency;from="150ms";to="160ms"'],
  ['latency-tail: without spread every wait is the median', 'latency-tail;median="150ms";spread=0'],
])('%s', async (_, selection) => {
  const start = performance.now();
  await expectNormal(selection);
  expect(performance.now() - start).toBeGreaterThan(140);
});

test.each(['drip;bytes=1000;every="5ms"', 'slow-body;delay="10ms"', 'latency;from="1ms";to="2ms"'])(
  '%s: a client reads the usual response, also without the scenario',
  async (selection) => {
    await expectNormal(selection);
    await expectNormal();
  },
);

test('latency-tail: a few waits are many times the median', async () => {
  const waits = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const start = performance.now();
      await responseTo(institution, good.getHumanScoreByPartyId, 'latency-tail;median="100ms"');
      return performance.now() - start;
    }),
  );
  expect(Math.max(...waits)).toBeGreaterThan(400);
});

test('malformed-json: the body is the usual one without its end, so it is not JSON', async () => {
  const answer = await responseTo(institution, good.getUsers, 'malformed-json');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(() => JSON.parse(answer.text) as unknown).toThrow(SyntaxError);
  expect(answer.text.slice(0, -1)).toBe(usual.slice(0, -1));
  await expectNormal('malformed-json');
  await expectNormal();
});

test('empty-body: status and content type are the usual ones, and the body is empty', async () => {
  const empty = await raw('empty-body');
  expect(empty.head).toMatch(/^HTTP\/1\.1 200 /);
  expect(fieldOf(empty, 'Content-Type')).toMatch(/^application\/json/);
  expect(fieldOf(empty, 'Content-Length')).toBe('0');
  expect(empty.body).toHaveLength(0);
  await expectNormal('empty-body');
  await expectNormal();
});

test('html-page: the body is an HTML page with status 200', async () => {
  const answer = await responseTo(institution, good.getUsers, 'html-page');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(answer.text).toMatch(/^<!doctype html>/);
  await expectNormal('html-page');
  await expectNormal();
});

test('html-page: a call that usually returns 204 or an error returns the same page', async () => {
  const portal = await responseTo(institution, good.getUsers, 'html-page;activation=portal');
  const otherwise204 = await responseTo(institution, good.createCredentialsRequest, 'html-page;activation=204');
  const otherwise400 = await responseTo(
    institution,
    { ...good.getUsers, path: `${good.getUsers.path}?limit=0` },
    'html-page;activation=400',
  );
  const { status, text } = portal;
  expect([otherwise204, otherwise400]).toMatchObject([
    { status, text },
    { status, text },
  ]);
});

test('wrong-content-type: the usual JSON has the media type text/plain', async () => {
  const answer = await responseTo(institution, good.getUsers, 'wrong-content-type');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(answer.text).toBe(usual);
  expect((await responseTo(institution, good.getUsers, 'wrong-content-type')).headers.get('content-type')).toMatch(
    /^application\/json/,
  );
  await expectNormal();
});

test.each(['malformed-json', 'empty-body', 'wrong-content-type'])('%s: a 204 is unchanged', async (scenario) => {
  // RFC 9110 section 8.6: a 204 must not have Content-Length.
  const answer = await raw(`${scenario};activation=204`, 'createCredentialsRequest');
  expect(answer.head).toMatch(/^HTTP\/1\.1 204 /);
  expect([fieldOf(answer, 'Content-Length'), fieldOf(answer, 'Content-Type'), answer.body.toString()]).toEqual([
    undefined,
    undefined,
    '',
  ]);
});

test.each(['malformed-json', 'html-page', 'empty-body'])('%s: the token endpoint is affected too', async (scenario) => {
  const answer = await responseTo(institution, good.issueToken, `${scenario};activation=token`);
  expect([answer.status, answer.json]).toEqual([200, undefined]);
  expect(await statusesOf(institution, good.issueToken, undefined, 1)).toEqual([200]);
});
