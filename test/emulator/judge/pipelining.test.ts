/** Requests that a client sends before it has read the responses (RFC 9112 section 9.3.2), over HTTP. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startControlledEmulator, type TestSandbox } from '../control/controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const controlled = await untilEnd(startControlledEmulator());

/** Sends requests for pages of users at once, on one connection. */
async function pipeline({ apiUrl, token }: TestSandbox, requests: number): Promise<void> {
  const { hostname, port, pathname } = new URL(apiUrl);
  const socket = connect(Number(port), hostname).resume();
  const head = `GET ${pathname}/institutions/me/users?limit=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
  socket.write(`${`${head}\r\n`.repeat(requests - 1)}${head}Connection: close\r\n\r\n`);
  await once(socket, 'close');
}

async function verdictOf({ done }: TestSandbox, rule: string): Promise<string | undefined> {
  const { verdicts } = await done<{ verdicts: { rule: string; verdict: string }[] }>('get', '/behaviour');
  return verdicts.find((each) => each.rule === rule)?.verdict;
}

test('the journal says which requests were pipelined', async () => {
  const sandbox = await controlled.open();

  await pipeline(sandbox, 3);
  await sandbox.get('/institutions/me/users');

  const { exchanges } = await sandbox.done<{ exchanges: { connection: { pipelined?: true } }[] }>('get', '/journal');
  expect(exchanges.slice(-4).map(({ connection }) => connection.pipelined)).toEqual([undefined, true, true, undefined]);
});

test.each([
  ['wait-as-told', 'rate-limit-burst;burst=1;retry-after=60'],
  ['drop-refused-token', 'token-expired'],
])('pipelined requests do not break %s: they were sent before the refusal was read', async (rule, scenario) => {
  const sandbox = await controlled.open({ scenario });

  await pipeline(sandbox, 4);

  expect(await verdictOf(sandbox, rule)).not.toBe('fail');
});

test('a pipeline of any length makes no warning of Node.js', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  const sandbox = await controlled.open();

  await pipeline(sandbox, 50);

  await new Promise(setImmediate);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
