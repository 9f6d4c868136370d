/** The tests that a run with `TEST_STORE` leaves out, each with the reason: here and nowhere else. */

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

export const LEFT_OUT: readonly LeftOut[] = [
  { file: 'start/emulator.test.ts', tests: ['health returns version'], reason: 'health' },
  {
    file: 'emulator/control/unused-sandboxes.memory.test.ts',
    tests: ['a sandbox that is opened and never'],
    reason: 'cost',
  },
  { file: 'inspector/restart.test.ts', reason: 'address' },
  { file: 'inspector/recordings.test.ts', reason: 'refused' },
  {
    file: 'inspector/tasks.test.ts',
    tests: ['at 1440 pixels, to export a sandbox', 'at 390 pixels, to export a sandbox'],
    reason: 'refused',
  },
  {
    file: 'emulator/control/damaged-documents.test.ts',
    tests: ['damaged bundles', 'a bundle with a damaged scenario'],
    reason: 'refused',
  },
  { file: 'emulator/control/recordings.test.ts', reason: 'refused' },
  {
    file: 'emulator/control/own-requests.test.ts',
    tests: ['a bundle keeps its mark, and a recording'],
    reason: 'refused',
  },
  { store: 'redis', file: 'inspector/copies.test.ts', reason: 'methods' },
  { store: 'redis', file: 'inspector/access.test.ts', reason: 'refused' },
  {
    store: 'redis',
    file: 'inspector/tasks.test.ts',
    tests: ['at 1440 pixels, the next call is held', 'at 390 pixels, the next call is held', 'a held call can fail'],
    reason: 'refused',
  },
  { store: 'redis', file: 'start/what-a-new-user-meets.test.ts', tests: ['a copied or printed'], reason: 'methods' },
  {
    store: 'redis',
    file: 'emulator/scenarios/pipelined-endings.test.ts',
    tests: ['connection-reset: a request behind it that would', 'connection-closed: a request behind it that would'],
    reason: 'methods',
  },
  { store: 'redis', file: 'emulator/control/in-process.test.ts', reason: 'methods' },
  { store: 'redis', file: 'emulator/control/own-requests.test.ts', reason: 'methods' },
  { store: 'redis', file: 'emulator/control/mistyped-names.test.ts', reason: 'methods' },
  {
    store: 'redis',
    file: 'contract/variants/selecting-variants.test.ts',
    tests: ['a sandbox with the variants'],
    reason: 'methods',
  },
  {
    store: 'redis',
    file: 'emulator/scenarios/shipped-scenarios.test.ts',
    tests: ['a typo in the name'],
    reason: 'methods',
  },
  { store: 'redis', file: 'emulator/control/journal-bytes.test.ts', reason: 'cost' },
  { store: 'redis', file: 'client/tokens.test.ts', tests: ['a token that is about to expire'], reason: 'process' },
  {
    store: 'redis',
    file: 'pact/generate/interactions.test.ts',
    tests: ['a blank name is refused'],
    reason: 'methods',
  },
  {
    store: 'redis',
    file: 'pact/states/shipped-states.test.ts',
    tests: ['["the time is yesterday"]', '["a while has passed"]'],
    reason: 'methods',
  },
  {
    store: 'redis',
    file: 'emulator/control/client/remote-sandbox.test.ts',
    tests: ['a remote sandbox has every method'],
    reason: 'methods',
  },
  { store: 'redis', file: 'emulator/control/verifications.test.ts', reason: 'refused' },
  { store: 'redis', file: 'emulator/holds/by-hand.test.ts', reason: 'refused' },
  { store: 'redis', file: 'emulator/holds/faults.test.ts', reason: 'refused' },
  { store: 'redis', file: 'emulator/holds/most-held.long.test.ts', reason: 'refused' },
  { file: 'emulator/control/verifications.memory.test.ts', reason: 'cost' },
  {
    store: 'redis',
    file: 'emulator/control/every-operation.test.ts',
    tests: [
      'openHold accepts',
      'endHold',
      'awaitHeldCalls',
      'releaseHeldCall',
      'failHeldCall',
      'createVerification accepts',
      'getVerification',
      'deleteVerification',
      'setUpProviderState',
      'setUpDefaultProviderState',
    ],
    reason: 'refused',
  },
  {
    store: 'redis',
    file: 'emulator/control/stream.test.ts',
    tests: ['an emulator without a journal'],
    reason: 'refused',
  },
  {
    store: 'redis',
    file: 'emulator/control/undo.test.ts',
    tests: ['a program undoes'],
    reason: 'methods',
  },
  {
    store: 'redis',
    file: 'emulator/control/guard.test.ts',
    tests: ['a Host header that is no host'],
    reason: 'address',
  },
  { store: 'redis', file: 'emulator/service/tls.test.ts', reason: 'address' },
  { store: 'redis', file: 'emulator/service/messages/messages.test.ts', reason: 'connections' },
  { store: 'redis', file: 'emulator/service/wrong-protocol.test.ts', reason: 'connections' },
  {
    store: 'redis',
    file: 'emulator/service/operations/odd-token-clients.test.ts',
    tests: ['in windows-1252, ', 'in iso-8859-1, '],
    reason: 'methods',
  },
  {
    store: 'redis',
    file: 'emulator/service/operations/verification-links.test.ts',
    tests: ['an invalid Host'],
    reason: 'address',
  },
  {
    store: 'redis',
    file: 'emulator/control/behaviour.test.ts',
    tests: ['wait-as-told', 'drop-refused-token', 'repeat-no-post', 'poll-slowly'].map(
      (rule) => `a client that breaks the rule ${rule} `,
    ),
    reason: 'connections',
  },
  {
    store: 'redis',
    file: 'emulator/control/behaviour.test.ts',
    tests: ['a rule that is only suspected', 'three equal reads in the default sandbox'],
    reason: 'connections',
  },
  { store: 'redis', file: 'emulator/judge/pipelining.test.ts', reason: 'connections' },
  {
    store: 'redis',
    file: 'emulator/control/bundle.test.ts',
    tests: ['a bundle is of one moment'],
    reason: 'methods',
  },
  { store: 'redis', file: 'emulator/control/secret-placements.test.ts', reason: 'methods' },
  {
    store: 'redis',
    file: 'emulator/control/sandbox-lease.test.ts',
    tests: ['an unused sandbox', 'each use renews', 'a reset and a loaded'],
    reason: 'process',
  },
];

/** Why a run with this store leaves a test out; undefined if it does not. @param file path below `test/` */
export function reasonToLeaveOut(store: TestedStore, file: string, test: string): keyof typeof REASONS | undefined {
  return LEFT_OUT.find(
    (entry) =>
      (entry.store ?? store) === store &&
      entry.file === file &&
      (entry.tests ?? ['']).some((name) => test.startsWith(name)),
  )?.reason;
}
