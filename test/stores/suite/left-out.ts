/** Why tests are left out of a run with `TEST_STORE`, and which. */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { TestedStore } from './store-of-run.js';

/** Why a test says nothing about a store, by name. `docs/stores.md` describes what differs for users. */
export const REASONS = {
  health: 'health names the store',
  methods: 'is about the methods of an emulator in a program, not about what they do',
  refused: 'is about something that an emulator with this store refuses',
  address: 'is about an address or a certificate of its own, and each replica has one',
  connections: 'is about connections of clients, and replicas see those of the proxy',
  process: 'moves the time of its own process, and replicas have processes of their own',
  cost: 'is about the memory or the time of one process',
} as const;

export interface LeftOut {
  /** Default: both. */
  readonly store?: TestedStore;
  /** Path below `test/`. */
  readonly file: string;
  /** The beginning of the name of each test. Default: the whole file. */
  readonly tests?: readonly string[];
  readonly reason: keyof typeof REASONS;
}

const DOCUMENT = readFileSync(new URL('left-out.yaml', import.meta.url), 'utf8');

/** The rows of `left-out.yaml`. */
export const LEFT_OUT = parse(DOCUMENT) as readonly LeftOut[];

/** Why a run with this store leaves a test out; undefined if it does not. @param file path below `test/` */
export function reasonToLeaveOut(store: TestedStore, file: string, test: string): keyof typeof REASONS | undefined {
  return LEFT_OUT.find(
    (entry) =>
      (entry.store ?? store) === store &&
      entry.file === file &&
      (entry.tests ?? ['']).some((name) => test.startsWith(name)),
  )?.reason;
}
