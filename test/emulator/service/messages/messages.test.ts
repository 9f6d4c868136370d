/** Each message on the data plane is one exchange, and whoever reads of it is told the same. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { type Emulator, type Exchange, startEmulator } from '../../../../src/index.js';
import { outcomeOf } from '../../../cli/id-emulator.js';
import type { Har } from '../../../../src/emulator/journal/har.js';
import { type Way, WAYS } from './ways.js';

/** The exchange with the highest number. */
function lastOf(emulator: Emulator): Exchange | undefined {
  return emulator.defaultSandbox.requests().at(-1);
}

/** Sends what the way says. Resolves to what the client has read when its connection is closed. */
async function answerTo({ sends, more, then }: Way, emulator: Emulator): Promise<string> {
  const { accessToken } = emulator.defaultSandbox.accessToken();
  const before = lastOf(emulator)?.id;
  const socket = connect({ port: Number(new URL(emulator.url).port), host: '127.0.0.1', noDelay: true });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let text = '';
  socket.on('error', () => undefined).on('data', (bytes: Buffer) => (text += bytes.toString()));
  const answered = once(socket, 'data').catch(() => undefined);
  socket.write(sends.replaceAll('{token}', accessToken), () => {
    if (then === 'leave at once') socket.destroy();
  });
  if (more !== undefined) {
    await answered;
    await expect.poll(() => lastOf(emulator)?.duration).toBeDefined();
    socket.write(more);
  }
  if (then === 'midway') await answered;
  if (then === 'leave') await expect.poll(() => lastOf(emulator)?.id).not.toBe(before);
  if (then === 'half') socket.end();
  if (then === 'leave' || then === 'midway') socket.destroy();
  await closed;
  return text;
}

/** What a page is sent of an exchange, as soon as it is over. */
async function outlineOf(emulator: Emulator, id: number): Promise<Partial<Exchange> & { ending?: string }> {
  const { url } = emulator.defaultSandbox;
  const abort = new AbortController();
  const response = await fetch(`${url}/_emulator/sandboxes/default/journal/outlines?from=1`, { signal: abort.signal });
  let text = '';
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const data = text.split('\n').filter((line) => line.startsWith(`data: {"id":${id},`));
    if (data.length === 0 || !text.endsWith('\n\n')) continue;
    abort.abort();
    return JSON.parse(data[0]!.slice('data: '.length)) as Partial<Exchange>;
  }
  throw new Error('the stream has ended');
}

test.each(WAYS)('$way', async (way) => {
  const { status, ending, brokenHttp, reason, reads = [status] } = way;
  const warnings: string[] = [];
  await using emulator = await startEmulator({}, { onWarning: (message) => warnings.push(message) });
  const sandbox = emulator.defaultSandbox;
  // A bundle has the exchanges since the first one that changes the sandbox.
  await fetch(`${sandbox.apiUrl}/institutions/me/users`);

  const text = await answerTo(way, emulator);
  await expect.poll(() => lastOf(emulator)?.id).not.toBe(1);
  await expect.poll(() => lastOf(emulator)?.duration).toBeDefined();
  const exchange = lastOf(emulator)!;

  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)].map(([, code]) => Number(code));
  expect(statuses).toEqual(reads);
  expect(exchange).toMatchObject({ status, response: ending === undefined ? {} : { ending } });
  expect(exchange.response.ending).toBe(ending);
  expect(exchange.brokenHttp).toBe(brokenHttp);
  expect(Number.isInteger(exchange.id)).toBe(brokenHttp !== 'refused');
  expect(exchange.connection?.request).toBe(reads.length > 1 ? reads.length : 1);

  const words = [...exchange.diagnostics, ...(exchange.ended === undefined ? [] : [exchange.ended])];
  if (reason === undefined) expect(words).toEqual([]);
  else expect(words).toContainEqual(expect.stringMatching(reason));
  expect(exchange.ended === undefined).toBe(ending === undefined);

  if (status >= 400 && reads.length > 0) {
    const body = text.slice(text.lastIndexOf('\r\n\r\n') + 4);
    expect(body).toMatch(/^\{"error":"[a-z_]+","(?:message|error_description)":"[^]*\}$/);
    expect(body).not.toMatch(/\bat .*\.[jt]s\b/);
  }

  // The client is told in the response, unless that was sent before, or cannot say it.
  if (brokenHttp !== undefined && way.more !== '}' && reads.length > 0)
    expect(text).toMatch(/\r\nEmulator-Diagnostic: "/);
  // Whoever runs the emulator.
  const told = warnings.filter((line) => words.some((word) => line.includes(word)));
  expect(told).toHaveLength(brokenHttp === undefined ? 0 : 1);

  const har = await fetch(`${emulator.url}/_emulator/sandboxes/default/journal/har`);
  const entry = ((await har.json()) as Har).log.entries.at(-1);
  expect(entry).toMatchObject({ _exchange: exchange.id, _diagnostics: exchange.diagnostics });
  expect(entry?.response.status).toBe(status);
  expect([entry?._ending, entry?.comment]).toEqual([ending, exchange.ended]);

  const { steps } = sandbox.bundle();
  expect(steps).toContainEqual({ exchange: JSON.parse(JSON.stringify(exchange)) as Exchange });

  const { stdout } = await outcomeOf(['journal', '--url', emulator.url]);
  const line = stdout.split('\n').find((found) => found.includes(`#${exchange.id} `))!;
  for (const word of words) expect(line).toContain(word);

  const outline = await outlineOf(emulator, exchange.id);
  const { diagnostics, ended } = exchange;
  expect(outline).toMatchObject({ status, diagnostics, ...(ended !== undefined && { ended, ending }) });

  const failed = sandbox.requests({ status: 'failed' }).some(({ id }) => id === exchange.id);
  expect(failed).toBe(status >= 400 || ending !== undefined);
});

test.each(['journal', 'pact?consumer=x', 'coverage', 'behaviour', 'fidelity', 'bundle', 'state'])(
  'GET %s answers after messages that HTTP refused',
  async (path) => {
    await using emulator = await startEmulator({}, { onWarning: () => undefined });
    const { status } = await fetch(`${emulator.apiUrl}/institutions/me/users`);
    for (const way of WAYS.filter(({ brokenHttp }) => brokenHttp === 'refused').slice(0, 3))
      await answerTo(way, emulator);

    const answer = await fetch(`${emulator.url}/_emulator/sandboxes/default/${path}`);
    expect([status, answer.status, await answer.text()]).toEqual([401, 200, expect.any(String)]);
  },
);
