/** Runs the suite of checks against a service. */

import { nearest } from '../../contract/suggestions.js';
import { contractOf } from '../../start/shipped.js';
import { statedIf } from '../evidence/looks/look.js';
import { type Check, type CheckGroup, checkGroups } from './checks/checks.js';
import { connect } from './checks/connect.js';
import { send, withExamples } from './checks/examples.js';
import type { Expectation, RequestCall } from './check-types.js';
import { isComparison, problemIn } from './checks/expectations.js';
import { NoResultError, type ServiceExchange } from './exchange.js';
import type { ConformanceOptions } from './options.js';
import { countOutcomes } from './report/conformance-report.js';
import type { ConformanceReport } from '../report-types.js';
import { judge, pointsBeside, type Trial } from './report/judge.js';
import { Service } from './service.js';

/** The name of the group of points about which there is no check. */
const POINTS = 'points';

/**
 * Runs the selected checks, one after the other, and reports their results.
 * @throws ServiceUnusable if the server is not the service or refuses the credentials; TypeError if an address is not a
 *   URL; RangeError if the revision does not exist, or `only` contains a name that no group or check has
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const { only } = options;
  const contract = contractOf(options.revision);
  const allGroups = checkGroups(contract);
  const selected = only === undefined ? allGroups : selectedGroups(allGroups, contract.revision, only);
  const service = new Service(contract, options);

  await connect(service);
  const trials = await tryAll(service, selected);
  // Some evidence needs to know what did not change during the run.
  await service.readAgain();

  const evidence = service.collector.evidence('conform');
  const groups = selected.map(({ name, title }) => {
    const ownTrials = trials.filter(({ check }) => check.group === name);
    return { name, title, checks: ownTrials.map((trial) => judge(trial, service, evidence)) };
  });
  if (only === undefined || only.includes(POINTS)) {
    const checks = pointsBeside(allGroups, contract, evidence);
    groups.push({ name: POINTS, title: 'what responses show beside', checks });
  }

  const incomplete = trials.find(({ ended }) => ended !== undefined)?.ended;

  return {
    host: service.addresses.base.host,
    ...(incomplete !== undefined && { incomplete }),
    counts: countOutcomes(groups.flatMap(({ checks }) => checks)),
    groups,
    evidence,
  };
}

/** Tries the checks one after the other, because later ones use what earlier ones have found. */
async function tryAll(service: Service, groups: readonly CheckGroup[]): Promise<readonly Trial[]> {
  const checks = groups.flatMap((group) => group.checks);
  const trials: Trial[] = [];
  for (const check of checks) {
    trials.push(await tryCheck(service, check));
    service.options.onCheck?.(check, trials.length, checks.length);
  }

  return trials;
}

/** Sends the requests of a check, and compares the responses with what the check expects. */
async function tryCheck(service: Service, check: Check): Promise<Trial> {
  const calls = [check.request].flat() as readonly RequestCall[];
  const exchanges: ServiceExchange[] = [];
  try {
    for (const call of calls) exchanges.push(await send(service, call));
    const problem = await compare(service, { check, exchanges });

    return { check, exchanges, problem };
  } catch (error) {
    if (!(error instanceof NoResultError)) throw error;

    const { message, reason } = error;
    // A response that cannot be read is a fault of the service; other reasons are none.
    if (reason === 'unusable') return { check, exchanges, problem: message };

    return { check, exchanges, unseen: message, ...(reason === 'ended' && { ended: message }) };
  }
}

/**
 * Compares the responses of a check with its expectation. The result is evidence for a point that the check is about.
 * But if only statuses were compared, and a look at the bodies has seen the point, the look decides.
 * @returns what is wrong; undefined if nothing is
 */
async function compare(service: Service, { check, exchanges }: Trial): Promise<string | undefined> {
  const { tentative, expect } = check;
  const point = tentative ?? check.point;
  // Without an expectation, only what looks have seen of the point decides.
  if (point !== undefined && expect === undefined) return undefined;

  const wanted = (await withExamples(service, expect)) as Expectation | undefined;
  const problem = problemIn(exchanges, wanted);
  if (point === undefined) return problem;

  // The last request of a check is the one that it is about.
  const last = exchanges.at(-1)!;
  if (isComparison(wanted) || !last.points.has(point)) {
    const seen = statedIf(problem === undefined, point, problem ?? String(last.status));
    service.collector.add(seen, last);
  }

  return problem;
}

/** The groups with the checks that `only` selects. @throws RangeError if a name is unknown */
function selectedGroups(groups: readonly CheckGroup[], revision: string, only: readonly string[]): CheckGroup[] {
  const names = [...groups.map(({ name }) => name), POINTS];
  const namesAndIds = [...names, ...groups.flatMap(({ checks }) => checks.map(({ id }) => id))];
  const unknown = only.find((wanted) => namesAndIds.every((name) => !isWithin(name, wanted)));
  if (unknown !== undefined)
    throw new RangeError(`there is no group or check "${unknown}" of revision ${revision}${nearest(unknown, names)}`);

  const isSelected = ({ id }: Check): boolean => only.some((name) => isWithin(id, name));
  const selected = groups.map((group) => ({ ...group, checks: group.checks.filter(isSelected) }));
  return selected.filter(({ checks }) => checks.length > 0);
}

/** Whether an ID is the wanted one, or belongs to the wanted group: `paging.Limit` to `paging`. */
function isWithin(id: string, wanted: string): boolean {
  return id === wanted || id.startsWith(`${wanted}.`);
}
