/**
 * Runs a command with mutants (other valid responses), and finds which members of responses the tests of the command
 * read.
 */

import type { Contract } from '../../contract/contract.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { groupBy } from '../../emulator/judge/series.js';
import { type Baseline, runBaseline } from '../baseline.js';
import { type Call, callsOf, requestsOf } from '../run/calls.js';
import type { ObservedRun } from '../run/observe-run.js';
import { Runs, type RunsOptions } from '../run/runs.js';
import type { Notice, Progress, SearchedMutants, Usage } from '../audit-types.js';
import { mutantsOf, selectionOf } from './mutants.js';
import { searchAll, type TryMutants } from './search.js';

/** The options. An interrupted search reports what it knows. */
export interface MutateOptions extends RunsOptions {
  readonly contract: Contract;
  /** The operations whose responses change. An empty list means all operations. */
  readonly only: readonly string[];
  /** Called after each run. */
  readonly onProgress?: (progress: Progress) => void;
}

/** What was found about every mutant. */
export interface Mutation extends SearchedMutants, Usage {
  /** Why the search ended before every mutant was tried; undefined if all were tried. */
  readonly endedEarly: string | undefined;
}

/** @throws NotStartedError; BaselineError if the baseline fails, sends no request, or is interrupted */
export async function mutate(options: MutateOptions): Promise<Mutation> {
  const { contract, only } = options;
  const runs = new Runs(options);
  const baseline = await runBaseline(runs);
  const exchanges = [...baseline.sandboxes.values()].flatMap((sandbox) => sandbox.exchanges);
  const all = mutantsOf(exchanges, contract).filter(({ operation }) => only.length === 0 || only.includes(operation));
  const tryMutants: TryMutants = async (mutants) => {
    if (!runs.mayGoOn()) return undefined;

    // A scenario changes the responses of one operation, so each operation needs its own injection.
    const ofOperations = groupBy(mutants, ({ operation }) => operation);
    const injections = ofOperations.map((ofOperation) => ({ selection: selectionOf(ofOperation) }));
    const observed = await runs.run({ injections, usualDuration: baseline.duration });

    return observed.wasEnded ? undefined : noticeIn(observed, baseline);
  };

  const found = await searchAll(all, tryMutants, (decided) =>
    options.onProgress?.({ runs: runs.usage.runs, decided, planned: all.length }),
  );

  return { ...found, ...runs.usage, endedEarly: runs.endedEarly };
}

/** How the command notices mutants: a test fails, or the requests differ from those of the baseline. */
function noticeIn(run: ObservedRun, baseline: Baseline): Notice | 'none' {
  if (run.exitCode !== 0 || run.timedOut) return 'test';

  for (const [key, { calls, unstable }] of baseline.sandboxes) {
    const { exchanges = [] } = run.sandboxes.find((sandbox) => sandbox.key === key) ?? {};
    const callsAgain = callsOf({ key, exchanges: exchanges.map(withoutMutants) });
    // Operations whose calls differ between two runs without changes show nothing.
    const isStable = ({ operation }: Call): boolean => !unstable.has(operation);
    if (requestsOf(calls.filter(isStable)) !== requestsOf(callsAgain.filter(isStable))) return 'requests';
  }

  return 'none';
}

/**
 * The exchange as if it had met no mutant. In the baseline, a request that the service refuses is no call. With the
 * mark of a mutant, it would count as a call.
 */
function withoutMutants(exchange: Exchange): Exchange {
  return { ...exchange, scenarios: exchange.scenarios.filter(({ selector }) => selector !== 'injection') };
}
