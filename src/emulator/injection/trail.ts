/** The trail of a run: what each emulator of the run saw, and how the tests of the run ended. */

import { withoutUndefined } from '../../common/json.js';
import type { Ending, Exchange } from '../journal/exchange.js';
import type { RefusalCounts, RefusalReason } from '../refused-connections.js';
import type { TestCase, TestResult } from './test-reports.js';

export type { TestCase, TestResult, TestRunner } from './test-reports.js';

/** Where something happened: in which emulator, and in which of its sandboxes. An ID is unique only in its emulator. */
interface InSandbox {
  readonly emulator: string;
  readonly id: string;
}

/** What became known of an exchange only at its end, apart from how its response ended. */
type KnownAtEnd = Pick<Exchange, 'duration' | 'ended' | 'release'>;

/** What happened in a process of the run. */
export type TrailEvent =
  /** An emulator listens at this address. */
  | { readonly type: 'listening'; readonly emulator: string; readonly url: string }
  /** A sandbox was opened or reset. From now on, the sandbox has this key in the run. See {@link ObservedSandbox}. */
  | ({ readonly type: 'sandbox'; readonly key: string; readonly oneClient: boolean } & InSandbox)
  /** A connection was refused, because its client did not speak the protocol of the port. */
  | { readonly type: 'refused'; readonly emulator: string; readonly reason: RefusalReason }
  /** A request was handled; its response is about to be written. The time is real, in milliseconds since 1970. */
  | ({ readonly type: 'exchange'; readonly exchange: Exchange; readonly time: number } & InSandbox)
  /** The exchange with this number is over: its client got the response or left, or a held call went on. */
  | ({ readonly type: 'over'; readonly exchange: number; readonly ending?: Ending } & KnownAtEnd & InSandbox)
  /** A test that has a sandbox ended. */
  | ({ readonly type: 'test'; readonly url: string; readonly id: string } & TestResult)
  /** A test ended, according to a reporter in the test runner. */
  | ({ readonly type: 'case' } & TestCase);

/** A sandbox as it was at the end of a run. */
export interface ObservedSandbox {
  /** The key that is unique in the run: see {@link RunSandboxes}. */
  readonly key: string;
  /** The ID of the sandbox, which is unique in its emulator. */
  readonly id: string;
  /** Whether the sandbox is declared to have one client that sends its requests one after the other. */
  readonly oneClient: boolean;
  /** The exchanges in the order in which the requests were handled. */
  readonly exchanges: readonly Exchange[];
  /** The tests that used the sandbox and reported their end: none or one. */
  readonly tests: readonly TestResult[];
  /**
   * When each exchange was recorded, in milliseconds since 1970 in real time. The key is the number of the exchange.
   */
  readonly times: ReadonlyMap<number, number>;
}

/** The tests of a trail, in the order of their beginning. */
export function testCasesOf(events: readonly TrailEvent[]): TestCase[] {
  return events.filter((event) => event.type === 'case').toSorted((one, other) => one.started - other.started);
}

/** How many connections the emulators of a trail have refused. */
export function refusalsOf(events: readonly TrailEvent[]): RefusalCounts {
  const counts: Partial<Record<RefusalReason, number>> = {};
  for (const event of events) if (event.type === 'refused') counts[event.reason] = (counts[event.reason] ?? 0) + 1;
  return counts;
}

/** A sandbox while the trail is read. */
interface SandboxSoFar extends ObservedSandbox {
  oneClient: boolean;
  readonly exchanges: Exchange[];
  readonly tests: TestResult[];
  readonly times: Map<number, number>;
}

/** The sandboxes of a trail that saw a request or have a test, in the order of opening. */
export function sandboxesOf(events: readonly TrailEvent[]): ObservedSandbox[] {
  /** The key in the run of each sandbox. The key of the map is the emulator's name with the sandbox's ID, as JSON. */
  const keys = new Map<string, string>();
  /** The name of each emulator. The key is its address. */
  const emulators = new Map<string, string>();
  const sandboxes = new Map<string, SandboxSoFar>();

  /** The sandbox as known so far. It is added on first use. */
  const sandboxAt = (emulator: string, id: string): SandboxSoFar => {
    // Without an event of the sandbox, it is the default sandbox, whose key is the name of its emulator.
    const key = keys.get(JSON.stringify([emulator, id])) ?? emulator;
    const sandbox = sandboxes.get(key) ?? {
      key,
      id,
      oneClient: false,
      exchanges: [],
      tests: [],
      times: new Map<number, number>(),
    };
    sandboxes.set(key, sandbox);

    return sandbox;
  };

  for (const event of events) {
    if (event.type === 'listening') emulators.set(event.url, event.emulator);
    if (event.type === 'sandbox') {
      keys.set(JSON.stringify([event.emulator, event.id]), event.key);
      sandboxAt(event.emulator, event.id).oneClient = event.oneClient;
    }
    if (event.type === 'exchange') {
      const { exchanges, times } = sandboxAt(event.emulator, event.id);
      exchanges.push(event.exchange);
      times.set(event.exchange.id, event.time);
    }
    if (event.type === 'over') {
      const { exchanges } = sandboxAt(event.emulator, event.id);
      // After a reset, numbers begin again, so the last exchange with the number is meant.
      const at = exchanges.findLastIndex(({ id }) => id === event.exchange);
      if (at !== -1) exchanges[at] = withEnd(exchanges[at]!, event);
    }
  }

  // A test may run in another process than its emulator, so its events are read after those of all emulators.
  const ends = events.filter((event) => event.type === 'test');
  for (const { type: _type, url, id, ...result } of ends) {
    const emulator = emulators.get(url);
    if (emulator !== undefined) sandboxAt(emulator, id).tests.push(result);
  }

  return [...sandboxes.values()].filter(({ exchanges, tests }) => exchanges.length + tests.length > 0);
}

/** The exchange with its end, which became known only after the exchange was written to the trail. */
function withEnd(exchange: Exchange, end: TrailEvent & { readonly type: 'over' }): Exchange {
  const { duration, ended, release, ending } = end;
  const response = { ...exchange.response, ...(ending !== undefined && { ending }) };
  return { ...exchange, ...withoutUndefined({ duration, ended, release }), response };
}
