/** Long work is done in steps: of several reports at once, one goes on in each turn of the event loop. */

import { afterEach, expect, test, vi } from 'vitest';
import { inTurns } from '../../../src/common/platform/in-turns.js';
import type { Steps } from '../../../src/common/steps.js';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Each reading of the time is later than the one before by more than a report may take at once. */
function letEachStepTakeLong(processorMilliseconds = 100): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 100));
  vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: processorMilliseconds * 1_000, system: 0 });
}

function* noting(notes: string[], name: string): Steps<string> {
  for (let step = 0; step < 3; step++) {
    notes.push(name);
    yield;
  }
  return name;
}

test('of several reports at once, one goes on in each turn', async () => {
  letEachStepTakeLong();
  const notes: string[] = [];
  let turn = setImmediate(function note() {
    notes.push('turn');
    turn = setImmediate(note);
  });
  const reports = ['one', 'two', 'three'].map((name) => inTurns(noting(notes, name)));
  expect(await Promise.all(reports)).toEqual(['one', 'two', 'three']);
  clearImmediate(turn);
  const inEachTurn = notes.join(' ').split('turn');
  for (const steps of inEachTurn) expect(steps.trim().split(' ')).toHaveLength(1);
});

test('a report that nobody waits for any more is given up', async () => {
  letEachStepTakeLong();
  const notes: string[] = [];
  const report = inTurns(noting(notes, 'step'), () => {
    if (notes.length === 2) throw new Error('nobody waits');
  });
  await expect(report).rejects.toThrow('nobody waits');
  expect(notes).toEqual(['step', 'step']);
});

test('a report that waits for the processor goes on in its turn', async () => {
  letEachStepTakeLong(1);
  const notes: string[] = [];
  let turns = 0;
  await inTurns(noting(notes, 'step'), () => turns++);
  expect([notes.length, turns]).toEqual([3, 1]);
});
