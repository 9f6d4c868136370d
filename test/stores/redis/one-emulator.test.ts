/** Replicas behind a proxy answer random clients with the same bytes as one emulator in memory. */

import { Agent } from 'node:http';
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import request from 'supertest';
import { expect } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { budget } from '../../budget.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { drive, type Plan, type RecordedResponse } from '../../emulator/control/driven-sandbox.js';
import { plans } from '../../emulator/control/random-plans.js';
import { turningProxy } from '../turning-proxy.js';
import { startReplicas } from './replicas.js';
import { test } from './redis-test.js';

const SANDBOXES = budget({ short: 8, long: 300 });
const STEPS = 14;
const SEED = budget({ short: 20_260_131, long: 7 });

test(
  `two replicas behind a proxy answer ${SANDBOXES} random clients with the same bytes as one emulator in memory`,
  { timeout: 600_000 },
  async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    await using folder = await temporaryFolder({
      'key.pem': privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    });
    const options = { signingKey: join(folder.path, 'key.pem'), sandboxSecret: 'seeded' } as const;
    const [all] = fc.sample(plans(SANDBOXES, STEPS), { numRuns: 1, seed: SEED }) as [Plan[]];

    await using single = await startEmulator(options);
    const expected = await answersOf(single.url, all);

    await using shared = await startReplicas(options);
    await using proxy = await turningProxy(shared.replicas.map(({ url }) => ({ port: Number(new URL(url).port) })));
    expect(await answersOf(proxy.url, all)).toEqual(expected);
  },
);

/** Each request goes to another replica. */
async function answersOf(url: string, all: readonly Plan[]): Promise<RecordedResponse[][]> {
  const ids: string[] = [];
  for (const { options } of all) {
    const opened = await request(url).post('/_emulator/sandboxes').send(options);
    expect(opened.status).toBe(201);
    ids.push((opened.body as { id: string }).id);
  }
  const agent = new Agent({ keepAlive: false, maxSockets: 16 });
  return Promise.all(all.map((plan, at) => drive({ url }, ids[at]!, plan, agent)));
}
