/** Clocks of sandboxes that go on in another process or on another machine. */

import { expect, test } from 'vitest';
import { SandboxClock } from '../../../src/emulator/domain/time/clock.js';

const HOUR = 3_600_000;

test('a clock that goes on elsewhere has gone on meanwhile', () => {
  let machine = 10 * HOUR;
  const clock = new SandboxClock({ time: 2 * HOUR, frozen: false }, { now: () => machine });
  machine += HOUR;
  const restored = new SandboxClock(clock.state(), { now: () => machine + HOUR });
  expect(restored.reading()).toEqual({ time: 4 * HOUR, frozen: false });
});

test('a clock does not move backwards on a machine whose time is behind', () => {
  const clock = new SandboxClock({ time: 5 * HOUR, frozen: false }, { now: () => 10 * HOUR });
  let machine = 9 * HOUR;
  const restored = new SandboxClock(clock.state(), { now: () => machine });
  expect(restored.now()).toBe(5 * HOUR);
  machine = 11 * HOUR;
  expect(restored.now()).toBe(6 * HOUR);
});

test('a stopped clock stays stopped elsewhere', () => {
  const clock = new SandboxClock({ time: HOUR, frozen: true }, { now: () => 10 * HOUR });
  const restored = new SandboxClock(clock.state(), { now: () => 20 * HOUR });
  expect(restored.reading()).toEqual({ time: HOUR, frozen: true });
});

test('a clock can be set back', () => {
  const clock = new SandboxClock(undefined, { now: () => 10 * HOUR });
  clock.atOneMoment(() => undefined);
  clock.set({ time: HOUR, frozen: false });
  expect(clock.now()).toBe(HOUR);
});
