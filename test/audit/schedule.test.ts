/** The order in which faults are tried: in the end, each has an outcome. */

import { expect, test } from 'vitest';
import type { Observation } from '../../src/audit/classify/observation.js';
import { faultClasses } from '../../src/audit/expectations/fault-classes.js';
import type { CallKind, Reaction } from '../../src/audit/audit-types.js';
import { fitsTogether } from '../../src/audit/plan/batch.js';
import type { PlanEntry } from '../../src/audit/plan/plan.js';
import { mostTellingFirst, mostTellingOf } from '../../src/audit/plan/telling-order.js';
import { Schedule } from '../../src/audit/schedule.js';

/** Calls of one operation, each with the same fault. */
const ENTRIES = Array.from(
  { length: 6 },
  (_, at) =>
    ({
      id: `getUsers#${at + 1}`,
      call: { sandbox: 'default', operation: 'getUsers', call: at + 1, identity: String(at), exchange: { query: '' } },
      kind: 'read',
      fault: { id: 'server-error', alone: true, remedy: 'Retry.', expected: { read: ['recovered'] } },
    }) as unknown as PlanEntry,
);

/** How many runs it takes until nothing is left to try. @param reactions of the calls, in their order */
function runsOf(reactions: readonly Reaction[]): { readonly runs: number; readonly schedule: Schedule } {
  const schedule = new Schedule(ENTRIES, {
    isRight: (_, { reaction }) => reaction === 'recovered' || reaction === 'note',
    reportsTests: () => false,
  });
  let runs = 0;
  for (let batches = schedule.next(); batches.length > 0; batches = schedule.next(), runs += 1)
    for (const entry of batches.flat()) {
      const reaction = reactions[ENTRIES.indexOf(entry)]!;
      schedule.settle(entry, { reaction, facts: { met: [1] } } as unknown as Observation);
    }
  return { runs, schedule };
}

test.each([
  ['three right ones speak for the others', ['recovered', 'note', 'recovered', 'note', 'note', 'note'], 3],
  ['of wrong ones two, of which one is confirmed', Array<Reaction>(6).fill('gave up'), 3],
  // Each of them is tried, and two wrong ones are enough for a finding.
  ['others do not', ['recovered', 'gave up', 'recovered', 'gave up', 'recovered', 'recovered'], 7],
] as const)('nothing stays undecided: %s', (_, reactions, expected) => {
  const { runs, schedule } = runsOf(reactions);
  expect(schedule.outcomesAtEnd().filter(({ isUntried }) => isUntried === true)).toEqual([]);
  expect(runs).toBe(expected);
});

/** The classes at each of the calls, which are of three shapes. */
function callsOf(classes: readonly string[]): PlanEntry[] {
  return Array.from({ length: 12 }, (_, at) => at).flatMap((at) =>
    classes.map((id) => {
      const shape = { operation: 'getUsers', test: `test ${at % 3}`, exchange: { query: '' } };
      const call = { sandbox: 'default', call: at + 1, identity: `${id} ${at}`, ...shape };
      const fault = { id, alone: true, remedy: id, expected: { read: ['recovered'] } };
      return { id: `${id} ${at}`, call, kind: 'read', fault } as unknown as PlanEntry;
    }),
  );
}

/** The IDs of the classes with a wrong reaction in the end. @param isWrong by the ID of an entry */
function foundIn(entries: readonly PlanEntry[], isWrong: (id: string) => boolean): ReadonlySet<string> {
  const schedule = new Schedule(entries, {
    isRight: (_, { reaction }) => reaction === 'recovered',
    reportsTests: () => true,
  });
  for (let batches = schedule.next(); batches.length > 0; batches = schedule.next())
    for (const entry of batches.flat()) {
      const reaction = isWrong(entry.id) ? 'gave up' : 'recovered';
      schedule.settle(entry, { reaction, facts: { met: [1] } } as unknown as Observation);
    }
  const outcomes = schedule.outcomesAtEnd();
  return new Set(
    outcomes.flatMap(({ entry, observation }) => (observation?.reaction === 'gave up' ? entry.fault.id : [])),
  );
}

test('a further class of faults removes no finding', () => {
  for (let seed = 1; seed < 200; seed += 1) {
    // Each class is wrong at a few calls of its own.
    const isWrong = (id: string): boolean => (seed * (id.length + 7 * Number(id.split(' ')[1]))) % 11 < seed % 5;
    const alone = foundIn(callsOf(['server-error']), isWrong);
    const beside = foundIn(callsOf(['slow', 'server-error', 'cut']), isWrong);
    expect([...alone].filter((id) => !beside.has(id))).toEqual([]);
  }
});

const exchange = { status: 200, received: 0, query: '', response: {} };

/** Each class at each call, as far as it is of its kind. */
const EVERYTHING = [
  ['issueToken', 'token'],
  ['getUsers', 'read'],
  ['getUsers', 'read'],
  ['getHumanScores', 'read'],
  ['generateVerificationLinksBatch', 'link'],
  ['createCredentialsRequest', 'request'],
].flatMap(([operation, kind], at) =>
  faultClasses()
    .filter(({ kinds, id }) => kinds?.includes(kind as CallKind) !== false && (id !== 'batch-items' || kind === 'link'))
    .map((fault) => {
      const call = { sandbox: 'default', operation, call: at + 1, identity: String(at), test: `test ${at}`, exchange };
      return { id: `${operation}#${at}:${fault.id}`, call, kind, fault, injection: {} } as unknown as PlanEntry;
    }),
);

