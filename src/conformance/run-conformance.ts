/** Runs the suite against a service. */

import { type Contract, isWithinRevision, SPECIFICATION } from '../contract/contract.js';
import { nearest } from '../contract/suggestions.js';
import { contractOf } from '../shipped.js';
import { Caller } from './caller.js';
import { checkGroups } from './check-groups.js';
import type { Check, CheckGroup, Need } from './check.js';
import { type ConformanceOptions, isLoopback, serviceAddress } from './conformance-options.js';
import { enterService } from './enter-service.js';
import { waitInRealTime } from './pace.js';
import { type CheckResult, type ConformanceReport, countOutcomes } from './report/conformance-report.js';
import { runCheck } from './run-check.js';
import type { IncomingAnswer } from './send-request.js';
import { Service } from './service.js';

const DEFAULTS = { maxRequests: 500, maxWait: 60, maxAnswer: 10_000_000 };
const POLITE_RATE = 2;
/** After so many checks in a row that had no answer, there is no use in more. */
const MOST_FAILURES = 3;

/**
 * Runs every check, one after the other, and tells what is so.
 * @throws ServiceUnusable where there is nothing at the addresses that could be checked, or it does not let us in;
 *   TypeError where an address is none, RangeError where there is no such revision, or `only` names no check
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const contract = contractOf(options.revision);
  const groups = selectedGroups(checkGroups(contract), options.only);
  const base = serviceAddress(options.baseUrl, contract.prefix);
  const throttled: IncomingAnswer[] = [];
  const caller = new Caller({
    ...DEFAULTS,
    ...given(options, 'maxRequests', 'maxWait', 'maxAnswer'),
    rate: options.rate ?? (isLoopback(base) ? Infinity : POLITE_RATE),
    wait: options.wait ?? waitInRealTime,
    signal: options.signal,
    onThrottled: (answer) => throttled.push(answer),
  });
  const service = new Service(
    contract,
    options,
    { base, token: new URL(options.tokenUrl), prefix: contract.prefix },
    caller,
    throttled,
  );
  await enterService(service, base, new URL(options.tokenUrl));
  const { results, incomplete } = await runAll(service, caller, groups, options);
  return reportOf(contract, base, service, caller, groups, results, incomplete);
}

async function runAll(
  service: Service,
  caller: Caller,
  groups: readonly CheckGroup[],
  options: ConformanceOptions,
): Promise<{ readonly results: readonly CheckResult[]; readonly incomplete: string | undefined }> {
  const checks = groups.flatMap((group) => group.checks.map((check) => ({ group, check })));
  const results: CheckResult[] = [];
  const met = needsMet(options);
  const laterContract = ({ since = SPECIFICATION }: Check): Contract | undefined =>
    isWithinRevision(since, service.contract.revision) ? undefined : contractOf(since);
  let incomplete: string | undefined;
  let failures = 0;
  for (const { group, check } of checks) {
    const { result, over, failed } = await runCheck(service, group.name, check, { needsMet: met, laterContract });
    incomplete ??= over;
    if (failed !== undefined) failures += 1;
    else if (result.requests.length > 0) failures = 0;
    if (failures === MOST_FAILURES && failed !== undefined) caller.stop(failed);
    results.push(result);
    options.onResult?.(result, results.length, checks.length);
  }
  return { results, incomplete };
}

function needsMet({ write = false, partyId, alias, expiredToken, expiredLink }: ConformanceOptions): ReadonlySet<Need> {
  const met: Readonly<Record<Need, boolean>> = {
    write,
    'named-party': partyId !== undefined,
    alias: alias !== undefined,
    'expired-token': expiredToken !== undefined,
    'expired-link': expiredLink !== undefined,
  };
  return new Set((Object.keys(met) as Need[]).filter((need) => met[need]));
}

/** @throws RangeError */
function selectedGroups(groups: readonly CheckGroup[], only: readonly string[] | undefined): readonly CheckGroup[] {
  if (only === undefined) return groups;
  const names = groups.flatMap(({ name, checks }) => [name, ...checks.map(({ id }) => id)]);
  const unknown = only.find((wanted) => !names.some((name) => isWithin(name, wanted)));
  if (unknown !== undefined)
    throw new RangeError(
      `there is no group or check "${unknown}"${nearest(
        unknown,
        groups.map(({ name }) => name),
      )}`,
    );
  const isWanted = ({ id }: Check): boolean => only.some((wanted) => isWithin(id, wanted));
  return groups
    .map((group) => ({ ...group, checks: group.checks.filter(isWanted) }))
    .filter(({ checks }) => checks.length > 0);
}

function isWithin(id: string, wanted: string): boolean {
  return id === wanted || id.startsWith(`${wanted}.`);
}

function reportOf(
  contract: Contract,
  { host }: URL,
  { exchanges }: Service,
  { sent }: Caller,
  groups: readonly CheckGroup[],
  results: readonly CheckResult[],
  incomplete: string | undefined,
): ConformanceReport {
  return {
    host,
    contract: { revision: contract.revision, version: contract.version, sha256: contract.sha256 },
    isEmulator: exchanges.some(({ headers }) => 'emulator-exchange' in headers),
    requests: sent,
    ...(incomplete !== undefined && { incomplete }),
    counts: countOutcomes(results),
    groups: groups.map(({ name, title }) => ({ name, title, checks: results.filter(({ group }) => group === name) })),
  };
}

/** The options that are there: undefined ones must not hide a default. */
function given<Name extends keyof ConformanceOptions>(
  options: ConformanceOptions,
  ...names: readonly Name[]
): Partial<{ [Key in Name]: NonNullable<ConformanceOptions[Key]> }> {
  return Object.fromEntries(
    names.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  ) as Partial<{ [Key in Name]: NonNullable<ConformanceOptions[Key]> }>;
}
