/**
 * What the emulators of a run saw: the emulator of `exec`, and those that the command starts, for example in fixtures.
 */

import { allAtOnce } from '../../common/steps.js';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunFolder } from '../../emulator/injection/run-folder.js';
import type { ObservedSandbox } from '../../emulator/injection/trail.js';
import { ofCalls } from '../../emulator/journal/exchange.js';
import { judge, mostSenders, passes, type Strictness } from '../../emulator/judge/judge.js';
import type { Verdict } from '../../emulator/judge/rule.js';

/** Characters of the name of a folder. */
const LONGEST_NAME = 100;

/** The judge's verdicts on what one sandbox saw. */
export interface ObservedBehaviour {
  /** The sandbox in words. */
  readonly title: string;
  readonly passed: boolean;
  readonly verdicts: readonly Verdict[];
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
    if (ofCalls(exchanges).length === 0) return [];

    const senders = mostSenders(id);
    const verdicts = allAtOnce(judge(exchanges, { oneClient, senders })).filter(
      (verdict) => rule === undefined || verdict.rule === rule,
    );
    const suspected = verdicts.filter(({ verdict }) => verdict === 'suspected');
    const inOrder = suspected.length === 0 ? [] : allAtOnce(judge(exchanges, { oneClient: true, senders }));
    const broken = new Set(inOrder.filter(({ verdict }) => verdict === 'fail').map((verdict) => verdict.rule));
    const provable = suspected.map((verdict) => verdict.rule).filter((suspect) => broken.has(suspect));
    const title = key === id ? `sandbox ${id}` : `sandbox ${id} of "${key}"`;

    return [{ title, verdicts, provable, passed: passes(verdicts, strictness) }];
  });
}

/** Writes each bundle of the run into a folder of its own below this one. @returns whether there are any */
export function saveBundles(run: RunFolder, folder: string): boolean {
  const bundles = run.bundles();
  for (const [key, text] of bundles) writeFileSync(join(newFolder(folder, key), 'bundle.json'), text);
  return bundles.size > 0;
}

/** Creates a folder with the name of the sandbox, and with a number if the folder exists already. */
function newFolder(parent: string, sandbox: string): string {
  const name = sandbox.replace(/^\.+|[^\w.-]+/g, '-').slice(0, LONGEST_NAME);
  let path = join(parent, name);
  for (let number = 2; existsSync(path); number++) path = join(parent, `${name}-${number}`);
  mkdirSync(path, { recursive: true });

  return path;
}
