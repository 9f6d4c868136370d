/** Calls an emulator by the client library and by bare `fetch` in turn: reads what to ask from standard input, prints microseconds a call. */

import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { idSdk } from '../../dist/client/node/index.js';
import { median } from '../report/samples.js';

/** Turns are short, so that what slows the machine for a while slows both alike. */
const TURNS = 10;

const { emulator, path, headers, calls, order } = JSON.parse(await text(process.stdin));
const partyId = path.split('/').at(-1);
const connection = await idSdk.connect({
  clientId: emulator.clientId,
  clientSecret: emulator.clientSecret,
  network: 'devnet',
  baseUrl: emulator.url,
  tokenUrl: emulator.tokenUrl,
});
const callers = {
  '@id-emulator/sdk': () => connection.getHumanScoreByPartyId(partyId),
  fetch: async () => (await fetch(emulator.url + path, { headers })).json(),
};

const samples = Object.fromEntries(order.map((name) => [name, []]));
for (const name of order) await turn(name);
for (let nth = 0; nth < TURNS; nth++) {
  for (const name of order) samples[name].push(await turn(name));
}
process.stdout.write(JSON.stringify(Object.fromEntries(order.map((name) => [name, median(samples[name])]))));
process.exit();

async function turn(name) {
  const count = Math.ceil(calls / TURNS);
  const begin = performance.now();
  for (let call = 0; call < count; call++) assert.equal((await callers[name]()).partyId, partyId);
  return ((performance.now() - begin) * 1_000) / count;
}
