/**
 * The table "What can I validate with this?" of `docs/README.md`. `test/docs/validation-table.test.ts` writes it with
 * `-u`.
 */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Contract } from '../src/contract/contract.js';
import { type FidelityPoint, isGuess } from '../src/contract/fidelity/point.js';
import { groupPoints } from '../src/contract/fidelity/select-points.js';
import type { Catalogue } from '../src/emulator/scenarios/scenario.js';
import type { CheckGroup } from '../src/upstream/conformance/checks/checks.js';
import { anchorOf } from './fill-page.js';

/** The names of scenarios, rules, groups of checks, provider states and looks at traffic that check a promise. */
type Checkers = Readonly<Record<'failures' | 'rules' | 'checks' | 'states' | 'looks', readonly string[]>>;

/** A row of the table, as `service-promises.yaml` describes it: a promise of the service, and what checks it. */
export interface ServicePromise extends Checkers {
  readonly title: string;
  /** A regular expression for the IDs of the points that belong to the promise. */
  readonly points?: string;
  readonly operations?: readonly string[];
}

/** The promises in the order of the table. */
export const PROMISES = parse(readFileSync('build/service-promises.yaml', 'utf8')) as readonly ServicePromise[];

/** The points of each promise. A point is one statement of the contract, and belongs to exactly one promise. */
export function pointsByPromise(points: readonly FidelityPoint[]): ReadonlyMap<ServicePromise, FidelityPoint[]> {
  const owners = points.map(promiseOf);
  return new Map(PROMISES.map((promise) => [promise, points.filter((_, index) => owners[index] === promise)]));
}

/** The promise to which a point belongs. The ID of the point decides; if no promise claims it, its first operation. */
function promiseOf({ id, operations: [first = ''] }: FidelityPoint): ServicePromise {
  const promise =
    PROMISES.find(({ points }) => points !== undefined && new RegExp(points).test(id)) ??
    PROMISES.find(({ operations }) => operations?.includes(first));
  if (promise === undefined) throw new Error(`The point ${id} belongs to no promise of build/service-promises.yaml.`);
  return promise;
}

/** What the tools have for the promises. */
export interface Tools {
  readonly scenarios: Catalogue;
  /** The scenarios that `audit` puts at calls. */
  readonly audited: ReadonlySet<string>;
  readonly checkGroups: readonly CheckGroup[];
}

/** The heads of the columns. */
export const HEAD = ['promise', 'specified', 'evidence', 'guessed', 'failures to set up', 'checked by'] as const;

/** A row for each promise. */
export function validationRows(contract: Contract, tools: Tools): string[][] {
  const byPromise = pointsByPromise(contract.fidelity().points);
  const operations = [...contract.operations.keys()];
  return PROMISES.map((promise) => {
    const points = byPromise.get(promise) ?? [];
    const specified = points.filter(({ basis }) => basis === 'specified');
    const evident = points.filter((point) => point.basis !== 'specified' && !isGuess(point));

    return [
      promise.title,
      countLink(specified, 'Known points', operations),
      countLink(evident, 'Known points', operations),
      countLink(points.filter(isGuess), 'Guesses', operations),
      promise.failures.map((name) => failureLink(name, tools.scenarios)).join(', '),
      toolsFor(promise, tools),
    ];
  });
}

/** The number of points, with a link to the chapter of `docs/reference/fidelity.md` that has most of them. */
function countLink(points: readonly FidelityPoint[], chapter: string, operations: readonly string[]): string {
  const [largest] = groupPoints(points, operations).toSorted((a, b) => b.points.length - a.points.length);
  if (largest === undefined) return '0';
  return `[${points.length}](reference/fidelity.md#${anchorOf(`### ${chapter}: ${largest.title}`)})`;
}

/** The link to a scenario or a group. A group also has the number of its scenarios. */
function failureLink(name: string, scenarios: Catalogue): string {
  const link = `[${name}](reference/scenarios.md#${name})`;
  return scenarios.has(name) ? link : `${link} (${scenariosNamed(name, scenarios).length})`;
}

/** The scenarios of this name, or of the group. */
export function scenariosNamed(name: string, scenarios: Catalogue): string[] {
  const named = [...scenarios.values()].filter((scenario) => [scenario.name, scenario.group].includes(name));
  return named.map((scenario) => scenario.name);
}

/** The tools that check a promise: `audit, judge (the rules), verify`. */
function toolsFor({ failures, rules, checks, states, looks }: ServicePromise, tools: Tools): string {
  const scenarios = failures.flatMap((name) => scenariosNamed(name, tools.scenarios));
  const groups = tools.checkGroups.filter(({ name }) => checks.includes(name));
  const isUsed = {
    audit: scenarios.some((name) => tools.audited.has(name)),
    judge: rules.length > 0,
    verify: states.length > 0,
    conform: groups.some((group) => group.checks.length > 0),
    evidence: looks.length > 0,
  };
  const named = Object.entries(isUsed).flatMap(([tool, used]) => (used ? [tool] : []));

  return named.join(', ').replace('judge', `judge (${rules.map((rule) => `\`${rule}\``).join(', ')})`);
}