test('the classes that most mistakes show come first, each once and at different calls', () => {
  const isRead = ({ fault, kind }: PlanEntry): boolean =>
    kind === 'read' && /^(?:server|lasting)-error$/.test(fault.id);
  const order = mostTellingFirst(EVERYTHING);
  // Failures of each kind of read come in between.
  const isExtra = (entry: PlanEntry, at: number): boolean =>
    isRead(entry) && order.slice(0, at).some((one) => isRead(one) && one.fault === entry.fault);
  const first = order.filter((entry, at) => !isExtra(entry, at)).slice(0, 34);
  expect(first.map(({ fault }) => fault.id)).toEqual([
    'expired-token',
    'throttled',
    'server-error',
    'server-error',
    'cut',
    'fewer-members',
    'unknown-value',
    'throttled-date',
    'lasting-error',
    'revoked-token',
    'expired-token',
    'expired-token',
    'throttled',
    'reset',
    'reset',
    'reset-before',
    'server-error',
    'batch-items',
    'malformed',
    'throttled-long',
    'html',
    'late',
    'late',
    'late',
    'late',
    'lasting-error',
    'silent',
    'silent',
    'stalled',
    'refused-tokens',
    'lasting-error',
    'refused-together',
    'silent-together',
    'short-page',
  ]);
  expect(new Set(first.map(({ call }) => call.identity)).size).toBe(6);
});

const BY_OPERATION =
  'fewer-members nulls unknown-value server-error lasting-error malformed error-after-renewal variant'.split(' ');

test('each other class has a call before any class has a second one, but for those that each operation may meet otherwise', () => {
  const order = mostTellingFirst(EVERYTHING).map(({ fault }) => fault.id);
  const known = new Set(order.slice(0, 30));
  const others = order.slice(30).filter((id) => !BY_OPERATION.includes(id));
  const classes = new Set(others.filter((id) => !known.has(id)));
  expect(new Set(others.slice(0, classes.size))).toEqual(classes);
  expect(order.slice(30).indexOf('nulls')).toBeLessThan(classes.size + 20);
});

/** Classes at calls of one test each. @param calls what differs from a successful read */
function planOf(faults: readonly string[], calls: readonly Partial<PlanEntry['call']>[]): PlanEntry[] {
  return calls.flatMap((different, at) =>
    faults.map((id) => {
      const number = { call: at + 1, identity: `getUsers ${at}`, test: `test ${at}` };
      const call = { sandbox: 'default', operation: 'getUsers', ...number, exchange, ...different };
      const fault = faultClasses().find((each) => each.id === id);
      return { id: `${at}:${id}`, call, kind: 'token', fault } as unknown as PlanEntry;
    }),
  );
}

test('token requests that look alike share the faults', () => {
  const call = { identity: 'issueToken', test: undefined };
  const entries = planOf(
    ['server-error', 'html'],
    [1, 2, 3].map(() => ({ ...call, exchange: { ...exchange } as never })),
  );
  expect(
    mostTellingFirst(entries)
      .slice(0, 2)
      .map(({ id }) => id),
  ).toEqual(['0:server-error', '2:html']);
});

test('parallel requests of another test cast no doubt on a call', () => {
  const at = (received: number): object => ({ status: 200, received, duration: 20, response: {} });
  const entries = planOf(
    ['throttled'],
    [
      { test: 'side by side', exchange: at(100) as never },
      { test: 'side by side', exchange: at(110) as never },
      { exchange: at(200) as never },
    ],
  );
  expect(mostTellingFirst(entries)[0]!.id).toBe('2:throttled');
});

test('of two lists, a later page of each is tried early, and no second one', () => {
  const page = (list: string, offset: number): object => {
    const text = JSON.stringify({ items: [{}], pagination: { offset, total: 9 } });
    return { ...exchange, id: offset, path: list, response: { body: { text } } };
  };
  const pages = [page('a', 0), page('a', 1), page('a', 2), page('b', 0), page('b', 1)];
  const calls = pages.map((own) => ({ test: 'reads two lists', exchange: own as never }));
  const entries = planOf(['expired-token'], calls).map((entry): PlanEntry => ({ ...entry, kind: 'read' }));
  expect(mostTellingOf(entries).map(({ id }) => id)).toEqual(['0:expired-token', '1:expired-token', '4:expired-token']);
});

/** The class at the nth call of an operation, in a program of which no test is known. */
function entryOf(id: string, operation: string, call: number): PlanEntry {
  const fault = faultClasses().find((one) => one.id === id)!;
  const kind = operation.startsWith('get') ? 'read' : 'request';
  const at = { sandbox: 'default', operation, call, identity: `${operation} ${call}`, exchange: { query: '' } };
  return { id: `${id} ${at.identity}`, call: at, kind, fault } as unknown as PlanEntry;
}

test('other data, which leads to other calls, is in no run with failures', () => {
  const [failure, data] = [entryOf('throttled', 'getUsers', 1), entryOf('fewer-members', 'getCredentials', 1)];
  expect(fitsTogether(data, [failure], new Set())).toBe(false);
  expect(fitsTogether(data, [entryOf('unknown-value', 'getUsers', 2)], new Set())).toBe(true);
});

test('where a client gave up after a failure of a write, each further failure has a run of its own', () => {
  const entries = ['reset', 'bad-gateway'].map((id) => entryOf(id, 'createCredentialsRequest', 1));
  const read = entryOf('malformed', 'getUsers', 1);
  const schedule = new Schedule([...entries, read], { isRight: () => true, reportsTests: () => false });
  schedule.settle(entries[0]!, { reaction: 'gave up', facts: { met: [1] } } as unknown as Observation);
  expect(schedule.next()).toEqual([[entries[1]]]);
});
