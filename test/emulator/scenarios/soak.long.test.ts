/** Many calls under all kinds of faults leave nothing behind: no connection, no memory, nothing that keeps the emulator from closing. */

import { Agent, request, type ClientRequest } from 'node:http';
import { expect, test } from 'vitest';
import type { Emulator } from '../../../src/index.js';
import { faultKinds } from '../../../src/emulator/scenarios/decide-faults.js';
import { fraction } from '../../../src/emulator/domain/time/random.js';
import { shippedScenarios } from '../../../src/start/shipped.js';
import { startInstitution } from '../../institution.js';
import { goodCalls, type GoodCall } from './good-calls.js';
import { budget } from '../../budget.js';
import { heapInUse } from '../../heap-in-use.js';
import SELECTIONS from './soak.json' with { type: 'json' };

const CALLS = budget({ short: 300, long: 10_000 });
const WARM_UP = budget({ short: 150, long: 1_000 });
const CONNECTIONS = 50;
const MOST_GROWTH = 20 * 1_048_576;

test('the soak meets every kind of fault', () => {
  const catalogue = shippedScenarios();
  const met = SELECTIONS.flatMap((selection) => selection.split(', ')).map((member) => member.split(';')[0]!);
  const kinds = (names: readonly string[]) => new Set(names.flatMap((name) => [...faultKinds(catalogue.get(name)!)]));
  expect(kinds(met.filter((name) => name !== ''))).toEqual(kinds([...catalogue.keys()]));
});

/** How a call ended for the client; each of the kinds is counted. */
type Outcome = 'answered' | 'broken' | 'given up';

/** Sends the call and reads whatever comes; clients of no-answer give up, the others never have to. */
function outcomeOf(
  agent: Agent,
  { url }: Emulator,
  { method, path, headers, body }: GoodCall,
  selection: string,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const sent: ClientRequest = request(url + path, {
      agent,
      method,
      headers: { ...headers, ...(selection !== '' && { 'Emulator-Scenario': selection }) },
    });
    const patience = selection.includes('no-answer')
      ? setTimeout(() => sent.destroy(new Error('given up')), 8)
      : undefined;
    const settle = (outcome: Outcome): void => {
      clearTimeout(patience);
      resolve(outcome);
    };
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => {
        settle('answered');
      });
      response.on('error', () => {
        settle('broken');
      });
    });
    sent.on('error', ({ message }) => {
      settle(message === 'given up' ? 'given up' : 'broken');
    });
    sent.end(body);
  });
}

/** Drawn from the number of the call, so that every run is the same. */
function pick<Item>(items: readonly Item[], call: number, salt: number): Item {
  return items[Math.floor(fraction(1, salt, call) * items.length)]!;
}

interface Soaking {
  readonly agent: Agent;
  readonly emulator: Emulator;
  readonly calls: readonly GoodCall[];
}

/** Makes the calls from `from` to `until`, on all connections at a time. */
async function soak(
  { agent, emulator, calls }: Soaking,
  from: number,
  until: number,
): Promise<Record<Outcome, number>> {
  const counts = { answered: 0, broken: 0, 'given up': 0 };
  let next = from;
  const client = async (): Promise<void> => {
    for (let call = next++; call < until; call = next++)
      counts[await outcomeOf(agent, emulator, pick(calls, call, 1), pick(SELECTIONS, call, 2))]++;
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  return counts;
}

/** TCP connections of this process, servers' ends included; no other test file runs in it meanwhile. */
function connections(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
}

test(
  `after ${WARM_UP + CALLS} calls under all kinds of faults no connection is open, no memory is lost, and the emulator closes`,
  { timeout: 90_000 },
  async () => {
    const before = connections();
    const institution = await startInstitution({ population: 100 });
    const { emulator } = institution;
    const calls = Object.values(await goodCalls(institution));
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

    await soak({ agent, emulator, calls }, 0, WARM_UP);
    const warm = heapInUse();
    const counts = await soak({ agent, emulator, calls }, WARM_UP, WARM_UP + CALLS);
    const growth = heapInUse() - warm;

    expect(counts.answered + counts.broken + counts['given up']).toBe(CALLS);
    expect(Math.min(counts.answered, counts.broken, counts['given up'])).toBeGreaterThan(CALLS / 50);
    expect(growth).toBeLessThan(MOST_GROWTH);
    agent.destroy();
    await emulator.close();
    await expect.poll(connections, { interval: 20 }).toBe(before);
  },
);
