/** Runs the suite against a service. */

import { type Contract, isWithinRevision, SPECIFICATION } from '../../contract/contract.js';
import { nearest } from '../../contract/suggestions.js';
import { contractOf } from '../../start/shipped.js';
import { LimitedSender, waitInRealTime } from './limited-sender.js';
import { checkGroups, PROBE } from './checks/index.js';
import type { Check, CheckGroup } from './check.js';
import { isLoopback } from '../../common/platform/environment-proxy.js';
import { type ConformanceOptions, serviceAddress } from './options.js';
import { connect } from './connect.js';
import { type ConformanceReport, countOutcomes } from './report/conformance-report.js';
import { RunLooks, withLooks } from './run-looks.js';
import { type CheckRun, runCheck } from './run-check.js';
import { Service } from './service.js';

/** Requests a second. */
const REMOTE_RATE = 2;
/** Number of successive checks without a response after which the run ends. */
const MAX_FAILURES = 3;

/**
 * Runs the selected checks, one after the other, and reports their results.
 * @throws ServiceUnusable if the server is not the service or refuses the credentials; TypeError if an address is not a
 *   URL; RangeError if the revision does not exist, or `only` contains a name that no group or check has
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const { signal, wait = waitInRealTime, maxRequests = 500, maxWait = 60, maxResponseBytes = 10_000_000 } = options;
  const contract = contractOf(options.revision);
  const groups = selectedGroups(checkGroups(contract), options.only);
  const base = serviceAddress(options.baseUrl, contract.prefix);
  const token = new URL(options.tokenUrl);
  const { rate = isLoopback(base) ? Infinity : REMOTE_RATE } = options;
  const looks = new RunLooks(contract, base, token);
  const { onResponse } = looks;
  const sender = new LimitedSender({ rate, maxRequests, maxWait, maxResponseBytes, wait, signal, onResponse });
  const service = new Service(contract, options, { base, token, prefix: contract.prefix }, sender);
  await connect(service, PROBE, base, token);
  const { runs, incomplete } = await runAll(service, sender, groups, options);
  const evidence = looks.evidence();
  const results = runs.map(({ result, isTried }) => (isTried ? withLooks(result, evidence) : result));
  return {
    host: base.host,
    contract: { revision: contract.revision, version: contract.version, sha256: contract.sha256 },
    isEmulator: service.exchanges.some(({ headers }) => 'emulator-exchange' in headers),
    looks: evidence,
    requests: sender.sent,
    ...(incomplete !== undefined && { incomplete }),
    counts: countOutcomes(results),
    groups: groups.map(({ name, title }) => ({ name, title, checks: results.filter(({ group }) => group === name) })),
  };
}

async function runAll(
  service: Service,
  sender: LimitedSender,
  groups: readonly CheckGroup[],
  options: ConformanceOptions,
): Promise<{ readonly runs: readonly CheckRun[]; readonly incomplete: string | undefined }> {
  const checks = groups.flatMap((group) => group.checks.map((check) => ({ group, check })));
  const runs: CheckRun[] = [];
  const laterContract = ({ since = SPECIFICATION }: Check): Contract | undefined =>
    isWithinRevision(since, service.contract.revision) ? undefined : contractOf(since);
  let incomplete: string | undefined;
  let failures = 0;
  for (const { group, check } of checks) {
    const run = await runCheck(service, group.name, check, laterContract(check));
    const { result, ended, failed } = run;
    incomplete ??= ended;
    if (failed !== undefined) failures += 1;
    else if (result.requests.length > 0) failures = 0;
    if (failures === MAX_FAILURES && failed !== undefined) sender.stop(failed);
    runs.push(run);
    options.onCheck?.(result, runs.length, checks.length);
  }
  return { runs, incomplete };
}

/** @throws RangeError */
function selectedGroups(groups: readonly CheckGroup[], only: readonly string[] | undefined): readonly CheckGroup[] {
  if (only === undefined) return groups;
  const names = groups.map(({ name }) => name);
  const ids = groups.flatMap(({ checks }) => checks.map(({ id }) => id));
  const unknown = only.find((wanted) => ![...names, ...ids].some((name) => isWithin(name, wanted)));
  if (unknown !== undefined) throw new RangeError(`there is no group or check "${unknown}"${nearest(unknown, names)}`);
  const isWanted = ({ id }: Check): boolean => only.some((wanted) => isWithin(id, wanted));
  return groups
    .map((group) => ({ ...group, checks: group.checks.filter(isWanted) }))
    .filter(({ checks }) => checks.length > 0);
}

function isWithin(id: string, wanted: string): boolean {
  return id === wanted || id.startsWith(`${wanted}.`);
}
