/** Runs of an audit as data: recorded once, and told again without a process. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatInjection } from '../../../src/emulator/injection/injection.js';
import type { ObservedSandbox } from '../../../src/emulator/injection/trail.js';
import { observeRun, type ObservedRun } from '../../../src/audit/run/observe-run.js';

type Observe = typeof observeRun;
type Orders = Parameters<Observe>[1];

/** A run as it is written: sandboxes with a line for each exchange. */
interface RecordedRun extends Omit<ObservedRun, 'sandboxes' | 'bundles' | 'command'> {
  readonly key: string;
  readonly sandboxes: readonly (Omit<ObservedSandbox, 'times'> & { readonly times: [number, number][] })[];
}

/** The runs of an audit, and each long body once: an exchange has the number of its own. */
interface Recording {
  readonly bodies: readonly string[];
  readonly runs: readonly RecordedRun[];
}

/** In the place of the folder in which a job has run. */
const PROJECT = '{project}';

/** What tells two runs of an audit apart. */
function keyOf(command: readonly string[], { injections, meanwhile, disguise }: Orders): string {
  const changes = [meanwhile, disguise].filter((each) => each !== undefined);
  return [command.join(' '), changes.join(' '), ...injections.map(formatInjection)].join(' | ');
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(`runs/${name.replaceAll(/\W+/g, '-')}.json`, import.meta.url));
}

/** Tells the recorded runs of a case, the last of equal ones again. @throws Error if there is none */
export function replayed(name: string): Observe {
  const file = fileOf(name);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{ "bodies": [], "runs": [] }';
  const { bodies, runs } = JSON.parse(text) as Recording;
  const told = new Set<RecordedRun>();
  return async (audited, orders) => {
    const key = keyOf(audited.command, orders);
    const known = runs.filter((run) => run.key === key);
    const next = known.find((run) => !told.has(run)) ?? known.at(-1);
    if (next === undefined) throw new Error(`no such run of "${name}" is recorded: ${key}; record it with RECORD=1`);
    told.add(next);
    return await Promise.resolve({ ...observed(next, bodies), command: audited.command });
  };
}

/** Makes runs, and notes them. @param folder in which the job runs */
export function recording(folder: string): { readonly observe: Observe; readonly save: (name: string) => void } {
  const [bodies, runs]: [string[], RecordedRun[]] = [[], []];
  const observe: Observe = async (audited, orders) => {
    const { bundles: _bundles, command, ...run } = await observeRun(audited, orders);
    const sandboxes = run.sandboxes.map(({ times, ...sandbox }) => ({ ...sandbox, times: [...times] }));
    const recorded = JSON.parse(JSON.stringify({ key: keyOf(command, orders), ...run, sandboxes }), (name, value) =>
      shortened(name, value, bodies),
    ) as RecordedRun;
    const text = JSON.stringify(recorded).replaceAll(folder, PROJECT).replaceAll(process.cwd(), PROJECT);
    runs.push(JSON.parse(text) as RecordedRun);
    return { ...observed(runs.at(-1)!, bodies), command };
  };
  return { observe, save: (name) => writeFileSync(fileOf(name), `${textOf({ bodies, runs })}\n`) };
}

/** The headers that the audit and the judge read. */
const READ = /^(?:Authorization|Content-Type|Content-Length|Transfer-Encoding|Retry-After|Range|If-.*|Via|Forwarded)$/i;
const LONG = 200;

/** What is written of a value: no other headers, short tokens, whole milliseconds, and the number of a long body. */
function shortened(name: string, value: unknown, bodies: string[]): unknown {
  if (typeof value === 'number') return Math.round(value * 10) / 10;
  if (name === 'headers')
    return (value as [string, string][]).flatMap(([header, text]) =>
      READ.test(header) ? [[header, text.replace(/eyJ[\w-]+\.[\w-]+/, 'a.token')]] : [],
    );
  if (name !== 'text' || typeof value !== 'string' || value.length < LONG) return value;
  if (!bodies.includes(value)) bodies.push(value);
  return bodies.indexOf(value);
}

/** The run as the audit sees it, in the folder of these tests. */
function observed(recorded: RecordedRun, bodies: readonly string[]): Omit<ObservedRun, 'command'> {
  const text = JSON.stringify(recorded).replaceAll(PROJECT, process.cwd());
  const {
    key: _key,
    sandboxes,
    ...run
  } = JSON.parse(text, (name, value: unknown) =>
    name === 'text' && typeof value === 'number' ? bodies[value] : value,
  ) as RecordedRun;
  return {
    ...run,
    comparedOutput: run.comparedOutput,
    printedSecret: run.printedSecret,
    sandboxes: sandboxes.map(({ times, ...sandbox }) => ({ ...sandbox, times: new Map(times) })),
    bundles: new Map(),
  };
}

/** JSON with a line for each exchange, so that a difference can be read. */
function textOf({ bodies, runs }: Recording): string {
  const lines = runs.map(({ sandboxes, ...run }) => {
    const parts = sandboxes.map(({ exchanges, ...sandbox }) => {
      const each = exchanges.map((exchange) => JSON.stringify(exchange)).join(',\n      ');
      return `${JSON.stringify(sandbox).slice(0, -1)}, "exchanges": [\n      ${each}] }`;
    });
    return `${JSON.stringify(run).slice(0, -1)},\n    "sandboxes": [${parts.join(', ')}] }`;
  });
  const texts = bodies.map((body) => JSON.stringify(body)).join(',\n  ');
  return `{ "bodies": [\n  ${texts}],\n "runs": [\n  ${lines.join(',\n  ')}] }`;
}
