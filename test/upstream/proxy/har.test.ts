/** A proxy writes a HAR without secrets, which `evidence` and `judge` read like one of another tool. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { expect, test } from 'vitest';
import { evidenceFromFiles } from '../../../src/upstream/evidence/index.js';
import { judgeService } from '../../../src/traffic/service-verdicts.js';
import { judgedTraffic } from '../../../src/traffic/judged-traffic.js';
import { startProxy } from '../../../src/upstream/proxy/start-proxy.js';
import { shippedContract } from '../../../src/start/shipped.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { cast } from '../../cast.js';
import { journalOf, startProxied } from './proxied.js';

const { contractId } = cast('Ben').credentials[0]!;

test('evidence and judge read what the proxy has written, and it has no secret', async () => {
  await using folder = await temporaryFolder({});
  const har = join(folder.path, 'traffic.har');
  const secrets: string[] = [];
  const { emulator, evidence } = await (async () => {
    await using proxied = await startProxied({ emulator: { clientSecret: 'a secret/with=signs' }, proxy: { har } });
    const { proxy, token } = proxied;
    const link = await proxied.post('/verification/generate-link', { contractId });
    const { token: linkToken, verificationUrl } = link.body as { token: string; verificationUrl: string };
    for (let check = 0; check < 2; check++) await request(proxy.apiUrl).get(`/verification/check/${linkToken}`);
    for (let read = 0; read < 4; read++) await proxied.get('/institutions/me/secrets');
    await request(proxy.url).get('/elsewhere');
    const connections = (await journalOf(proxy)).map(({ connection }) => connection?.request);
    expect(connections.every((nth) => nth !== undefined)).toBe(true);
    secrets.push(token, linkToken, verificationUrl, 'a secret/with=signs', 'a+secret');
    return { emulator: proxied.emulator, evidence: proxy.evidence() };
  })();

  const text = readFileSync(har, 'utf8');
  const { entries } = (JSON.parse(text) as { log: { entries: readonly Record<string, unknown>[] } }).log;
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  expect(entries).toHaveLength(8);

  const service = { services: [emulator.apiUrl], tokenUrls: [emulator.tokenUrl] };
  const read = await evidenceFromFiles({ files: [har], ...service, revision: 'specification' });
  expect(read.read.exchanges).toBe(8);
  expect(Object.keys(read.points).sort()).toEqual(Object.keys(evidence.points).sort());

  const { service: recording } = await judgedTraffic([har], { contract: shippedContract(), ...service });
  const { verdicts } = judgeService(recording!.read(), true);
  expect(verdicts.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule)).toEqual(['known-endpoints']);
  expect(verdicts.find(({ rule }) => rule === 'reuse-token')!.verdict).toBe('pass');
});

test('a proxy whose port is taken leaves the file of an earlier recording as it is', async () => {
  await using folder = await temporaryFolder({ 'traffic.har': 'an earlier recording' });
  const har = join(folder.path, 'traffic.har');
  await using proxied = await startProxied();
  const { apiUrl: upstream, tokenUrl: tokenUpstream } = proxied.emulator;
  const port = Number(new URL(proxied.proxy.url).port);
  await expect(startProxy({ upstream, tokenUpstream, har, port })).rejects.toThrow('is in use');
  expect(readFileSync(har, 'utf8')).toBe('an earlier recording');
});

test('a file that cannot be written is reported at start', async () => {
  await expect(startProxied({ proxy: { har: '/nowhere/traffic.har' } })).rejects.toThrow(/option har: .*nowhere/);
});
