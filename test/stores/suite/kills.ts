/**
 * In a run with `TEST_STORE_KILLS=1`, the replicas of the tests are killed in turn and started again, while the tests run.
 * A test must not notice: the proxy sends no requests to a replica that is about to be killed, and waits for its answers,
 * so every answer has to be in the store. `killed-replica.test.ts` kills replicas while they answer.
 */

import type { Target, TurningProxy } from '../turning-proxy.js';
import type { ReplicaProcess } from './replica-processes.js';

/** An emulator whose replicas may be killed: one target for each process. */
export interface KilledEmulator {
  readonly proxy: TurningProxy;
  readonly targets: readonly Target[];
}

const BETWEEN_KILLS_MILLISECONDS = 1_500;
/** The durations of responses are written after them: only they may be lost, and the tests read them. */
const JOURNAL_MILLISECONDS = 100;
/** Requests that hang, or streams, would hold the kill up: then it is the turn of the next victim. */
const LONGEST_WAIT_MILLISECONDS = 1_000;

const emulators = new Set<KilledEmulator>();
let isRunning = false;
/** The place of the process that is being killed. */
let dying: number | undefined;

/** Kills replicas of this emulator, too, until the returned function is called. */
export function exposeToKills(emulator: KilledEmulator, processes: readonly ReplicaProcess[]): () => void {
  if (process.env['TEST_STORE_KILLS'] === undefined) return () => undefined;
  emulators.add(emulator);
  if (dying !== undefined) emulator.targets[dying]!.isUp = false;
  if (!isRunning) void killInTurn(processes);
  isRunning = true;
  return () => emulators.delete(emulator);
}

async function killInTurn(processes: readonly ReplicaProcess[]): Promise<never> {
  let kills = 0;
  process.once('exit', () => {
    process.stderr.write(`replica processes killed beside these tests: ${kills}\n`);
  });
  for (let turn = 0; ; turn++) {
    await pause(BETWEEN_KILLS_MILLISECONDS);
    const victim = turn % processes.length;
    setUp(victim, false);
    if (await isQuiet(victim)) {
      await pause(JOURNAL_MILLISECONDS);
      await processes[victim]!.kill();
      kills++;
    }
    setUp(victim, true);
  }
}

function setUp(victim: number, isUp: boolean): void {
  dying = isUp ? undefined : victim;
  for (const { targets, proxy } of emulators) {
    const target = targets[victim]!;
    target.isUp = isUp;
    if (!isUp) proxy.leave(target);
  }
}

/** Resolves to whether the victim has answered everything, in good time. */
async function isQuiet(victim: number): Promise<boolean> {
  const deadline = performance.now() + LONGEST_WAIT_MILLISECONDS;
  while (performance.now() < deadline) {
    if ([...emulators].every(({ proxy, targets }) => proxy.pending(targets[victim]!) === 0)) return true;
    await pause(10);
  }
  return false;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
