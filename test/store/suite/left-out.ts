/** The tests that a run with `TEST_STORE` leaves out, each with the reason: here and nowhere else. */

import type { TestedStore } from './store-of-run.js';

/** Why a test says nothing about a store, by name. */
export const REASONS = {
  methods: 'uses the methods of an emulator in a program, which serve memory and folders alone',
} as const;

export interface LeftOut {
  readonly store: TestedStore;
  /** Path below `test/`. */
  readonly file: string;
  /** The beginning of the name of each test. Default: the whole file. */
  readonly tests?: readonly string[];
  readonly reason: keyof typeof REASONS;
}

export const LEFT_OUT: readonly LeftOut[] = [];
