/** The tests of a run: which of them sent a request, and which of them the output names. */

import { stripVTControlCharacters } from 'node:util';
import type { ObservedSandbox, TestCase } from '../../emulator/injection/trail.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { type Call, callsOf } from './calls.js';
import { PRINTED } from './printed.js';

/** Milliseconds by which the clocks of two processes may differ. */
const TOLERANCE = 5;

/**
 * The test that ran at that time. If no test did, a test that ran within {@link TOLERANCE} of the time. Undefined if
 * several tests ran, except if one contains all others: a test counts with its subtests.
 */
export function testAt(time: number | undefined, cases: readonly TestCase[]): TestCase | undefined {
  if (time === undefined) return undefined;

  const exactly = runningAt(time, cases, 0);
  const running = exactly.length > 0 ? exactly : runningAt(time, cases, TOLERANCE);

  // The test that contains all running tests. If there is one test, it contains itself.
  return running.find((outer) =>
    running.every(({ started, ended }) => outer.started <= started && ended <= outer.ended),
  );
}

function runningAt(time: number, cases: readonly TestCase[], tolerance: number): TestCase[] {
  return cases.filter(({ started, ended }) => started - tolerance <= time && time <= ended + tolerance);
}

/** The calls of a sandbox, each with the name of the test that sent it. */
export function callsInTests(sandbox: ObservedSandbox, cases: readonly TestCase[]): Call[] {
  return callsOf(sandbox).map((call) => ({ ...call, test: testAt(sandbox.times.get(call.exchange.id), cases)?.name }));
}

/** Exchanges, and the time at which each of them was recorded. */
type TimedExchanges = Pick<ObservedSandbox, 'exchanges' | 'times'>;

/** The exchanges of each test. Exchanges that may belong to several tests are left out. */
export function exchangesByTest(sent: TimedExchanges, cases: readonly TestCase[]): Exchange[][] {
  const groups = new Map<TestCase, Exchange[]>();
  for (const exchange of sent.exchanges) {
    const test = testAt(sent.times.get(exchange.id), cases);
    if (test !== undefined) groups.set(test, [...(groups.get(test) ?? []), exchange]);
  }

  return [...groups.values()];
}

/** The characters that entities of XML stand for. */
const ENTITIES = new Map(Object.entries({ quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' }));

/**
 * The tests in what a command prints: lines of TAP and of `go test -v`, and JUnit XML. A test with parts of its own is
 * left out: it fails because a part fails, which would count twice.
 */
export function printedTests(output: string): Pick<TestCase, 'name' | 'passed'>[] {
  const lines = stripVTControlCharacters(output).split('\n');
  const ofTap = lines.flatMap((line) => {
    const [, not, name, directive] = PRINTED.tap.exec(line.trim()) ?? [];
    // A test that is marked `TODO` or `SKIP` passes, even if it fails.
    const passed = not === undefined || directive !== undefined;
    return name === undefined ? [] : { name: name.trim(), passed, indentation: line.search(/\S/) };
  });
  // TAP prints the parts of a test before the test, indented.
  const tapParts = ofTap.filter(({ indentation }, at) => (ofTap[at - 1]?.indentation ?? 0) <= indentation);
  const goLines = [...lines.join('\n').matchAll(PRINTED.go)];
  const ofGo = goLines.map(([, verdict, name = '']) => ({ name, passed: verdict === 'PASS' }));
  const goParts = ofGo.filter(({ name }) => !ofGo.some((other) => other.name.startsWith(`${name}/`)));
  const ofJunit = [...output.matchAll(PRINTED.junit)].map(([, attributes = '', content = '']) => ({
    name: attributeOf(attributes, 'name'),
    passed: !/<(?:failure|error)\b/.test(content),
  }));

  return [...tapParts.map(({ name, passed }) => ({ name, passed })), ...goParts, ...ofJunit];
}

/** The value of an attribute of XML; empty if there is none. */
function attributeOf(attributes: string, name: string): string {
  const [, , value = ''] = new RegExp(String.raw`(?:^|\s)${name}=(["'])(.*?)\1`, 's').exec(attributes) ?? [];
  return value.replaceAll(/&(\w+);/g, (entity, known: string) => ENTITIES.get(known) ?? entity);
}
