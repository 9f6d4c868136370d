/**
 * What the emulators of a run saw: the emulator of `exec`, and those that the command starts, for example in fixtures.
 */

import { allAtOnce } from '../../common/steps.js';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../common/platform/make-folder.js';
import type { Behaviour } from '../../emulator/control/documents.js';
import { formatInjection, type Injection } from '../../emulator/injection/injection.js';
import type { RunFolder } from '../../emulator/injection/run-folder.js';
import type { ObservedSandbox } from '../../emulator/injection/trail.js';
import { type Exchange, callsAmong } from '../../emulator/journal/exchange.js';
import { judge, mostSenders, passes, type Strictness } from '../../emulator/judge/judge.js';
import type { Verdict } from '../../emulator/judge/rule.js';

/** How many characters of a sandbox's name become the name of a folder. File systems limit the length of names. */
const LONGEST_NAME = 100;

/** The judge's verdicts on what one sandbox saw. */
export interface ObservedBehaviour extends Pick<Behaviour, 'passed' | 'verdicts'> {
  /** The sandbox in words. */
  readonly title: string;
  /** IDs of the suspected rules that are proven broken if all requests come from one client. */
  readonly provable: readonly string[];
}

/**
 * The verdicts on each sandbox that got a request.
 * @param rule the ID of the only rule that the judge looks at. Default: all rules
 */
export function behavioursOf(
  sandboxes: readonly ObservedSandbox[],
  { rule, ...strictness }: Strictness & { readonly rule?: string | undefined },
): ObservedBehaviour[] {
  return sandboxes.flatMap(({ key, id, oneClient, exchanges }) => {
    // Requests that reach no operation say nothing about the behaviour of a client.
    if (callsAmong(exchanges).length === 0) return [];

    const senders = mostSenders(id);
    const allVerdicts = allAtOnce(judge(exchanges, { oneClient, senders }));
    const verdicts = allVerdicts.filter((verdict) => rule === undefined || verdict.rule === rule);
    const suspected = rulesWith('suspected', verdicts);
    // The judge only suspects what several clients may have done together. The user may know that there is one client.
    const ifOneClient = suspected.length === 0 ? [] : allAtOnce(judge(exchanges, { oneClient: true, senders }));
    const broken = new Set(rulesWith('fail', ifOneClient));
    const provable = suspected.filter((rule) => broken.has(rule));
    // The key is the name that a test has given to the sandbox, or the label of the emulator of a default sandbox.
    const title = key === id ? `sandbox ${id}` : `sandbox ${id} of "${key}"`;

    return [{ title, verdicts, provable, passed: passes(verdicts, strictness) }];
  });
}

/** The rules that have this verdict. */
function rulesWith(wanted: Verdict['verdict'], verdicts: readonly Verdict[]): string[] {
  return verdicts.filter(({ verdict }) => verdict === wanted).map(({ rule }) => rule);
}

/**
 * The injections that affected no call, each in a sentence. Such an injection has tested nothing, so the run is no
 * pass.
 */
export function unusedInjections(injections: readonly Injection[], sandboxes: readonly ObservedSandbox[]): string[] {
  return injections.flatMap((injection) => {
    const calls = callsMeantBy(injection, sandboxes);
    if (isUsed(injection, calls)) return [];

    const { at, sandbox } = injection;
    const count = calls.length === 1 ? 'once' : `${calls.length} times`;
    const place = sandbox === undefined ? '' : ` in a sandbox "${sandbox}"`;

    return `${formatInjection(injection)} was not met: ${at?.operation ?? 'the service'} was called ${count}${place}`;
  });
}

/**
 * The calls that the injection is meant for. An injection that names no operation is meant for all operations, and an
 * injection that names no sandbox is meant for all sandboxes.
 */
function callsMeantBy({ at, sandbox }: Injection, sandboxes: readonly ObservedSandbox[]): Exchange[] {
  const meant = sandboxes.filter(({ key }) => sandbox === undefined || key === sandbox);
  const calls = meant.flatMap(({ exchanges }) => exchanges.filter(({ operation }) => operation !== undefined));
  return calls.filter(({ operation }) => at === undefined || operation === at.operation);
}

/** Whether one of the calls was affected by the injection. */
function isUsed({ selection }: Injection, calls: readonly Exchange[]): boolean {
  // A selection is `rate-limit-burst;burst=1, slow`: its first scenario counts.
  const scenario = selection.split(/[;,]/)[0]!.trim();
  // A variant is a different contract. It holds for every call, and no call records that it was applied.
  if (scenario === 'variant') return calls.length > 0;

  const applied = calls.flatMap(({ scenarios }) => scenarios);
  return applied.some((each) => each.selector === 'injection' && each.scenario === scenario);
}

/** Writes each bundle of the run into a new folder below the given one. @returns whether the run has a bundle */
export function saveBundles(run: RunFolder, folder: string): boolean {
  const bundles = run.bundles();
  for (const [key, text] of bundles) writeFileSync(join(newFolder(folder, key), 'bundle.json'), text);
  return bundles.size > 0;
}

/** Creates a folder with the name of the sandbox, and with a number if the folder exists already. */
function newFolder(parent: string, sandbox: string): string {
  // A sandbox may have the name of a test, such as `users > lists all (page 2)`, or of a path, such as `../x`.
  const name = sandbox.replace(/^\.+|[^\w.-]+/g, '-').slice(0, LONGEST_NAME);
  let path = join(parent, name);
  for (let number = 2; existsSync(path); number++) path = join(parent, `${name}-${number}`);
  makeFolder(path);

  return path;
}
